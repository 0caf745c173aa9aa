import { describe, expect, test } from 'vitest';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { FakeClock } from '../../../src/adapters/fake/fake-clock.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';
import { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import { ofDevice, pendingStartOf, unconfirmedStops } from '../../../src/core/treatment/records/treatment-records.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

function onOnePage(storage = new FakeAppStorage(), clock = new FakeClock()) {
  const log = new TreatmentLog(new AccountScope(storage), clock);
  return {
    storage,
    clock,
    log,
    stoppedAt: (sno: string) => ofDevice(log.records().stoppedAt, sno),
    pending: () => Object.keys(log.records().pendingStarts),
    pendingStart: (sno: string) => pendingStartOf(log.records(), sno, clock.now()),
    mayRun: () => log.mayRun(),
  };
}

const treatment = (sno: string, at: number) => ({ sno, at, state: { workMinutes: 30 } });
const start = (sno: string, at: number) => ({
  sno,
  at,
  key: `key of ${sno}`,
  settings: { auxiliary: 'none' as const, workMinutes: 30 },
});

describe('TreatmentLog', () => {
  test('Of two pages whose clock went ahead and is set back, one moves the treatment that one of them has started', async () => {
    const { storage, clock, log } = onOnePage();
    onOnePage(storage.anotherPage(), clock);
    await clock.suspend(20 * MINUTE);
    log.record({ type: 'startTookEffect', treatment: treatment('DEV1', clock.now()) });
    await clock.advance(MINUTE);
    clock.corrects(-20 * MINUTE);
    expect(ofDevice(log.records().started, 'DEV1')?.at).toBe(clock.now() - MINUTE);
  });

  test('A recorded start clears the pending start and the stop of its own device only', () => {
    const { clock, log, stoppedAt, pendingStart } = onOnePage();
    log.record({ type: 'stopped', sno: 'DEV1' }, { type: 'stopped', sno: 'DEV2' });
    log.record({ type: 'startSent', start: start('DEV2', clock.now()) });
    log.record({ type: 'startTookEffect', treatment: treatment('DEV1', clock.now()) });
    expect([stoppedAt('DEV1'), stoppedAt('DEV2'), pendingStart('DEV2')?.sno]).toEqual([undefined, clock.now(), 'DEV2']);
    log.record({ type: 'startTookEffect', treatment: treatment('DEV2', clock.now()) });
    expect([stoppedAt('DEV2'), pendingStart('DEV2')]).toEqual([undefined, undefined]);
  });

  test('A late answer to an older start does not replace a treatment that began since', async () => {
    const { clock, log, stoppedAt } = onOnePage();
    const older = treatment('DEV1', clock.now());
    await clock.advance(20 * MINUTE);
    log.record({ type: 'stopped', sno: 'DEV1' });
    await clock.advance(MINUTE);
    const newer = treatment('DEV1', clock.now());
    log.record({ type: 'startTookEffect', treatment: newer });
    log.record({ type: 'startTookEffect', treatment: older });
    expect([log.records().started, stoppedAt('DEV1')]).toEqual([{ DEV1: newer }, undefined]);
  });

  test('A stop without a known effect stays unconfirmed when its start is found to have taken effect, until a later start', async () => {
    const { clock, log } = onOnePage();
    const sentAt = clock.now();
    log.record({ type: 'startSent', start: start('DEV1', sentAt) });
    await clock.advance(SECOND);
    log.record({ type: 'stopFailed', sno: 'DEV1' });
    await clock.advance(30 * SECOND);
    log.record({ type: 'startTookEffect', treatment: { ...treatment('DEV1', sentAt), ran: true } });
    expect(unconfirmedStops(log.records(), clock.now())).toEqual(['DEV1']);
    log.record({ type: 'startTookEffect', treatment: treatment('DEV1', clock.now()) });
    expect(unconfirmedStops(log.records(), clock.now())).toEqual([]);
  });

  test('Events of a replaced treatment do not change the log', () => {
    const { clock, log } = onOnePage();
    const [first, second] = [treatment('DEV1', clock.now()), treatment('DEV1', clock.now() + MINUTE)];
    log.record({ type: 'startTookEffect', treatment: second });
    log.record({ type: 'sawRunning', treatment: first }, { type: 'ended', treatment: first });
    expect(ofDevice(log.records().started, 'DEV1')).toEqual(second);
    log.record({ type: 'sawRunning', treatment: second });
    expect(ofDevice(log.records().started, 'DEV1')).toEqual({ ...second, ran: true });
    log.record({ type: 'ended', treatment: second });
    expect(ofDevice(log.records().started, 'DEV1')).toBeUndefined();
  });

  test('A device with a pending start may run until five minutes after the end of the treatment, also if the clock was set back', async () => {
    const { clock, log, mayRun, pendingStart } = onOnePage();
    log.record({ type: 'startSent', start: start('DEV1', clock.now() + MINUTE) });
    expect(mayRun()).toEqual(['DEV1']);
    await clock.advance(36 * MINUTE - 1);
    expect([mayRun(), pendingStart('DEV1')?.key, pendingStart('DEV2')]).toEqual([['DEV1'], 'key of DEV1', undefined]);
    await clock.advance(1);
    expect([mayRun(), pendingStart('DEV1')]).toEqual([[], undefined]);
  });

  test.each(['__proto__', 'constructor'])('A device that is called %s has no treatment', (sno) => {
    const { log, clock, pendingStart } = onOnePage();
    log.record({ type: 'startSettled', sno }, { type: 'ended', treatment: treatment(sno, clock.now()) });
    expect([ofDevice(log.records().started, sno), pendingStart(sno)]).toEqual([undefined, undefined]);
  });

  test('A device that was started as dev1 and is stopped as DEV1 is one device, which does not run any more', () => {
    const { clock, log, mayRun } = onOnePage();
    log.record({ type: 'startTookEffect', treatment: treatment('dev1', clock.now()) });
    log.record({ type: 'startSent', start: start('DEV1', clock.now()) }, { type: 'stopAsked', sno: 'DEV1' });
    expect(mayRun()).toHaveLength(1);
    expect(log.mayStart('Dev1')).toBe(true);
    const started = ofDevice(log.records().started, 'DEV1') ?? expect.unreachable();
    log.record({ type: 'startSettled', sno: 'dev1' }, { type: 'ended', treatment: { ...started, sno: 'DEV1' } });
    log.record({ type: 'stopped', sno: 'DEV1' });
    expect([mayRun(), ofDevice(log.records().stoppedAt, 'dev1')]).toEqual([[], clock.now()]);
  });

  test('The records of a device are found by `ofDevice` alone, because its number may be spelled otherwise', () => {
    const { clock, log } = onOnePage();
    log.record({ type: 'startTookEffect', treatment: treatment('dev1', clock.now()) });
    const { started } = log.records();
    // @ts-expect-error: the type refuses a number as a key.
    expect([started['DEV1'], ofDevice(started, 'DEV1')?.sno]).toEqual([undefined, 'dev1']);
  });

  test('A correction of the clock stores only what it moves', async () => {
    const { clock, log } = onOnePage();
    log.record({ type: 'startTookEffect', treatment: treatment('DEV1', clock.now() - 5 * MINUTE) });
    let changes = 0;
    log.subscribe(() => (changes += 1));
    clock.corrects(60 * MINUTE);
    await clock.advance(0);
    expect(changes).toBe(0);
    log.record({ type: 'stopAsked', sno: 'DEV1' });
    clock.corrects(60 * MINUTE);
    await clock.advance(0);
    expect([changes, ofDevice(log.records().stopsAsked, 'DEV1')?.at]).toEqual([2, clock.now()]);
  });
});
