import { isReportedRunning, SET_BACK_MS, type Action, type Command, type Page, type World } from './world.ts';
import { viewOf } from './view.ts';

const COMMAND_MS = 15_000;

/** The n-th start or stop of a page that is under way. */
export function commandAt({ commands }: World, page: number, kind: Command['kind'], nth: number): Command {
  const found = commands.filter((each) => each.page === page && each.kind === kind)[nth];
  if (!found) throw new Error(`page ${page} has no ${kind} ${nth}`);
  return found;
}

function placeOf({ commands }: World, command: Command): number {
  return commands.filter((each) => each.page === command.page && each.kind === command.kind).indexOf(command);
}

/** The commands that keep a start from the lock of its device. */
export function holders({ commands, pages }: World, { page, device }: Pick<Command, 'page' | 'device'>): Command[] {
  return commands.filter(
    ({ kind, state: { at }, ...each }) =>
      kind === 'start' &&
      each.device === device &&
      pages[each.page]?.phone === pages[page]?.phone &&
      (at === 'finding' || at === 'sending' || at === 'reading'),
  );
}

/** Everything that may happen next. */
export function actionsOf(world: World): Action[] {
  return [...tapsOf(world), ...answersOf(world), ...devicesOf(world), ...clockOf(world)];
}

export function tapsOf(world: World): Action[] {
  const { rules, commands } = world;
  const mayBegin = commands.length < rules.mostCommands;
  return world.pages.flatMap((page, at): Action[] => {
    const own = commands.filter((each) => each.page === at);
    const isBusy = own.some(({ isGone, device }) => !isGone && device === page.device);
    const taps: Action[] = [];
    if (mayBegin && mayTapStart(page, isBusy))
      for (const mode of rules.modes) taps.push({ type: 'start', page: at, mode });
    const mayJoin = own.some(({ kind, device }) => kind === 'stop' && device === page.device);
    if ((mayBegin || mayJoin) && mayTapStop(world, page, isBusy)) taps.push({ type: 'stop', page: at });
    if (page.isCommandLine) {
      if (rules.reloads && own.length > 0) taps.push({ type: 'reload', page: at });
      return taps;
    }
    if (page.tracked) taps.push({ type: 'follow', page: at });
    taps.push({ type: 'refresh', page: at });
    if (rules.leaves && page.screen !== 'elsewhere')
      taps.push({ type: 'open', page: at, screen: 'elsewhere', device: page.device });
    if (rules.reloads) taps.push({ type: 'reload', page: at });
    if (page.screen === 'elsewhere')
      for (const device of world.devices.keys())
        taps.push(
          { type: 'open', page: at, screen: 'menu', device },
          { type: 'open', page: at, screen: 'process', device },
        );
    if (rules.signsIn) taps.push({ type: 'sign-in', page: at, account: page.account === 'me' ? 'you' : 'me' });
    return taps;
  });
}

/** The tiles are locked while the bar shows the device. */
function mayTapStart({ screen, isCommandLine, bars, device }: Page, isBusy: boolean): boolean {
  return (isCommandLine || screen === 'menu') && !isBusy && !bars.includes(device);
}

function mayTapStop({ now }: World, { tracked, isCommandLine }: Page, isBusy: boolean): boolean {
  if (isBusy) return false;
  if (isCommandLine) return true;
  const phase = tracked && viewOf(tracked, now).phase;
  return phase !== undefined && phase !== 'idle' && phase !== 'finished' && phase !== 'offline';
}

export function answersOf(world: World): Action[] {
  return world.commands.flatMap((command): Action[] => {
    const answer = { type: 'answer' as const, page: command.page, command: command.kind, nth: placeOf(world, command) };
    switch (command.state.at) {
      case 'queued':
        return holders(world, command).length > 0 ? [] : [answer];
      case 'sending': {
        const lost: Action[] = world.rules.losses ? [{ ...answer, isLost: true }] : [];
        return command.reached ? [answer, ...lost] : [{ ...answer, type: 'reach' }, ...lost];
      }
      case 'pausing':
        return [answer, { ...answer, isLate: true }];
      case 'delayed':
        return [answer];
      default:
        return world.rules.losses ? [answer, { ...answer, isLost: true }] : [answer];
    }
  });
}

export function devicesOf({ devices, rules }: World): Action[] {
  return devices.flatMap((device, at): Action[] => {
    const can: Action[] = [];
    if (device.isOnline) {
      if (device.orders.length > 0) {
        can.push({ type: 'obey', device: at });
        if (rules.ignores) can.push({ type: 'ignore', device: at });
      }
      const isNews =
        device.run?.mode !== (isReportedRunning(device) ? device.report?.mode : undefined) ||
        device.run?.account !== device.worksFor ||
        !device.report;
      if (isNews) can.push({ type: 'report', device: at });
    }
    if (device.run && rules.ends) can.push({ type: 'end', device: at });
    if (rules.offline) can.push({ type: 'connect', device: at });
    if (rules.others && device.isOnline && device.worksFor === undefined && device.orders.length === 0)
      can.push({ type: 'start-elsewhere', device: at });
    return can;
  });
}

/** A request and a confirmation end within 15 s, so more time passes only between the commands. */
function clockOf({ rules, commands, wasSetBack }: World): Action[] {
  const longestMs = commands.length > 0 ? COMMAND_MS : Infinity;
  const steps = rules.setsBack && !wasSetBack ? [...rules.clock, -SET_BACK_MS] : rules.clock;
  return steps.flatMap((ms) => (ms > longestMs ? [] : [{ type: 'clock', ms }]));
}
