import { describe, expect, test } from 'vitest';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { FakeClock } from '../../../src/adapters/fake/fake-clock.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';
import { TreatmentLog } from '../../../src/core/treatment/treatment-log.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

function onOnePage(storage = new FakeAppStorage(), clock = new FakeClock()) {
  return { storage, clock, log: new TreatmentLog(new AccountScope(storage), clock) };
}

const treatment = (sno: string, at: number) => ({ sno, at, state: { workMinutes: 30 } });
const start = (sno: string, at: number) => ({ sno, at, key: `key of ${sno}`, settings: { workMinutes: 30 } });

const pendingStart = (log: TreatmentLog, sno: string) => log.pendingStarts().find((start) => start.sno === sno);

describe('TreatmentLog', () => {
  test('All pages of the phone share the treatment that was started last', () => {
    const { storage, clock, log } = onOnePage();
    log.record({ type: 'startTookEffect', treatment: treatment('DEV1', clock.now()) });
    const other = onOnePage(storage.anotherPage(), clock).log;
    expect([other.started()?.sno, other.started('DEV1')?.sno, other.started('DEV2')]).toEqual([
      'DEV1',
      'DEV1',
      undefined,
    ]);
  });

  test('A recorded start clears the pending start and the stop of its own device only', () => {
    const { clock, log } = onOnePage();
    log.record({ type: 'stopped', sno: 'DEV1' });
    log.record({ type: 'stopped', sno: 'DEV2' });
    log.record({ type: 'startSent', start: start('DEV2', clock.now()) });
    log.record({ type: 'startTookEffect', treatment: treatment('DEV1', clock.now()) });
    expect([log.records().stoppedAt['DEV1'], log.records().stoppedAt['DEV2'], pendingStart(log, 'DEV2')?.sno]).toEqual([
      undefined,
      clock.now(),
      'DEV2',
    ]);
    log.record({ type: 'startTookEffect', treatment: treatment('DEV2', clock.now()) });
    expect([log.records().stoppedAt['DEV2'], pendingStart(log, 'DEV2')]).toEqual([undefined, undefined]);
  });

  test('Events of a replaced treatment do not change the log', () => {
    const { clock, log } = onOnePage();
    const [first, second] = [treatment('DEV1', clock.now()), treatment('DEV1', clock.now() + MINUTE)];
    log.record({ type: 'startTookEffect', treatment: second });
    log.record({ type: 'sawRunning', treatment: first });
    log.record({ type: 'ended', treatment: first });
    expect(log.started()).toEqual(second);
    log.record({ type: 'sawRunning', treatment: second });
    expect(log.started()).toEqual({ ...second, ran: true });
    log.record({ type: 'ended', treatment: second });
    expect(log.started()).toBeUndefined();
  });

  test('A pending start expires after ten minutes, or at once if its timestamp is in the future', async () => {
    const { clock, log } = onOnePage();
    log.record({ type: 'startSent', start: start('DEV1', clock.now()) });
    await clock.advance(10 * MINUTE - 1);
    expect([pendingStart(log, 'DEV1')?.key, pendingStart(log, 'DEV2')]).toEqual(['key of DEV1', undefined]);
    await clock.advance(1);
    expect(log.pendingStarts()).toEqual([]);
    log.record({ type: 'startSent', start: start('DEV1', clock.now() + 1) });
    expect(log.pendingStarts()).toEqual([]);
  });

  test('Starts of two devices with unknown outcomes are both pending', () => {
    const { clock, log } = onOnePage();
    log.record({ type: 'startSent', start: start('DEV1', clock.now()) });
    log.record({ type: 'startSent', start: start('DEV2', clock.now()) });
    expect(log.pendingStarts().map(({ sno }) => sno)).toEqual(['DEV1', 'DEV2']);
    log.record({ type: 'startSent', start: { ...start('DEV1', clock.now()), key: 'newer' } });
    expect([pendingStart(log, 'DEV1')?.key, pendingStart(log, 'DEV2')?.key]).toEqual(['newer', 'key of DEV2']);
  });

  test('Settling a pending start affects only the named device', () => {
    const { clock, log } = onOnePage();
    log.record({ type: 'startSent', start: start('DEV1', clock.now()) });
    log.record({ type: 'startSettled', sno: 'DEV2' });
    expect(log.pendingStarts()).toEqual([start('DEV1', clock.now())]);
    log.record({ type: 'startSettled', sno: 'DEV1' });
    expect(log.pendingStarts()).toEqual([]);
  });

  test('Recording a stop removes stops that are ten seconds old', async () => {
    const { clock, log } = onOnePage();
    log.record({ type: 'stopped', sno: 'DEV1' });
    await clock.advance(10 * SECOND);
    log.record({ type: 'stopped', sno: 'DEV2' });
    expect([log.records().stoppedAt['DEV1'], log.records().stoppedAt['DEV2']]).toEqual([undefined, clock.now()]);
  });

  test('A listener is notified of changes until it unsubscribes', () => {
    const { clock, log } = onOnePage();
    let notifications = 0;
    const unsubscribe = log.subscribe(() => (notifications += 1));
    log.record({ type: 'startSent', start: start('DEV1', clock.now()) });
    expect(notifications).toBe(1);
    log.record({ type: 'ended', treatment: treatment('DEV2', clock.now()) });
    expect(notifications).toBe(1);
    unsubscribe();
    log.record({ type: 'startTookEffect', treatment: treatment('DEV1', clock.now()) });
    expect(notifications).toBe(1);
  });
});
