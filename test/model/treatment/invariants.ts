import { devicesThatMayRun } from '../../../src/core/treatment/records/treatment-records.ts';
import type { Invariant } from '../model.ts';
import {
  deviceAt,
  MINUTES,
  pageOf,
  recordsOf,
  snoOf,
  startedOf,
  type Action,
  type Claim,
  type Device,
  type Mode,
  type Page,
  type Run,
  type World,
} from './world.ts';
import { viewOf } from './view.ts';

type TreatmentInvariant = Invariant<World, Action>;

const IS_STOP: Partial<Record<Claim['kind'], true>> = { stopped: true, 'not-running': true };
const AT_REST: readonly Claim['kind'][] = ['stopped', 'not-running', 'finished', 'idle', 'offline'];

/**
 * The run that a claim of rest overlooks: one that this phone has started, or, after a stop, one that was there at the
 * tap.
 */
function overlooked(world: World, { kind, page, device, epoch }: Claim): Run | undefined {
  const { run, orders } = deviceAt(world, device);
  const starts = orders.flatMap((order) => (order.kind === 'start' ? [order.run] : []));
  const { phone, account } = pageOf(world, page);
  return [...(run ? [run] : []), ...starts].find(
    (each) => each.account === account && (each.phone === phone || (IS_STOP[kind] && each.epoch <= epoch)),
  );
}

/** True if the device runs in the mode, or has done so since the tap. */
function hasRun({ run, lastRun }: Device, mode: Mode | undefined, epoch: number): boolean {
  return run?.mode === mode || (lastRun !== undefined && lastRun.mode === mode && lastRun.epoch > epoch);
}

/** A way to stop the device in one step: its own screen, or the bar, once the server says that it runs. */
function isWithinReach(world: World, page: Page, device: number): boolean {
  if (page.isCommandLine || page.bars.includes(device)) return true;
  if (devicesThatMayRun(recordsOf(world, page), world.now).includes(snoOf(device))) return true;
  return page.tracked !== undefined && page.device === device && viewOf(page.tracked, world.now).phase !== 'idle';
}

export const INVARIANTS: readonly TreatmentInvariant[] = [
  {
    id: 'rest-is-true',
    sentence: 'The app never says that a treatment has stopped, finished or does not run while the device may run.',
    violation: (_before, _action, after) => {
      const wrong = after.claims.find((claim) => AT_REST.includes(claim.kind) && overlooked(after, claim));
      return wrong && `the app says "${wrong.kind}" of device ${wrong.device + 1}, which runs or is about to`;
    },
  },
  {
    id: 'started-as-asked',
    sentence: 'The app never says "started" unless the device runs with the settings that the app names.',
    violation: (_before, _action, after) => {
      const wrong = after.claims.find(
        ({ kind, device, mode, epoch }) => kind === 'started' && !hasRun(deviceAt(after, device), mode, epoch),
      );
      return wrong && `the app says that device ${wrong.device + 1} has started in mode ${wrong.mode ?? ''}`;
    },
  },
  {
    id: 'one-use',
    sentence: 'One treatment that the patient asks for costs at most one use, however often the patient taps.',
    violation: (_before, _action, after) =>
      after.claims.some(({ kind }) => kind === 'used-twice') ? 'the server has deducted a second use' : undefined,
  },
  {
    id: 'stop-within-reach',
    sentence: 'While a device runs, each page of the phone that started it leads to its stop in one step.',
    violation: (_before, _action, after) => {
      for (const [at, { run }] of after.devices.entries()) {
        if (!run) continue;
        const lost = after.pages.findIndex(
          (page) => page.phone === run.phone && page.account === run.account && !isWithinReach(after, page, at),
        );
        if (lost >= 0) return `page ${lost + 1} shows no way to stop device ${at + 1}`;
      }
      return undefined;
    },
  },
  {
    id: 'one-account',
    sentence: 'Nothing of one person is kept for, shown to or done for another.',
    violation: (before, _action, { phones }) => {
      if (phones === before.phones) return undefined;
      for (const [at, records] of phones.entries())
        for (const account of ['me', 'you'] as const) {
          const { pendingStarts } = records[account];
          const isForeign = (minutes: number | undefined) => minutes !== undefined && minutes !== MINUTES[account];
          const has =
            startedOf(records[account]).some(({ state }) => isForeign(state.workMinutes)) ||
            Object.values(pendingStarts).some(({ settings }) => isForeign(settings?.workMinutes));
          if (has) return `phone ${at + 1} keeps a treatment of another person`;
        }
      return undefined;
    },
  },
  {
    id: 'no-act-for-a-gone-screen',
    sentence: 'A screen that the patient has left starts nothing.',
    violation: (_before, _action, after) =>
      after.claims.some(({ kind, isGone }) => kind === 'sent' && isGone)
        ? 'the app sends a start although its screen is gone'
        : undefined,
  },
];
