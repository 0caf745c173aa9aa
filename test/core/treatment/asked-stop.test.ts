import { describe, expect, test } from 'vitest';
import { checkDevice, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { MINUTE, SECOND } from '../../../src/core/basics/time.ts';
import { stopDevice } from '../../../src/core/treatment/api.ts';
import { StopTreatment } from '../../../src/core/treatment/stop/stop-treatment.ts';
import { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import { Problem } from '../../../src/core/problem.ts';
import { refused } from '../../helpers/fake-server.ts';
import { createTestApp, within, type TestApp } from '../../helpers/create-test-app.ts';
import { aReport, offline, online } from '../../helpers/wire.ts';

const SNO = 'DEV0001';

/** A device that was started a second ago on this phone, and rests after a stop. */
async function justStarted() {
  const core = createTestApp();
  let isOn = true;
  core.http
    .reply(stopDevice, () => {
      isOn = false;
      return null;
    })
    .reply(readLatest, () => aReport({ onOff: isOn ? 1 : 0, useTime: 0 }))
    .reply(checkDevice, () => ({ ownerId: 'op1', status: isOn ? 'DEVICE_WORKING' : 'DEVICE_FREE' }))
    .reply(getDetail, online);
  starts(core);
  await core.clock.advance(SECOND);
  return core;
}

function starts({ get, clock }: TestApp, ran = true): void {
  const treatment = { sno: SNO, at: clock.now(), state: { workMinutes: 30 }, ran };
  get(TreatmentLog).record({ type: 'startTookEffect', treatment });
}

/** A start is sent, for the first time then, and its answer is late. */
function sendsStart({ get, clock }: TestApp, at = clock.now()): void {
  get(TreatmentLog).record({ type: 'startSent', start: { sno: SNO, key: 'k', at } });
}

const stops = ({ http }: Pick<TestApp, 'http'>) => http.requests(stopDevice).length;

/** The user asks for a stop, and the system discards the page before it is sent. */
function asksAndLosesThePage(core: TestApp): TestApp {
  core.get(TreatmentLog).record({ type: 'stopAsked', sno: SNO });
  return core.reopened();
}

describe('A stop that was asked for', () => {
  test('A second tap, while the device has not obeyed the first one, is remembered if the page ends then', async () => {
    const core = await justStarted();
    core.http.reply(stopDevice, null);
    await core.clock.advance(MINUTE);
    const stopping = core.get(StopTreatment).stop(SNO, { elapsed: MINUTE });
    await core.clock.advance(5 * SECOND);
    expect([core.get(StopTreatment).asked(SNO), stops(core)]).toEqual([undefined, 1]);
    const again = core.get(StopTreatment).stop(SNO, { elapsed: MINUTE });
    expect(core.reopened().get(StopTreatment).asked(SNO)).toBe('due');
    await within(core, 20 * SECOND, Promise.all([stopping, again]));
    expect([core.get(StopTreatment).asked(SNO), core.get(StopTreatment).isUnconfirmed(SNO)]).toEqual([undefined, true]);
  });

  test('A second page continues its countdown, and both send it once', async () => {
    const core = await justStarted();
    const first = core.get(StopTreatment).stop(SNO, { elapsed: SECOND });
    const other = core.anotherTab();
    const waits: number[] = [];
    const began = core.clock.now();
    const second = other.get(StopTreatment).stop(SNO, { continues: true, onWait: (at) => waits.push(at - began) });
    await core.clock.advance(3_999);
    expect([waits, stops(core)]).toEqual([[4 * SECOND], 0]);
    await core.clock.advance(2 * SECOND);
    expect([(await first).kind, (await second).kind, stops(core)]).toEqual(['stopped', 'stopped', 1]);
  });

  test('A page that opens while another one awaits the answer to the stop sends no second one', async () => {
    const core = await justStarted();
    let answers = (): void => undefined;
    core.http.reply(stopDevice, () => new Promise<null>((resolve) => (answers = () => resolve(null))));
    await core.clock.advance(MINUTE);
    const first = core.get(StopTreatment).stop(SNO, { elapsed: MINUTE });
    const second = core.anotherTab().get(StopTreatment).stop(SNO, { continues: true });
    await core.clock.advance(SECOND);
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    answers();
    expect([(await within(core, SECOND, first)).kind, (await within(core, SECOND, second)).kind, stops(core)]).toEqual([
      'stopped',
      'stopped',
      1,
    ]);
  });

  test.each([
    ['refused', refused('7001'), 'refused'],
    ['lost', new Problem('timeout'), 'unconfirmed'],
  ])(
    'A page that waits for the stop of another one, which was %s, does not take that for accepted and sends its own',
    async (_, answer, kind) => {
      const core = await justStarted();
      let answers = (): void => undefined;
      core.http.reply(stopDevice, () => new Promise((resolve) => (answers = () => resolve(answer))), answer);
      await core.clock.advance(MINUTE);
      const first = core.get(StopTreatment).stop(SNO, { elapsed: MINUTE });
      const second = core.anotherTab().get(StopTreatment).stop(SNO, { continues: true });
      await core.clock.advance(SECOND);
      answers();
      expect((await within(core, SECOND, first)).kind).toBe(kind);
      expect(await within(core, 16 * SECOND, second)).toMatchObject(
        kind === 'refused' ? { kind } : { kind, problem: { code: 'timeout' } },
      );
      expect(stops(core)).toBe(2);
    },
  );

  test('A page that was suspended for three minutes since another page’s stop was refused sends none of its own', async () => {
    const core = await justStarted();
    core.http.reply(stopDevice, refused('7001'));
    const suspended = core.anotherTab();
    const first = core.get(StopTreatment).stop(SNO, { elapsed: 5 * SECOND });
    let answers = (): void => undefined;
    core.http.reply(getDetail, () => new Promise((resolve) => (answers = () => resolve(online))));
    const second = suspended.get(StopTreatment).stop(SNO, { continues: true });
    expect((await within(core, SECOND, first)).kind).toBe('refused');
    await core.clock.suspend(3 * MINUTE);
    answers();
    await within(core, 20 * SECOND, second);
    expect(stops(core)).toBe(1);
  });

  test('It is sent by a page that is reloaded at once and whose clock is a second behind the one before', async () => {
    const core = await justStarted();
    const opened = asksAndLosesThePage(core);
    await core.clock.suspend(-SECOND);
    expect(opened.get(StopTreatment).asked(SNO)).toBe('due');
  });

  test('A page that was suspended during its countdown for three minutes sends nothing, and the stop stays asked for', async () => {
    const core = await justStarted();
    const stopping = core.get(StopTreatment).stop(SNO, { elapsed: SECOND });
    await core.clock.suspend(3 * MINUTE);
    expect([await stopping, stops(core)]).toEqual([{ kind: 'not-sent' }, 0]);
    expect(core.get(StopTreatment).asked(SNO)).toBe('late');
  });

  test('Another tap almost three minutes later asks for it anew, and is sent although the server answers slowly', async () => {
    const core = await justStarted();
    const opened = asksAndLosesThePage(core);
    await core.clock.advance(3 * MINUTE - 2 * SECOND);
    core.http.reply(getDetail, () => core.clock.sleep(4 * SECOND).then(() => online));
    const stopping = opened.get(StopTreatment).stop(SNO);
    expect([(await within(core, 6 * SECOND, stopping)).kind, stops(core)]).toEqual(['stopped', 1]);
  });

  test('A start that is sent while a page that was opened again looks whether to send it is not stopped by it', async () => {
    const core = await justStarted();
    await core.clock.advance(MINUTE);
    const opened = asksAndLosesThePage(core);
    core.http
      .reply(readLatest, aReport({ onOff: 0 }))
      .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_FREE' })
      .reply(getDetail, () => core.clock.sleep(4 * SECOND).then(() => online), online);
    const stopping = opened.get(StopTreatment).stop(SNO, { continues: true });
    await core.clock.advance(2 * SECOND);
    sendsStart(opened);
    expect([await within(core, 20 * SECOND, stopping), stops(core)]).toMatchObject([{ kind: 'not-sent' }, 0]);
  });

  test('A start that is sent once more after it is not stopped by it', async () => {
    const core = await justStarted();
    const at = core.clock.now();
    sendsStart(core, at);
    const opened = asksAndLosesThePage(core);
    await core.clock.advance(20 * SECOND);
    sendsStart(core, at);
    expect(opened.get(StopTreatment).asked(SNO)).toBe('late');
    starts(core);
    expect(opened.get(StopTreatment).asked(SNO)).toBeUndefined();
  });
});

describe('A stop of a device that is not known to run for this user', () => {
  const nobodys = ['DEVICE_FREE', 'DEVICE_USING', 'DEVICE_LOCKED', 'SOMETHING_NEW'];

  test.each<{
    runs: string;
    startedHere?: boolean;
    detail?: typeof online;
    words: string[];
    kind: string;
    sent: number;
  }>([
    { runs: 'for somebody else', words: ['DEVICE_USED'], kind: 'not-mine', sent: 0 },
    {
      runs: 'otherwise than it was started here',
      startedHere: true,
      words: [...nobodys, 'DEVICE_OFFLINE'],
      kind: 'another-run',
      sent: 0,
    },
    {
      runs: 'otherwise than it was started here, and is offline by now',
      startedHere: true,
      detail: { ...online, ...offline },
      words: [...nobodys, 'DEVICE_WORKING'],
      kind: 'offline',
      sent: 1,
    },
    { runs: 'for nobody who is known', words: nobodys, kind: 'stopped', sent: 1 },
  ])(
    'A stop of a device that runs $runs ends as $kind',
    async ({ startedHere, detail = online, words, kind, sent }) => {
      for (const status of words) {
        const core = createTestApp();
        if (startedHere) {
          const state = { function: 'sleep' as const, workMinutes: 60 };
          core.treatments.started.set({ sno: SNO, at: core.clock.now() - MINUTE, state });
        }
        core.http
          .reply(stopDevice, null)
          .reply(readLatest, aReport(), aReport(kind === 'stopped' ? { onOff: 0 } : {}))
          .reply(getDetail, detail)
          .reply(checkDevice, { ownerId: 'op1', status });
        const outcome = await core.get(StopTreatment).stop(SNO);
        expect([status, outcome.kind, stops(core)]).toEqual([status, kind, sent]);
        if (kind === 'not-mine') expect(core.get(StopTreatment).asked(SNO)).toBeUndefined();
      }
    },
  );

  test.each([-60, 60])(
    'A clock that is corrected by %i minutes during a stop changes neither its deadline nor which treatment it ends',
    async (minutes) => {
      const core = await justStarted();
      core.http.reply(stopDevice).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_FREE' });
      const stopping = core.get(StopTreatment).stop(SNO, { elapsed: 10 * SECOND });
      await core.clock.advance(2 * SECOND);
      core.clock.corrects(minutes * MINUTE);
      await core.clock.advance(5 * SECOND);
      core.http.reply(readLatest, aReport({ onOff: 0, useTime: 0 }));
      expect(await within(core, 10 * SECOND, stopping)).toMatchObject({ kind: 'stopped' });
      expect(core.treatments.started.get()).toBeUndefined();
    },
  );

  test.each([
    ['is not taken for the stop', 1, { kind: 'unconfirmed' }],
    ['is asked again, and confirms the stop if it stays', 0, { kind: 'stopped' }],
  ])('A record of rest that is older than what the device pushed %s', async (_, onOff, outcome) => {
    const core = await justStarted();
    core.http
      .reply(stopDevice)
      .reply(readLatest, aReport({ onOff: 0, useTime: 0 }), aReport({ onOff, useTime: 0 }))
      .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_FREE' });
    const sight = { elapsed: 10 * SECOND, isRunning: true, isRecordOld: true };
    expect(await within(core, 16 * SECOND, core.get(StopTreatment).stop(SNO, sight))).toMatchObject(outcome);
  });

  test.each([
    ['no record from before the run stops it', [0, 0, 0, 1], { kind: 'unconfirmed' }, 16],
    ['records of rest alone stop it after 15 s', [0], { kind: 'stopped' }, 16],
    ['a record of rest stops it at once if the one before the command shows the run', [1, 0], { kind: 'stopped' }, 1],
  ])('If a device pushes that it runs while its stop waits, %s', async (_, records, outcome, seconds) => {
    const core = await justStarted();
    const treatment = { sno: SNO, at: core.clock.now() - SECOND, state: { workMinutes: 30 } };
    core.get(TreatmentLog).record({ type: 'startTookEffect', treatment });
    core.http
      .reply(stopDevice)
      .reply(readLatest, ...records.map((onOff) => aReport({ onOff, useTime: 0 })))
      .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_WORKING' });
    const stopping = core.get(StopTreatment).stop(SNO, { elapsed: SECOND });
    await core.clock.advance(SECOND);
    core.get(TreatmentLog).record({ type: 'sawRunning', treatment });
    await core.clock.advance(3 * SECOND);
    expect(await within(core, seconds * SECOND, stopping)).toMatchObject(outcome);
  });
});
