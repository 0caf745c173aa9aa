import { describe, expect, test } from 'vitest';
import { Problem } from '../../../src/core/problem.ts';
import { StopTreatment } from '../../../src/core/treatment/stop-treatment.ts';
import { coreOnFakes, problemOf, within } from '../../helpers/core-on-fakes.ts';
import { aReport, done, refused } from '../../helpers/wire.ts';

const STOP = '/order/stop/device';

function inTreatment({ startedHere = true, ran = true, configuration }: { startedHere?: boolean; ran?: boolean; configuration?: object } = {}) {
  const core = coreOnFakes({ configuration });
  core.at({ sno: 'DEV0001' });
  if (startedHere) core.visit.set('treatment', { sno: 'DEV0001', at: core.clock.now(), state: { workMinutes: 30 }, ran });
  core.visit.set('started', true);
  core.http.answers(STOP, done()).answers('/device/real_time_data', aReport());
  return { ...core, stopping: core.get(StopTreatment) };
}

const stopped = { kind: 'stopped', destination: { to: 'mode-menu', stopped: true } };

test('a treatment cannot be stopped in its first five seconds', async () => {
  const core = inTreatment();
  await core.clock.advance(4_999);
  expect(await core.stopping.stop('DEV0001')).toEqual({ kind: 'too-soon' });
  expect(core.data(STOP)).toEqual([]);
  await core.clock.advance(1);
  expect(await core.stopping.stop('DEV0001')).toEqual(stopped);
  expect(core.data(STOP)).toEqual(['DEV0001']);
});

test('a minute that the device has counted outweighs the clock here', async () => {
  const core = inTreatment();
  core.http.answers('/device/real_time_data', done({ onOff: 1, useTime: 1 }));
  await core.clock.advance(1_000);
  expect(await core.stopping.stop('DEV0001')).toEqual(stopped);
});

test('a tap in the first seconds is kept waiting for 5 s at the most by a device that does not say how long it has run', async () => {
  const core = inTreatment();
  core.http.answers('/device/real_time_data', async ({ timeoutMs }) => {
    await core.clock.sleep(timeoutMs);
    return new Problem('timeout');
  });
  await core.clock.advance(1_000);
  const stopping = core.stopping.stop('DEV0001');
  await core.clock.advance(5_000);
  expect(core.data(STOP)).toEqual(['DEV0001']);
  expect(await stopping).toEqual(stopped);
});

test.each([
  ['stands still, whatever it counted before', done({ onOff: 0, useTime: 3 })],
  ['cannot be asked', refused('500')],
])('the first five seconds count where the device %s', async (_, report) => {
  const core = inTreatment();
  core.http.answers('/device/real_time_data', report);
  await core.clock.advance(1_000);
  expect(await core.stopping.stop('DEV0001')).toEqual({ kind: 'too-soon' });
  expect(core.data('/device/real_time_data')).toEqual(['DEV0001']);
});

test('a lost stop of what was not started here is done where that very device stands still', async () => {
  const core = inTreatment({ startedHere: false });
  core.http.answers(STOP, new Problem('timeout')).answers('/device/real_time_data', aReport({ onOff: 0 }));
  expect(await core.stopping.stop('DEV0001')).toEqual(stopped);
  expect(core.data('/device/real_time_data')).toEqual(['DEV0001']);
});

test('a treatment that was not started here is judged by the time its screen shows', async () => {
  const core = inTreatment({ startedHere: false });
  expect(await core.stopping.stop('DEV0001', 3_000)).toEqual({ kind: 'too-soon' });
  expect(await core.stopping.stop('DEV0001', 5_000)).toEqual(stopped);
  expect(await core.stopping.stop('DEV0001')).toEqual(stopped);
});

test('a stopped treatment is forgotten, and the time of it kept', async () => {
  const core = inTreatment();
  await core.clock.advance(60_000);
  await core.stopping.stop('DEV0001');
  expect([core.visit.get('started'), core.visit.get('treatment'), core.visit.get('stoppedAt')]).toEqual([false, undefined, core.clock.now()]);
});

test('a device that was stopped is the one dealt with, however it was come to', async () => {
  const core = inTreatment();
  core.at({ sno: 'OTHER01' }, 'shop-9');
  core.visit.set('treatment', { sno: 'DEV0001', at: core.clock.now(), state: {}, isShare: true });
  await core.clock.advance(60_000);
  await core.stopping.stop('DEV0001');
  expect([core.visit.get('device'), core.visit.get('operatorId')]).toEqual([{ sno: 'DEV0001', isShare: true }, undefined]);
});

test('what is known of the device dealt with stays known when it is stopped', async () => {
  const core = inTreatment();
  core.at({ sno: 'DEV0001', isShare: false, orderNo: 'L-1' }, 'shop-9');
  await core.clock.advance(60_000);
  await core.stopping.stop('DEV0001');
  expect([core.visit.get('device'), core.visit.get('operatorId')]).toEqual([{ sno: 'DEV0001', isShare: false, orderNo: 'L-1' }, 'shop-9']);
});

test('a start after a stop is a new one, whatever was in doubt before', async () => {
  const core = inTreatment();
  core.visit.set('startInDoubt', { sno: 'DEV0001', settings: { workMinutes: 30 }, key: 'old', at: core.clock.now() });
  await core.clock.advance(60_000);
  await core.stopping.stop('DEV0001');
  expect(core.visit.get('startInDoubt')).toBeUndefined();
});

test('a refusal is told, and the treatment goes on', async () => {
  const core = inTreatment();
  await core.clock.advance(60_000);
  core.http.answers(STOP, refused('500', '设备忙'));
  expect(await core.stopping.stop('DEV0001')).toEqual({ kind: 'refused', message: '设备忙' });
  expect(core.visit.get('treatment')).toBeDefined();
});

test('a lost answer is no failure where the device stands still', async () => {
  const core = inTreatment();
  await core.clock.advance(60_000);
  core.http.answers(STOP, new Problem('timeout')).answers('/device/real_time_data', aReport({ onOff: 0 }));
  expect(await core.stopping.stop('DEV0001')).toEqual(stopped);
  expect(core.http.sentTo(STOP)).toHaveLength(1);
});

test('a refusal is no failure where the device stands still: a browser may have sent the stop twice', async () => {
  const core = inTreatment();
  await core.clock.advance(60_000);
  core.http.answers(STOP, refused('500', '设备未启动')).answers('/device/real_time_data', aReport({ onOff: 0 }));
  expect(await core.stopping.stop('DEV0001')).toEqual(stopped);
});

test('a device that never reported its treatment is not said to be stopped because it reports none', async () => {
  const core = inTreatment({ ran: false });
  await core.clock.advance(60_000);
  core.http.answers(STOP, new Problem('timeout'), refused('500', '设备忙')).answers('/device/real_time_data', aReport({ onOff: 0 }));
  expect(await core.stopping.stop('DEV0001')).toMatchObject({ kind: 'unconfirmed', problem: { code: 'timeout' } });
  expect(await core.stopping.stop('DEV0001')).toEqual({ kind: 'refused', message: '设备忙' });
});

test.each([['runs on', aReport()], ['cannot be asked', new Problem('timeout')]])('a lost answer is said to be lost where the device %s, and stopping stays possible', async (_, report) => {
  const core = inTreatment();
  await core.clock.advance(60_000);
  core.http.answers(STOP, new Problem('timeout'), done()).answers('/device/real_time_data', report);
  expect(await core.stopping.stop('DEV0001')).toMatchObject({ kind: 'unconfirmed', problem: { code: 'timeout' } });
  expect(await core.stopping.stop('DEV0001')).toEqual(stopped);
});

test('however often stop is tapped, it is sent once', async () => {
  const core = inTreatment();
  await core.clock.advance(60_000);
  await Promise.all(Array.from({ length: 10 }, () => core.stopping.stop('DEV0001')));
  expect(core.http.sentTo(STOP)).toHaveLength(1);
});

test('a session that has ended is a problem of its own', async () => {
  const core = inTreatment();
  await core.clock.advance(60_000);
  core.http.answers(STOP, { status: 401 });
  expect(await problemOf(core.stopping.stop('DEV0001'))).toMatchObject({ code: 'unauthorized' });
});

test('stopping one device does not make another one’s treatment forgotten', async () => {
  const core = inTreatment();
  await core.clock.advance(60_000);
  await core.stopping.stop('OTHER01');
  expect(core.visit.get('treatment')?.sno).toBe('DEV0001');
});

describe('the key of a stop', () => {
  const inTreatmentWithKeys = async () => {
    const core = inTreatment({ configuration: { idempotencyHeader: 'Idempotency-Key' } });
    await core.clock.advance(60_000);
    const keys = () => core.http.sentTo(STOP).map(({ headers }) => headers['Idempotency-Key']);
    return { ...core, keys };
  };

  test('goes with it, and stays the same while nobody knows what became of it', async () => {
    const core = await inTreatmentWithKeys();
    core.http.answers(STOP, new Problem('timeout'), done()).answers('/device/real_time_data', new Problem('timeout'));
    await core.stopping.stop('DEV0001');
    await core.stopping.stop('DEV0001');
    const [first, second] = core.keys();
    expect(first).toMatch(/.{20,}/);
    expect(second).toBe(first);
  });

  test.each([
    ['the device is known to run on', new Problem('timeout'), aReport()],
    ['it was refused', refused('500'), new Problem('timeout')],
    ['it was done', done(), aReport()],
  ])('is another one where %s: an answer that was kept would not stop anything', async (_, answer, report) => {
    const core = await inTreatmentWithKeys();
    core.http.answers(STOP, answer, done()).answers('/device/real_time_data', report);
    await core.stopping.stop('DEV0001');
    await core.stopping.stop('DEV0001');
    const [first, second] = core.keys();
    expect(second).not.toBe(first);
  });
});

test('a stop that nobody answers comes to a word within fifteen seconds', async () => {
  const core = inTreatment();
  await core.clock.advance(60_000);
  core.http
    .answers(STOP, (request) => core.clock.sleep(request.timeoutMs).then(() => new Problem('timeout')))
    .answers('/device/real_time_data', (request) => core.clock.sleep(request.timeoutMs).then(() => new Problem('timeout')));
  expect(await within(core, 15_000, core.stopping.stop('DEV0001'))).toMatchObject({ kind: 'unconfirmed' });
});
