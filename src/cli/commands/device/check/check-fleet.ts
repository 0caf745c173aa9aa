import type { Context } from '../../../context.ts';
import type { CoreServices } from '../../../environment.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { invalidNumber, skipped, type DeviceFinding } from './finding.ts';
import type { GivenDevice } from './given/numbers.ts';

/** How long further numbers are read after the check has stopped, since a pipe may never end. */
const STDIN_GRACE_MS = 1_000;

interface FleetCheck {
  devices: AsyncIterable<GivenDevice>;
  concurrency: number;
  check: (device: GivenDevice & { sno: string }) => Promise<DeviceFinding>;
  /** Receives each finding as soon as it is known, with the place of the device in the list. */
  onFinding: (finding: DeviceFinding, place: number) => Promise<void>;
  signal: Context['signal'];
  time: CoreServices['time'];
}

/** Checks devices in parallel, and stops asking when the server goes down or the session ends. Returns early once the signal has aborted. */
export async function checkFleet(fleet: FleetCheck): Promise<CircuitBreaker> {
  const { devices, concurrency, check, onFinding, signal, time } = fleet;
  const breaker = new CircuitBreaker(() => time.now());
  const coming = devices[Symbol.asyncIterator]();
  const all = { [Symbol.asyncIterator]: () => coming };
  let given = 0;
  let asking = 0;
  const ask = async (device: GivenDevice & { sno: string }): Promise<DeviceFinding> => {
    const question = breaker.ask();
    asking += 1;
    const finding = await check(device);
    asking -= 1;
    breaker.record(question, finding.problem);
    return finding;
  };
  const work = async () => {
    for await (const device of all) {
      const place = given;
      given += 1;
      const { sno } = device;
      const finding =
        sno === undefined ? invalidNumber(device) : breaker.openedBy ? skipped(sno) : await ask({ ...device, sno });
      if (signal.aborted) return;
      await onFinding(finding, place);
    }
  };
  const interrupted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  let before = 0;
  let stopWatching = () => {};
  const noMoreComes = new Promise<void>((resolve) => {
    stopWatching = time.every(STDIN_GRACE_MS, () => {
      if (breaker.openedBy && asking === 0 && given === before) resolve();
      before = given;
    });
  });
  await Promise.race([interrupted, noMoreComes, Promise.all(Array.from({ length: concurrency }, work))]);
  stopWatching();
  return breaker;
}
