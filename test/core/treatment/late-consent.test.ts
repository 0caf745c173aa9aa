import { StartTreatment } from '../../../src/core/treatment/start/start-treatment.ts';
import { expect, test } from 'vitest';
import { checkDevice, readLatest } from '../../../src/core/device/api.ts';
import { STANDARD_TABLES } from '../../../src/core/device/tables.ts';
import { Problem } from '../../../src/core/problem.ts';
import { startDevice } from '../../../src/core/treatment/api.ts';
import { presetOf } from '../../../src/core/treatment/settings/presets.ts';
import { ResumeTreatment } from '../../../src/core/treatment/resume-treatment.ts';
import { bio, onTheMenu } from '../../helpers/on-the-menu.ts';
import { aReport } from '../../helpers/wire.ts';

const WORKING = { ownerId: 'shop-1', status: 'DEVICE_WORKING' };
const agreed = { sno: 'DEV0001', operatorId: 'shop-1', remaining: 2 };

test('A deduction that is confirmed after another phone has started the device starts nothing', async () => {
  const core = onTheMenu({ uses: 2 });
  expect(await core.starting.begin(bio)).toMatchObject({ kind: 'confirm-deduction', remaining: 2 });
  await core.clock.advance(120_000);
  core.http.reply(readLatest, aReport({ function: 3, workTime: 180, useTime: 1 })).reply(checkDevice, WORKING);
  expect(await core.starting.begin({ ...bio, agreed })).toMatchObject({
    kind: 'already-running',
    isSent: false,
    state: { function: 'sleep' },
  });
  expect(core.http.requests(startDevice)).toEqual([]);
});

test.each([
  ['two minutes after the tap is not sent', 2 * 60_000, 'not-started'],
  ['a minute after the tap is sent', 60_000, 'started'],
])('A start whose answers come, after the page was suspended, %s', async (_, ms, kind) => {
  const core = onTheMenu();
  let answer = (): void => undefined;
  const rest = aReport({ onOff: 0 });
  core.http.reply(readLatest, () => new Promise((resolve) => (answer = () => resolve(rest))), rest);
  const starting = core.starting.begin(bio);
  await core.clock.suspend(ms);
  answer();
  expect(await starting).toMatchObject(kind === 'started' ? { kind } : { kind, problem: { code: 'not-sent' } });
  expect(core.http.requests(startDevice)).toHaveLength(kind === 'started' ? 1 : 0);
});

test('A start whose answers come, after the page was suspended, when somebody else has started the device is not sent', async () => {
  const core = onTheMenu();
  let answer = (): void => undefined;
  core.http
    .reply(readLatest, () => new Promise((resolve) => (answer = () => resolve(aReport({ onOff: 0 })))), aReport())
    .reply(checkDevice, { ...WORKING, status: 'DEVICE_FREE' }, { ...WORKING, status: 'DEVICE_USED' });
  const starting = core.starting.begin(bio);
  await core.clock.suspend(60_000);
  answer();
  expect(await starting).toMatchObject({ kind: 'unavailable', reason: 'used' });
  expect(core.http.requests(startDevice)).toHaveLength(0);
});

test.each([-60, 60])(
  'A start is sent although the clock is corrected by %i minutes during its questions',
  async (minutes) => {
    const core = onTheMenu();
    core.http.reply(readLatest, () => {
      core.clock.corrects(minutes * 60_000);
      return aReport({ onOff: 0 });
    });
    expect(await core.starting.begin(bio)).toMatchObject({ kind: 'started' });
    expect(core.http.requests(startDevice)).toHaveLength(1);
  },
);

test('A start whose answer comes an hour later, because the page was suspended, is still the run that it began', async () => {
  const core = onTheMenu();
  let answer = (): void => undefined;
  core.http.reply(startDevice, () => new Promise((resolve) => (answer = () => resolve({ OnOff: 1, WortTime: 180 }))));
  const settings = presetOf('sleep', STANDARD_TABLES);
  const starting = core.starting.begin({ sno: 'DEV0001', settings });
  await core.clock.suspend(60 * 60_000);
  answer();
  expect(await starting).toMatchObject({ kind: 'started' });
  core.http.reply(readLatest, aReport({ function: 3, workTime: 180, useTime: 59 }));
  expect((await core.get(ResumeTreatment).lookAt(['DEV0001'])).get('DEV0001')).toMatchObject({ mode: 'sleep' });
});

test.each([null, 'DEVICE_TREATING'])(
  'A running device is not started again while the check says %s',
  async (status) => {
    const core = onTheMenu();
    await core.starting.begin(bio);
    core.http.reply(readLatest, aReport({ useTime: 5 })).reply(checkDevice, { ownerId: 'shop-1', status });
    await core.clock.advance(5 * 60_000);
    const seen = await core.get(ResumeTreatment).lookAt(['DEV0001']);
    expect(seen.get('DEV0001')).not.toBe('at-rest');
    expect((await core.starting.begin(bio)).kind).toBe('already-running');
    expect(core.http.requests(startDevice)).toHaveLength(1);
  },
);

test('A start that waited in a suspended page is not called unsent if another page has sent one since the tap', async () => {
  const core = onTheMenu();
  const other = core.anotherTab();
  other.at({ sno: 'DEV0001' });
  let answer = (): void => undefined;
  const rest = aReport({ onOff: 0 });
  core.http
    .reply(readLatest, () => new Promise((resolve) => (answer = () => resolve(rest))), rest)
    .reply(startDevice, new Problem('timeout'));
  const starting = core.starting.begin(bio);
  const unknown = { kind: 'not-started', outcomeUnknown: true };
  expect(await other.get(StartTreatment).begin(bio)).toMatchObject(unknown);
  await core.clock.suspend(60 * 60_000);
  answer();
  expect(await starting).toMatchObject({ ...unknown, problem: { code: 'no-report' } });
  expect(core.http.requests(startDevice)).toHaveLength(1);
});
