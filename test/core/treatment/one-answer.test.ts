import { expect, test } from 'vitest';
import type { Clock } from '../../../src/ports/clock.ts';
import type { ApiClient } from '../../../src/core/api/api-client.ts';
import { MINUTE, SECOND } from '../../../src/core/basics/time.ts';
import { checkDevice, getDetail, readLatest } from '../../../src/core/device/api.ts';
import type { DeviceStatus } from '../../../src/core/device/device.ts';
import { runsBy, type DeviceState } from '../../../src/core/device/device-state.ts';
import type { DeviceSnapshot } from '../../../src/core/device/follow/follow-device.ts';
import { TRACKER } from '../../../src/core/treatment/follow/treatment-tracker.ts';
import { viewOf, type TreatmentPhase } from '../../../src/core/treatment/follow/treatment-view.ts';
import { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import {
  NO_TREATMENTS,
  type ByDevice,
  type TreatmentRecords,
} from '../../../src/core/treatment/records/treatment-records.ts';
import { ResumeTreatment } from '../../../src/core/treatment/resume-treatment.ts';
import { obstacleToStart } from '../../../src/core/treatment/start/start.ts';
import { obstacleToStop } from '../../../src/core/treatment/stop/stop.ts';
import type { PendingStart, StartedTreatment } from '../../../src/core/treatment/treatment.ts';

const NOW = 1_772_413_200_000;
const SNO = 'DEV0001';
const bio = { function: 'bio', workMinutes: 30 } as const;
const settings = { ...bio, auxiliary: 'none' } as const;

const AGES = [3 * SECOND, 30 * SECOND, 6 * MINUTE, 40 * MINUTE];
const SEEN: Partial<StartedTreatment>[] = [
  {},
  { recordMayBeOld: true },
  { ran: true },
  { ran: true, unrecorded: true },
  { ran: true, ranLate: true },
  { ran: true, rested: true },
];
const STARTS: (StartedTreatment | undefined)[] = [
  undefined,
  ...AGES.flatMap((age) => SEEN.map((seen) => ({ sno: SNO, at: NOW - age, state: bio, ...seen }))),
];
const UNANSWERED = [undefined, 3 * SECOND, 5 * MINUTE].map((age): PendingStart | undefined =>
  age === undefined ? undefined : { sno: SNO, at: NOW - age, key: 'k', settings },
);
/** What is remembered of a stop: none, one that was answered, one without an effect, both, one that was confirmed. */
const STOPS: Partial<TreatmentRecords>[] = [
  {},
  ...[2 * SECOND, MINUTE, 8 * MINUTE].flatMap((age) => [
    { stopUnconfirmedAt: entry(NOW - age) },
    { stopsFailed: entry(NOW - age) },
    { stopUnconfirmedAt: entry(NOW - age), stopsFailed: entry(NOW - age) },
    { stoppedAt: entry(NOW - age) },
  ]),
];
const WORDS: (DeviceStatus | undefined)[] = [undefined, 'free', 'using', 'locked', 'working', 'used', 'offline'];
const CONNECTIONS = [undefined, true, false];
const run = (more: DeviceState = {}): DeviceState => ({ on: true, ...bio, ...more });
const REPORTS: (DeviceState | undefined)[] = [
  undefined,
  { workMinutes: 30 },
  { on: false, workMinutes: 30 },
  run(),
  run({ usedMinutes: 0 }),
  run({ usedMinutes: 6 }),
  run({ usedMinutes: 25 }),
  run({ function: 'light', usedMinutes: 0 }),
];

function entry<Entry>(value: Entry): ByDevice<Entry> {
  return { [SNO]: value } as ByDevice<Entry>;
}

/** What this phone may remember of a device. */
function* memories(): Generator<TreatmentRecords> {
  for (const started of STARTS)
    for (const pending of UNANSWERED)
      for (const stop of STOPS) {
        if (pending && started && started.at > pending.at) continue;
        yield {
          ...NO_TREATMENTS,
          ...(started && { started: entry(started) }),
          ...(pending && { pendingStarts: entry(pending) }),
          ...stop,
        };
      }
}

interface Heard {
  status: DeviceStatus | undefined;
  online: boolean | undefined;
  report: DeviceState | undefined;
}

function* answers(): Generator<Heard> {
  for (const status of WORDS)
    for (const online of CONNECTIONS) for (const report of REPORTS) yield { status, online, report };
}

/** What the bar, the screen of the treatment, a start and a stop make of the same memory and the same answers. */
async function places(records: TreatmentRecords, { status, online, report: state }: Heard) {
  const evidence = { status, online, report: state && { state, at: NOW } };
  const facts = { records, now: NOW };
  const inquiry = { isOnline: online ?? status !== 'offline', evidence, question: 'none' as const, isLeft: false };
  const snapshot: DeviceSnapshot = {
    state: state ?? {},
    online,
    seenAt: state && NOW,
    countedAt: state?.usedMinutes === undefined ? undefined : NOW,
    answered: true,
    recordRuns: runsBy(state ?? {}),
    line: 'polling',
    loginFailed: false,
  };
  const check = { at: NOW, status };
  const begun = TRACKER.checked(TRACKER.begin(SNO, records, NOW), check, records, NOW);
  const screen = viewOf(TRACKER.take(begun, snapshot, records, NOW).next, NOW);
  return {
    bar: await barOf(records, { status, online, report: state }),
    screen: { phase: screen.phase, mayRun: screen.mayStillRun },
    start: obstacleToStart({ sno: SNO, settings }, inquiry, facts).obstacle?.kind ?? 'sent',
    stop: obstacleToStop(SNO, evidence, facts) ?? 'sent',
  };
}

async function barOf(records: TreatmentRecords, { status, online, report }: Heard): Promise<string> {
  const log = Object.assign(Object.create(TreatmentLog.prototype) as TreatmentLog, {
    clock: { now: () => NOW },
    records: () => records,
    record: () => {},
  });
  const answersOf = new Map<unknown, unknown>([
    [checkDevice, { status }],
    [getDetail, { online }],
    [readLatest, report ?? {}],
  ]);
  const api = { call: async (endpoint: unknown) => answersOf.get(endpoint) } as unknown as ApiClient;
  const clock = { now: () => NOW, onCorrection: () => () => {} } as unknown as Clock;
  const resume = new ResumeTreatment(api, log, clock, { report: () => {} } as never);
  const reading = (await resume.lookAt([SNO])).get(SNO);
  if (typeof reading !== 'object') return reading ?? 'unknown';
  return reading.isStarting ? 'may-run' : 'running';
}

const OVER: readonly TreatmentPhase[] = ['idle', 'finished', 'over'];

test('The bar, the screen of the treatment, a start and a stop say the same of a device, whatever is remembered and heard of it', async () => {
  const disagreements = new Set<string>();
  let cases = 0;
  for (const records of memories())
    for (const heard of answers()) {
      cases += 1;
      const { bar, screen, start, stop } = await places(records, heard);
      const isPending = Object.keys(records.pendingStarts).length > 0;
      const rules = {
        'a run of this user is shown by all': [bar === 'running', screen.phase === 'running'],
        'what this user runs is not started again': screen.phase !== 'running' || start === 'already-running',
        'somebody else’s run is theirs for the bar and the stop': [bar === 'not-mine', stop === 'not-mine'],
        'somebody else’s run is not shown as one that may treat this user':
          bar !== 'not-mine' || screen.mayRun === false,
        'another run is one for all': [
          bar === 'another-run',
          screen.phase === 'another-run',
          start === 'another-run',
          stop === 'another-run',
        ],
        'what has ended is started anew, unless the shop has locked the device':
          !OVER.includes(screen.phase) ||
          (screen.mayRun === false && start === (heard.status === 'locked' ? 'unavailable' : 'sent')),
        'what may run for the bar may run on the screen': bar !== 'may-run' || screen.mayRun !== false,
        'what is not started because it may run may run on the screen':
          !['already-running', 'may-run', 'reports-run'].includes(start) || screen.mayRun !== false,
        'no start is sent to what may run, unless the command looks for an earlier one':
          screen.mayRun !== true || bar !== 'may-run' || start !== 'sent' || isPending,
      };
      for (const [rule, holds] of Object.entries(rules))
        if (Array.isArray(holds) ? new Set(holds).size > 1 : !holds)
          disagreements.add(`${rule}: ${bar} | ${screen.phase} ${screen.mayRun} | ${start} | ${stop}`);
    }
  expect(cases).toBeGreaterThan(50_000);
  expect([...disagreements]).toEqual([]);
}, 300_000);
