import { START_STEPS } from '../../../src/core/treatment/start-steps.ts';
import { STOP_STEPS } from '../../../src/core/treatment/stop-steps.ts';
import { NO_TREATMENTS, TREATMENT_EVENTS } from '../../../src/core/treatment/treatment-records.ts';
import { TRACKER } from '../../../src/core/treatment/treatment-tracker.ts';
import type { Model } from '../model.ts';
import { withFault } from '../planted.ts';
import { ACCOUNTS, applied } from './apply.ts';
import { actionsOf } from './commands.ts';
import { INVARIANTS } from './invariants.ts';
import { keyOf } from './key.ts';
import { settlingStep, UNTIL_OVER_MS } from './settle.ts';
import { toldOf } from './tell.ts';
import { atRest, type Account, type Action, type Page, type Rules, type World } from './world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const RULES: Rules = {
  modes: ['A'],
  clock: [15 * SECOND, UNTIL_OVER_MS],
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

const page = (phone: number, change: Partial<Page> = {}): Page => ({
  phone,
  account: 'me',
  isCommandLine: false,
  screen: 'menu',
  device: 0,
  bars: [],
  ...change,
});

function scenario(
  name: string,
  rules: Partial<Rules>,
  pages: readonly Page[],
  devices = 1,
): { name: string; world: World } {
  const phones = 1 + Math.max(...pages.map(({ phone }) => phone));
  const records: Record<Account, typeof NO_TREATMENTS> = { me: NO_TREATMENTS, you: NO_TREATMENTS };
  return {
    name,
    world: {
      rules: { ...RULES, ...rules },
      now: 0,
      devices: Array.from({ length: devices }, () => atRest),
      phones: Array.from({ length: phones }, () => records),
      pages,
      commands: [],
      claims: [],
    },
  };
}

/** All interleavings of treatments: the tables of start, stop, records and tracking in worlds of phones and devices. */
export const treatmentModel: Model<World, Action> = {
  name: 'treatment',
  starts: [
    scenario(
      'one page',
      {
        modes: ['A', 'B'],
        ignores: true,
        offline: true,
        ends: true,
        clock: [5 * SECOND, 15 * SECOND, 11 * MINUTE, UNTIL_OVER_MS, -30 * MINUTE],
      },
      [page(0)],
    ),
    scenario('two pages of one phone', { ends: true, mostCommands: 3 }, [page(0), page(0)]),
    scenario(
      'two pages and a server that recognises keys',
      { server: 'keys', clock: [15 * SECOND, 2 * MINUTE, UNTIL_OVER_MS] },
      [page(0), page(0)],
    ),
    scenario('two devices', { leaves: true, losses: false }, [page(0)], 2),
    scenario('a phone and the command line', { modes: ['A', 'B'], ignores: true }, [
      page(0),
      page(1, { isCommandLine: true }),
    ]),
    scenario(
      'two people on one phone and another at the device',
      { signsIn: true, others: true, losses: false, ends: true },
      [page(0), page(0, { account: 'you' })],
    ),
  ],
  actions: actionsOf,
  apply: applied,
  key: keyOf,
  tell: toldOf,
  invariants: INVARIANTS,
  settle: settlingStep,
  depth: 10,
  actors: [],
  leftOut: [],
  faults: [],
};
void [START_STEPS, STOP_STEPS, TREATMENT_EVENTS, TRACKER, ACCOUNTS, withFault];
