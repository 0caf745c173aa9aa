import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { FollowTreatment } from '../../src/core/treatment/follow/follow-treatment.ts';
import { STANDARD_TABLES } from '../../src/core/device/tables.ts';
import { presetOf } from '../../src/core/treatment/settings/presets.ts';
import { StartTreatment } from '../../src/core/treatment/start/start-treatment.ts';
import { StopTreatment } from '../../src/core/treatment/stop/stop-treatment.ts';
import type { TreatmentView } from '../../src/core/treatment/follow/treatment-view.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { createTestApp, fakeAdapters, within } from '../helpers/create-test-app.ts';
import { type RawAnswer, refused } from '../helpers/fake-server.ts';
import { aDevice, aPage, aReport, aSupply, online } from '../helpers/wire.ts';

const SEED = 20260302;
/** Guards against a hanging test only. It is generous because other processes may use the machine. */
const TIME_LIMIT = 180_000;

const start = fc.record({
  fault: fc.constantFrom('none', 'answer lost', 'request lost', 'refused'),
  reportsAfter: fc.integer({ min: 0, max: 20_000 }),
  wait: fc.integer({ min: 0, max: 30_000 }),
  taps: fc.integer({ min: 1, max: 3 }),
  pageKilled: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
});

test(
  'A device is started once in each of a thousand faulty starts with any number of attempts',
  { timeout: TIME_LIMIT },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(start, { minLength: 1, maxLength: 6 }), async (attempts) => {
        const core = createTestApp({ configuration: { idempotencyHeader: 'Idempotency-Key' } });
        core.at({ sno: 'DEV0001' });
        const keys = new Set<string | undefined>();
        let runsFrom = Infinity;
        core.http
          .reply(getDetail, online)
          .reply(listCards, aPage())
          .reply(listDevices, [aDevice()])
          .reply(checkDevice, () => ({
            ownerId: 'op1',
            status: core.clock.now() >= runsFrom ? 'DEVICE_WORKING' : 'DEVICE_FREE',
          }))
          .reply(readLatest, () => aReport({ onOff: core.clock.now() >= runsFrom ? 1 : 0 }));
        let starting = core.get(StartTreatment);
        for (const { fault, reportsAfter, wait, taps, pageKilled } of attempts) {
          core.http.reply(startDevice, ({ headers }) => {
            if (fault === 'refused') return refused('1');
            if (fault === 'request lost') return new Problem('network');
            keys.add(headers['Idempotency-Key']);
            runsFrom = Math.min(runsFrom, core.clock.now() + reportsAfter);
            return fault === 'answer lost' ? new Problem('timeout') : null;
          });
          const [outcome] = await Promise.all(
            Array.from({ length: taps }, () =>
              starting.begin({ sno: 'DEV0001', settings: presetOf('bio', STANDARD_TABLES) }),
            ),
          );
          expect(keys.size).toBeLessThanOrEqual(1);
          if (outcome?.kind === 'started' || outcome?.kind === 'already-running') return;
          await core.clock.advance(wait);
          if (pageKilled) starting = core.reopened().get(StartTreatment);
        }
      }),
      { numRuns: 1_000, seed: SEED },
    );
  },
);

const command = fc.constantFrom('answered' as const, 'answer lost' as const, 'request lost' as const);

const treatment = fc.record({
  startsWith: command,
  /** Delay before the device executes the start, in ms; Infinity for never. */
  takesUpAfter: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 12_000 }) }, fc.constant(Infinity)),
  /** Age of the server's report of the device, in ms. */
  serverBehind: fc.integer({ min: 0, max: 8_000 }),
  /** Minutes by which the device's clock, and so its minute count, is fast. */
  clockAhead: fc.constantFrom(-10, 0, 10),
  /** Times of the device's own reports in ms, with the delay and the number of their deliveries. */
  reports: fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 40_000 }),
      late: fc.integer({ min: 0, max: 20_000 }),
      doubled: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  lineBreaksAt: fc.option(fc.integer({ min: 0, max: 40_000 })),
  stopsWith: command,
  stopTaps: fc.integer({ min: 1, max: 3 }),
});

test(
  'A device is started once and stopped once in a thousand treatments with lost responses, late, duplicate and reordered reports and a wrong clock',
  { timeout: TIME_LIMIT },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        treatment,
        async ({ startsWith, takesUpAfter, serverBehind, clockAhead, reports, lineBreaksAt, stopsWith, stopTaps }) => {
          const core = createTestApp();
          const { clock, http, channel } = core;
          core.at({ sno: 'DEV0001' });
          const commands = { starts: 0, stops: 0 };
          let [runsFrom, restsFrom] = [Infinity, Infinity];
          const runsAt = (instant: number) => instant >= runsFrom && instant < restsFrom;
          const reportOf = (instant: number) => {
            const on = runsAt(instant);
            return {
              onOff: on ? 1 : 0,
              ...(on ? { useTime: Math.max(0, Math.floor((instant - runsFrom) / 60_000) + clockAhead) } : {}),
            };
          };
          const meets = (how: typeof startsWith, acts: () => void) => () => {
            if (how === 'request lost') return new Problem('network');
            acts();
            return how === 'answer lost' ? new Problem('timeout') : null;
          };
          const starts = () => {
            commands.starts += 1;
            runsFrom = Math.min(runsFrom, clock.now() + takesUpAfter);
          };
          const stops = () => {
            commands.stops += 1;
            restsFrom = Math.min(restsFrom, clock.now());
          };
          http
            .reply(getDetail, online)
            .reply(listCards, aPage())
            .reply(listDevices, [aDevice()])
            .reply(enterPage, aSupply)
            .reply(checkDevice, () => ({
              ownerId: 'op1',
              status: runsFrom <= clock.now() ? 'DEVICE_WORKING' : 'DEVICE_FREE',
            }))
            .reply(readLatest, () => aReport(reportOf(clock.now() - serverBehind)))
            .reply(startDevice, meets(startsWith, starts), meets('answered', starts));

          const starting = core.get(StartTreatment);
          for (
            let turn = await starting.begin({ sno: 'DEV0001', settings: presetOf('bio', STANDARD_TABLES) });
            turn.kind !== 'started' && turn.kind !== 'already-running';
            turn = await starting.begin({ sno: 'DEV0001', settings: presetOf('bio', STANDARD_TABLES) })
          ) {
            await clock.advance(25_000);
          }
          expect(commands.starts).toBeLessThanOrEqual(
            takesUpAfter === Infinity && startsWith === 'answer lost' ? 2 : 1,
          );

          let shown: TreatmentView | undefined;
          const following = core.get(FollowTreatment).follow('DEV0001', (view) => (shown = view));
          await clock.advance(0);
          const began = clock.now();
          const arrivals = reports.flatMap(({ at, late, doubled }) =>
            [at + late, ...(doubled ? [at + late + 500] : [])].map((arrives) => ({
              at: began + at,
              arrives: began + arrives,
            })),
          );
          const everOn = () => runsFrom <= clock.now();
          for (const { at, arrives } of arrivals.toSorted((one, other) => one.arrives - other.arrives)) {
            await clock.advance(Math.max(0, arrives - clock.now()));
            if (lineBreaksAt !== null && clock.now() >= began + lineBreaksAt) break;
            channel.push({ kind: 'attributes', attributes: reportOf(at) });
            if (shown?.phase === 'running') expect(everOn()).toBe(true);
            if (shown?.phase === 'finished') expect(everOn()).toBe(true);
          }
          if (lineBreaksAt !== null && channel.openConnections > 0) channel.push({ kind: 'line', state: 'lost' });
          await clock.advance(31_000);
          expect(shown?.phase).toBe(takesUpAfter === Infinity ? 'unresponsive' : 'running');

          http.reply(stopDevice, meets(stopsWith, stops), meets('answered', stops));
          const stopping = core.get(StopTreatment);
          const stopOutcome = async () => {
            const stops = Promise.all(
              Array.from({ length: stopTaps }, () =>
                stopping.stop('DEV0001', { elapsed: 60_000, isRunning: shown?.phase === 'running' }).catch(Problem.of),
              ),
            );
            const [outcome] = await within(core, 30_000, stops);
            if (outcome && 'kind' in outcome && outcome.kind === 'stopped') expect(runsAt(clock.now())).toBe(false);
            return outcome;
          };
          const first = await stopOutcome();
          await clock.advance(10_000);
          const isStopped = first !== undefined && 'kind' in first && first.kind === 'stopped';
          const second = takesUpAfter === Infinity ? 'unconfirmed' : 'stopped';
          // A screen that has seen the end offers no stop.
          if (shown?.phase === 'finished') expect(runsAt(clock.now())).toBe(false);
          else if (!isStopped) expect(await stopOutcome()).toMatchObject({ kind: second });
          expect(commands.stops).toBeLessThanOrEqual(isStopped || stopsWith === 'request lost' ? 1 : 2);
          following.stop();
        },
      ),
      { numRuns: 1_000, seed: SEED },
    );
  },
);

const HOUR = 60 * 60_000;

const deed = fc.record({
  onSecondPhone: fc.boolean(),
  does: fc.constantFrom('starts bio' as const, 'starts sleep' as const, 'stops' as const),
  line: command,
  /** The device goes offline or online before this step. */
  online: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, fc.constant(false)),
  /** Milliseconds after the previous step, and the jump of the phone's clock. */
  wait: fc.integer({ min: 0, max: 200_000 }),
  clockJumps: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.constantFrom(-HOUR, -30_000, 30_000, HOUR)),
  pageKilled: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
});

const lives = fc.record({
  hasKeys: fc.boolean(),
  serverBehind: fc.integer({ min: 0, max: 8_000 }),
  deeds: fc.array(deed, { minLength: 1, maxLength: 7 }),
});

test(
  'A thousand devices used from two phones are reported as started only as requested and as stopped only at rest, despite lost and repeated responses and clock jumps',
  { timeout: TIME_LIMIT },
  async () => {
    await fc.assert(
      fc.asyncProperty(lives, async ({ hasKeys, serverBehind, deeds }) => {
        const adapters = fakeAdapters(hasKeys ? { idempotencyHeader: 'Idempotency-Key' } : {});
        const { clock, http } = adapters;
        /** Real time: the phone's clock without its jumps. */
        let jumped = 0;
        const now = () => clock.now() - jumped;
        const history: { from: number; runs?: { Function: number; WortTime: number } }[] = [{ from: -Infinity }];
        const at = (instant: number) => history.findLast(({ from }) => from <= instant)?.runs;
        const kept = new Map<string, null | RawAnswer>();
        let [line, online] = ['answered' as (typeof deeds)[number]['line'], true];
        const carriesOut =
          (act: (data: { Function: number; WortTime: number }) => null | RawAnswer) =>
          ({ headers, body }: { headers: Record<string, string>; body: string }) => {
            if (line === 'request lost') return new Problem('network');
            const key = headers['Idempotency-Key'];
            const answer = (key === undefined ? undefined : kept.get(key)) ?? act(JSON.parse(body).data);
            if (key !== undefined) kept.set(key, answer);
            return line === 'answer lost' ? new Problem('timeout') : answer;
          };
        http
          .reply(getDetail, () => ({ onlineStatusDesc: online ? '在线' : '离线' }))
          .reply(listCards, aPage())
          .reply(listDevices, [aDevice()])
          .reply(checkDevice, () => ({ ownerId: 'op1', status: at(now()) ? 'DEVICE_WORKING' : 'DEVICE_FREE' }))
          .reply(readLatest, () => {
            const runs = at(now() - serverBehind);
            return { onOff: runs ? 1 : 0, ...runs };
          })
          .reply(
            startDevice,
            carriesOut(({ Function: code, WortTime }) => {
              if (at(now()) || !online) return refused('500');
              history.push({ from: now(), runs: { Function: code, WortTime } });
              return null;
            }),
          )
          .reply(
            stopDevice,
            carriesOut(() => {
              if (!online) return refused('500');
              history.push({ from: now() });
              return null;
            }),
          );
        const phones = [
          createTestApp({ adapters }),
          createTestApp({ adapters: { ...adapters, storage: fakeAdapters().storage } }),
        ];
        for (const phone of phones) phone.at({ sno: 'DEV0001' });
        for (const { onSecondPhone, does, wait, clockJumps, pageKilled, ...circumstances } of deeds) {
          ({ line, online } = circumstances);
          const which = onSecondPhone ? 1 : 0;
          const phone = phones[which] as (typeof phones)[number];
          if (does === 'stops') {
            let outcome: unknown;
            void phone
              .get(StopTreatment)
              .stop('DEV0001')
              .then((result) => (outcome = result.kind));
            await clock.advance(35_000);
            expect(outcome).toBeDefined();
            if (outcome === 'stopped' || outcome === 'not-running') expect(at(now())).toBeUndefined();
          } else {
            const settings = presetOf(does === 'starts bio' ? 'bio' : 'sleep', STANDARD_TABLES);
            const outcome = await phone.get(StartTreatment).begin({ sno: 'DEV0001', settings });
            if (outcome.kind === 'started' && line === 'answered' && kept.size === 0)
              expect(at(now())?.WortTime).toBe(settings.workMinutes);
            const isAsAsked = (runs: ReturnType<typeof at>) => runs?.WortTime === settings.workMinutes;
            if (outcome.kind === 'already-running')
              expect([at(now()), at(now() - serverBehind)].map(isAsAsked)).toContain(outcome.asAsked);
          }
          await clock.advance(wait);
          if (clockJumps !== 0) await clock.advance(clockJumps);
          jumped += clockJumps;
          if (pageKilled) phones[which] = phone.reopened();
        }
      }),
      { numRuns: 1_000, seed: SEED },
    );
  },
);
