import { INQUIRY_STEPS, START_STEPS } from '../../../src/core/treatment/start/start-steps.ts';
import { STOP_STEPS } from '../../../src/core/treatment/stop/stop-steps.ts';
import {
  NO_TREATMENTS,
  TREATMENT_EVENTS,
  type TreatmentRecords,
} from '../../../src/core/treatment/records/treatment-records.ts';
import { TRACKER } from '../../../src/core/treatment/follow/treatment-tracker.ts';
import type { Model } from '../model.ts';
import { withDecision, withFault } from '../planted.ts';
import { ACCOUNTS, applied } from './apply.ts';
import { actionsOf } from './commands.ts';
import { INVARIANTS } from './invariants.ts';
import { keyOf } from './key.ts';
import { settlingStep, UNTIL_OVER_MS } from './settle.ts';
import { toldOf } from './tell.ts';
import {
  atRest,
  SETTINGS,
  snoOf,
  type Account,
  type Action,
  type Page,
  type Rules,
  type Run,
  type World,
} from './world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const RULES: Omit<Rules, 'scenario'> = {
  modes: ['A'],
  clock: [15 * SECOND, UNTIL_OVER_MS],
  setsBack: false,
  mostCommands: 2,
  server: 'status',
  ignores: false,
  offline: false,
  ends: false,
  others: false,
  losses: true,
  leaves: true,
  reloads: true,
  signsIn: false,
};

export const page = (phone: number, change: Partial<Page> = {}): Page => ({
  phone,
  account: 'me',
  isCommandLine: false,
  screen: 'menu',
  device: 0,
  bars: [],
  ...change,
});

const NOTHING: Record<Account, TreatmentRecords> = { me: NO_TREATMENTS, you: NO_TREATMENTS };

export function scenario(name: string, pages: readonly Page[], rules: Partial<Rules>, before: Partial<World> = {}) {
  const world: World = {
    rules: { scenario: name, ...RULES, ...rules },
    now: 0,
    wasSetBack: false,
    devices: [atRest],
    phones: Array.from({ length: 1 + Math.max(...pages.map(({ phone }) => phone)) }, () => NOTHING),
    pages,
    commands: [],
    claims: [],
    ended: [],
    ...before,
  };
  return { name, world };
}

const RUN: Run = { mode: 'A', phone: 0, account: 'me', epoch: 1 };
/** The first of two devices runs, and its phone knows it. */
const ONE_RUNS: Partial<World> = {
  devices: [
    { ...atRest, epoch: 1, run: { ...RUN, at: 0 }, lastRun: RUN, report: { mode: 'A', account: 'me' }, worksFor: 'me' },
    atRest,
  ],
  phones: [
    {
      me: {
        ...NO_TREATMENTS,
        started: { [snoOf(0)]: { sno: snoOf(0), at: 0, state: { on: true, ...SETTINGS.A.me }, ran: true } },
      },
      you: NO_TREATMENTS,
    },
  ],
};
const YOURS: Run = { ...RUN, account: 'you' };
/** The device runs for the second person; the first one has tapped a start, and its request was lost. */
const LOST_REQUEST: Partial<World> = {
  devices: [
    {
      ...atRest,
      epoch: 1,
      run: { ...YOURS, at: 0 },
      lastRun: YOURS,
      report: { mode: 'A', account: 'you' },
      worksFor: 'you',
    },
  ],
  phones: [
    {
      me: {
        ...NO_TREATMENTS,
        pendingStarts: { [snoOf(0)]: { sno: snoOf(0), settings: SETTINGS.A.me, key: 'lost', at: 0, tries: 1 } },
      },
      you: {
        ...NO_TREATMENTS,
        started: { [snoOf(0)]: { sno: snoOf(0), at: 0, state: { on: true, ...SETTINGS.A.you }, ran: true } },
      },
    },
  ],
};

const ONE_PAGE = 'one page';
const TWO_PAGES = 'two pages of one phone, and another person at the device';
const KEYS = 'two pages, and a server that recognises repeated starts';
const TWO_DEVICES = 'one page and two devices';
const COMMAND_LINE = 'a page, and the command line of the same person';
const TWO_PEOPLE = 'two people on one phone: a device runs for one, the other has lost a response';

/** All interleavings of treatments: the tables of starts, stops, records and tracking among phones and devices. */
export const treatmentModel: Model<World, Action> = {
  name: 'treatment',
  starts: [
    scenario(ONE_PAGE, [page(0)], {
      clock: [15 * SECOND, 11 * MINUTE, UNTIL_OVER_MS],
      setsBack: true,
      ignores: true,
      offline: true,
      ends: true,
    }),
    scenario(TWO_PAGES, [page(0), page(0)], { ends: true, others: true }),
    scenario(KEYS, [page(0), page(0)], { server: 'keys', clock: [15 * SECOND, 2 * MINUTE, UNTIL_OVER_MS] }),
    scenario(TWO_DEVICES, [page(0, { device: 1 })], {}, ONE_RUNS),
    scenario(COMMAND_LINE, [page(0), page(1, { isCommandLine: true })], { modes: ['A', 'B'], ignores: true }),
    scenario(
      TWO_PEOPLE,
      [page(0), page(0, { account: 'you' })],
      { signsIn: true, reloads: false, losses: false },
      LOST_REQUEST,
    ),
  ],
  actions: actionsOf,
  apply: applied,
  key: keyOf,
  tell: toldOf,
  invariants: INVARIANTS,
  settle: settlingStep,
  depth: 10,
  actors: [
    'one or two pages of one phone, each with a start and a stop at a time',
    'the command line of the same person, as a second phone',
    'another person on the same phone, and one at the device',
    'the server, with or without idempotency keys',
    'one or two devices',
    'the clock of the phone, which is set back once at most',
  ],
  leftOut: [
    'A response is as old as its delivery: the age of what the server knows comes from late reports of the device.',
    'More than 15 s do not pass during a command, except that its page is discarded: a frozen page is not modelled.',
    'The pages of one phone hold the lock for less than a minute, and a phone has one clock for its pages.',
    'A device receives a command within two minutes or never, and a treatment ends within its minutes.',
    'The server starts no device that it calls running. With keys only, it does not remember that it has just started a device; then the device reports within 15 s, and otherwise no app could prevent a second deduction.',
    'A screen that follows a device shows it as idle until the first report if another phone has started it meanwhile: the reads that the screen repeats do not say for whom a device works.',
    'The settings that a screen shows after a refused repetition are those of the last tap until the device reports.',
    'The questions before a deduction, the payment and the counted minutes of a device are not modelled, nor is `s2c_binding_changed` of the channel, after which the app keeps asking the server.',
  ],
  faults: [
    {
      name: 'an early report of rest ends each stop',
      violates: 'rest-is-true',
      scenario: ONE_PAGE,
      plant: (work) =>
        withDecision(
          STOP_STEPS,
          'confirming',
          (next) =>
            (state, ...rest) =>
              next({ ...state, reported: true }, ...rest),
          work,
        ),
    },
    {
      name: 'a screen takes no notice of starts on other pages',
      violates: 'rest-is-true',
      scenario: TWO_PAGES,
      plant: (work) =>
        withFault(
          TRACKER,
          ({ take }) => ({ take: (before, snapshot, _, now) => take(before, snapshot, NO_TREATMENTS, now) }),
          work,
        ),
    },
    {
      name: 'the command line believes that an accepted start runs',
      violates: 'started-as-asked',
      scenario: COMMAND_LINE,
      plant: (work) =>
        withDecision(
          START_STEPS,
          'confirming',
          (next) => (state, _, facts) => {
            const report = { state: { on: true, ...state.start.settings }, at: facts.now };
            return next(state, { status: 'working', report }, facts);
          },
          work,
        ),
    },
    {
      name: 'a start does not wait for what another page has started',
      violates: 'one-use',
      scenario: KEYS,
      plant: (work) =>
        withDecision(
          START_STEPS,
          'queued',
          (next) => (state, input, facts) => next(state, input, { ...facts, records: NO_TREATMENTS }),
          work,
        ),
    },
    {
      name: 'only the last start of a phone is remembered',
      violates: 'stop-within-reach',
      scenario: TWO_DEVICES,
      plant: (work) =>
        withFault(
          TREATMENT_EVENTS,
          ({ startTookEffect }) => ({
            startTookEffect: (records, event, now) => startTookEffect({ ...records, started: {} }, event, now),
          }),
          work,
        ),
    },
    {
      name: 'two people on one phone share their records',
      violates: 'one-account',
      scenario: TWO_PEOPLE,
      plant: (work) => withFault(ACCOUNTS, () => ({ areaOf: () => 'me' }), work),
    },
    {
      name: 'a running device counts as started by the person who lost a response',
      violates: 'one-account',
      scenario: TWO_PEOPLE,
      plant: (work) =>
        withDecision(
          INQUIRY_STEPS,
          'inquiring',
          (next) => (state, input, facts) =>
            next(state, { ...input, evidence: { ...input.evidence, status: 'working' } }, facts),
          work,
        ),
    },
    {
      name: 'a start is sent although its screen is gone',
      violates: 'no-act-for-a-gone-screen',
      scenario: ONE_PAGE,
      plant: (work) =>
        withDecision(
          START_STEPS,
          'queued',
          (next) => (state, input, facts) => next(state, input, { ...facts, isLeft: false }),
          work,
        ),
    },
    {
      name: 'a stop asks the device for ever',
      violates: 'leads-to-settled',
      scenario: ONE_PAGE,
      plant: (work) =>
        withFault(
          STOP_STEPS,
          ({ pausing }) => ({
            pausing: { ...pausing, next: (state) => ({ next: { ...state, at: 'confirming' } }) },
          }),
          work,
        ),
    },
  ],
};
