import type { Problem } from '../../../../core/problem.ts';
import type { Context } from '../../../context.ts';
import type { CoreServices } from '../../../environment.ts';
import { invalidNumber, skipped, type DeviceFinding } from './finding.ts';
import type { GivenDevice } from './given/numbers.ts';

/** How long further numbers are read after the check has stopped, since a pipe may never end. */
const STDIN_GRACE_MS = 1_000;
const MAX_FAILED_ROUNDS = 3;
const TOO_MANY_REQUESTS = 429;
const MAX_TRIES = 4;
/** A restarting server is given this long. */
const MIN_OUTAGE_MS = 5_000;
/** A gateway that cannot reach its server, or lets no more requests through. */
const GATEWAY_STATUSES: readonly number[] = [TOO_MANY_REQUESTS, 502, 503, 504];

interface FleetCheck {
  devices: AsyncIterable<GivenDevice>;
  pace: Pace;
  check: (device: GivenDevice & { sno: string }) => Promise<DeviceFinding>;
  /** Receives each finding as soon as it is known, with the place of the device in the list. */
  onFinding: (finding: DeviceFinding, place: number) => Promise<void>;
  signal: Context['signal'];
  time: CoreServices['time'];
}

/** How many devices are checked at the same time: one fewer after each answer that says that there were too many requests. */
export class Pace {
  constructor(private parallel: number) {}

  get workers(): number {
    return this.parallel;
  }

  slowDown = (): void => {
    this.parallel = Math.max(1, this.parallel - 1);
  };
}

/** Checks devices in parallel, and stops asking when the server goes down or the session ends. Returns early once the signal has aborted. */
export async function checkFleet(fleet: FleetCheck): Promise<CircuitBreaker> {
  const { devices, pace, check, onFinding, signal, time } = fleet;
  const breaker = new CircuitBreaker(() => time.now());
  const coming = devices[Symbol.asyncIterator]();
  let given = 0;
  let asking = 0;
  const ask = async (device: GivenDevice & { sno: string }): Promise<DeviceFinding> => {
    const question = breaker.ask();
    asking += 1;
    let finding = await check(device);
    for (let tries = 1; wasCrowdedOut(finding) && tries < MAX_TRIES && !signal.aborted; tries += 1)
      finding = await check(device);
    asking -= 1;
    breaker.record(question, finding.problem);
    return finding;
  };
  const work = async (worker: number) => {
    while (worker < pace.workers) {
      const next = await coming.next();
      if (next.done) return;
      const device = next.value;
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
  await Promise.race([
    interrupted,
    noMoreComes,
    Promise.all(Array.from({ length: pace.workers }, (_, worker) => work(worker))),
  ]);
  stopWatching();
  return breaker;
}

/** The server refused only the number of requests, which is lower by now, and named no time. */
function wasCrowdedOut({ problem }: DeviceFinding): boolean {
  return problem?.status === TOO_MANY_REQUESTS && problem.retryAfterMs === undefined;
}

/**
 * Stops a check of many devices when the server goes down. Parallel calls fail together and count as one round: a failure begins another
 * round only if its call began after the last round was counted.
 */
export class CircuitBreaker {
  /** Why the check stopped. */
  openedBy?: Problem;
  /** Failures since the last answer. */
  failures = 0;
  private rounds = 0;
  private questions = 0;
  private counted = 0;
  private failingSince = 0;
  private hasAnswered = false;

  /** `now` in ms. */
  constructor(private readonly now: () => number) {}

  /** The number of a call that begins now, for `record`. */
  ask(): number {
    return (this.questions += 1);
  }

  /** Records how a call ended. */
  record(question: number, problem: Problem | undefined): void {
    if (problem?.endsTheSession) this.openedBy ??= problem;
    else if (problem && this.isOfTheServer(problem)) this.fail(question, problem);
    else {
      this.hasAnswered = true;
      this.rounds = 0;
      this.failures = 0;
    }
  }

  private fail(question: number, problem: Problem): void {
    this.failures += 1;
    if (this.rounds === 0) this.failingSince = this.now();
    else if (question <= this.counted) return;
    this.rounds += 1;
    this.counted = this.questions;
    const isLong = problem.isNotTheApi || this.now() - this.failingSince >= MIN_OUTAGE_MS;
    if (isLong && this.rounds >= MAX_FAILED_ROUNDS) this.openedBy ??= problem;
  }

  /** A 404 of a server that has answered before is about the device. */
  private isOfTheServer({ code, status, isNotTheApi }: Problem): boolean {
    return (
      code === 'network' ||
      code === 'timeout' ||
      (status !== undefined && GATEWAY_STATUSES.includes(status)) ||
      (isNotTheApi && !this.hasAnswered)
    );
  }
}
