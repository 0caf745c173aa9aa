import type { Step } from '../../../src/core/basics/command-steps.ts';
import type { DeviceStatus } from '../../../src/core/device/device.ts';
import { afterReport, runs, type DeviceState } from '../../../src/core/device/device-state.ts';
import {
  onTap,
  INQUIRY_STEPS,
  START_STEPS,
  type CommandState,
  type InquiryState,
  type StartFacts,
  type StartInputs,
} from '../../../src/core/treatment/start/start-steps.ts';
import {
  onStop,
  STOP_STEPS,
  type StopFacts,
  type StopInputs,
  type StopState,
} from '../../../src/core/treatment/stop/stop-steps.ts';
import type { RunEvidence } from '../../../src/core/treatment/running-state.ts';
import { CONFIRMATION_TIMEOUT_MS } from '../../../src/core/treatment/treatment.ts';
import {
  afterTreatmentEvent,
  devicesThatMayRun,
  foundRunning,
  type TreatmentEvent,
} from '../../../src/core/treatment/records/treatment-records.ts';
import { runningState, type RunningState } from '../../../src/core/treatment/running-state.ts';
import { TRACKER, type TrackedTreatment } from '../../../src/core/treatment/follow/treatment-tracker.ts';
import { sightOf } from '../../../src/core/treatment/follow/treatment-view.ts';
import { commandAt } from './commands.ts';
import {
  deviceAt,
  deviceOf,
  ELSEWHERE,
  isReportedRunning,
  LOST,
  pageOf,
  recordsOf,
  REFUSED,
  replaced,
  reportOf,
  RUN_MS,
  SETTINGS,
  snoOf,
  type Action,
  type Claim,
  type Command,
  type Device,
  type Mode,
  type Page,
  type Run,
  type World,
} from './world.ts';
import { viewOf } from './view.ts';

const MINUTE = 60_000;
/** For so long the server recognises a repeated start, and a device may take a command. */
const KEY_MS = 2 * MINUTE;
/** By then, a device has reported to a server that recognises repeated starts by their keys only. */
const REPORT_MS = 15_000;

/** Decides which account's records a page writes. */
export const ACCOUNTS = { areaOf: (page: Page): Page['account'] => page.account };

export function applied(world: World, action: Action): World {
  const before = world.claims.length + world.ended.length > 0 ? { ...world, claims: [], ended: [] } : world;
  switch (action.type) {
    case 'start':
      return tapStart(before, action.page, action.mode);
    case 'stop':
      return tapStop(before, action.page);
    case 'open':
      return opened(left(before, action.page), action.page, action.screen, action.device);
    case 'reload':
      return opened({ ...killed(before, action.page) }, action.page, 'elsewhere', pageOf(before, action.page).device);
    case 'sign-in': {
      const other = withPage(killed(before, action.page), action.page, { account: action.account });
      return opened(other, action.page, 'elsewhere', pageOf(before, action.page).device);
    }
    case 'follow':
      return followed(before, action.page);
    case 'refresh':
      return refreshed(before, action.page);
    case 'reach':
      return reached(before, commandAt(before, action.page, action.command, action.nth));
    case 'answer':
      return answered(before, commandAt(before, action.page, action.command, action.nth), action);
    case 'clock':
      return clockMoved(before, action.ms);
    default:
      return withDevice(before, action.device, deviceAfter(before, deviceAt(before, action.device), action.type));
  }
}

function deviceAfter(
  { now }: World,
  device: Device,
  type: 'obey' | 'ignore' | 'report' | 'end' | 'connect' | 'start-elsewhere',
): Device {
  const [order, ...orders] = device.orders;
  switch (type) {
    case 'obey':
      return {
        ...device,
        orders,
        run: order?.kind === 'start' ? { ...order.run, at: now } : undefined,
        lastRun: order?.kind === 'start' ? order.run : device.lastRun,
      };
    case 'ignore':
      return { ...device, orders };
    case 'end':
      return { ...device, run: undefined };
    case 'connect':
      return { ...device, isOnline: !device.isOnline };
    case 'start-elsewhere': {
      const run: Run = { mode: 'B', phone: ELSEWHERE, account: 'you', epoch: device.epoch + 1 };
      return { ...device, epoch: run.epoch, worksFor: 'you', orders: [...device.orders, { kind: 'start', run }] };
    }
    case 'report': {
      const { run } = device;
      if (run) return { ...device, report: { mode: run.mode, account: run.account }, worksFor: run.account };
      const awaitsStart = orders.length > 0 || order?.kind === 'start';
      return {
        ...device,
        report: { mode: 'off', account: 'me' },
        worksFor: awaitsStart ? device.worksFor : undefined,
      };
    }
  }
}

function tapStart(world: World, page: number, mode: Mode): World {
  const { device, account } = pageOf(world, page);
  const start = { sno: snoOf(device), settings: SETTINGS[mode][account] };
  const state = onTap(start, undefined, { records: recordsOf(world, pageOf(world, page)), now: world.now });
  return advanced(world, { ...tapped(world, page, 'start'), mode }, state);
}

function tapStop(world: World, page: number): World {
  const { device, tracked, isCommandLine } = pageOf(world, page);
  const joined = world.commands.find((each) => each.kind === 'stop' && each.page === page && each.device === device);
  const { epoch } = deviceAt(world, device);
  if (joined) return withCommand(world, joined, { ...joined, isGone: false, epoch });
  const view = isCommandLine || !tracked ? undefined : viewOf(tracked, world.now);
  const sight = view && sightOf(view, world.now);
  return advanced(
    world,
    tapped(world, page, 'stop'),
    onStop({ sno: snoOf(device), ...sight }, recordsOf(world, pageOf(world, page))),
  );
}

function tapped(world: World, page: number, kind: Command['kind']): Command {
  const { device } = pageOf(world, page);
  const { epoch } = deviceAt(world, device);
  return { page, device, kind, epoch, mode: 'A', isGone: false, tappedAt: world.now, state: { at: 'ready' } };
}

/** The server handles the request of a command. */
function reached(world: World, command: Command): World {
  const device = deviceAt(world, command.device);
  const { account, phone } = pageOf(world, command.page);
  const { state } = command;
  if (command.kind === 'stop') {
    const isRefused = !device.isOnline || (device.worksFor !== undefined && device.worksFor !== account);
    const next = isRefused
      ? world
      : withDevice(world, command.device, { ...device, orders: [...device.orders, { kind: 'stop' }] });
    return withCommand(next, command, { ...command, reached: isRefused ? 'refused' : 'accepted' });
  }
  if (state.at !== 'sending' || !('key' in state)) throw new Error('only a start that is sent reaches the server');
  const isRepeated = world.rules.server === 'keys' && device.keys.includes(state.key);
  if (isRepeated) return withCommand(world, command, { ...command, reached: 'accepted' });
  const isBusy = isReportedRunning(device) || (world.rules.server === 'status' && device.worksFor !== undefined);
  if (isBusy || !device.isOnline) return withCommand(world, command, { ...command, reached: 'refused' });
  const epoch = device.epoch + 1;
  const run: Run = { mode: command.mode, phone, account, epoch };
  const next = withDevice(world, command.device, {
    ...device,
    epoch,
    worksFor: account,
    orders: [...device.orders, { kind: 'start', run }],
    keys: world.rules.server === 'keys' ? [...device.keys, state.key] : device.keys,
  });
  const isSame = (each: Run | undefined) =>
    each?.phone === phone && each.mode === command.mode && each.account === account;
  const isStopping = device.orders.some(({ kind }) => kind === 'stop');
  const isTwice =
    !isStopping && (isSame(device.run) || device.orders.some((order) => order.kind === 'start' && isSame(order.run)));
  const claimed = isTwice ? withClaim(next, command, { kind: 'used-twice' }) : next;
  return withCommand(claimed, command, { ...command, reached: 'accepted' });
}

/** A command receives what it waits for. */
function answered(world: World, command: Command, { isLost, isLate }: { isLost?: true; isLate?: true }): World {
  const device = deviceAt(world, command.device);
  const page = pageOf(world, command.page);
  const { state } = command;
  const report = reportOf(device);
  const isMine = device.worksFor === page.account;
  if (command.kind === 'start')
    switch (state.at) {
      case 'inquiring': {
        const input = {
          isOnline: isLost || device.isOnline,
          evidence: isLost ? {} : evidenceOf(world, device, isMine),
          question: 'none' as const,
        };
        const facts = { records: recordsOf(world, page), now: world.now, isLeft: command.isGone };
        const { next, events = [] } = INQUIRY_STEPS.inquiring.next(
          state as InquiryState & { at: 'inquiring' },
          input,
          facts,
        );
        return advanced(withEvents(world, page, events), command, next);
      }
      case 'queued':
        return stepped(world, command, undefined);
      case 'finding':
      case 'reading':
        return stepped(world, command, isLost ? { problem: LOST } : evidenceOf(world, device, isMine));
      case 'sending':
        return stepped(world, command, isLost ? LOST : command.reached === 'refused' ? REFUSED : {});
      case 'confirming':
        return stepped(world, command, isLost ? { problem: LOST } : evidenceOf(world, device, isMine));
      case 'pausing': {
        const later = isLate && 'endsAt' in state ? Math.max(world.now, state.endsAt) : world.now;
        return stepped({ ...world, now: later }, command, undefined);
      }
      default:
        throw new Error(`nothing answers a start that is ${state.at}`);
    }
  switch (state.at) {
    case 'looking':
      return stepped(
        world,
        command,
        isLost ? { evidence: {} } : { wasOffline: !device.isOnline, evidence: evidenceOf(world, device, isMine) },
      );
    case 'delayed':
      return stepped({ ...world, now: world.now + ('ms' in state ? state.ms : 0) }, command, undefined);
    case 'sending':
      return stepped(world, command, { problem: isLost ? LOST : command.reached === 'refused' ? REFUSED : undefined });
    case 'reading':
      return stepped(world, command, isLost ? undefined : report);
    case 'confirming':
      return stepped(world, command, isLost ? { problem: LOST } : { state: report });
    case 'pausing': {
      const later = isLate && 'endsAt' in state ? Math.max(world.now, state.endsAt) : world.now;
      return stepped({ ...world, now: later }, command, undefined);
    }
    case 'locating':
      return stepped(world, command, { isOffline: !isLost && !device.isOnline });
    default:
      throw new Error(`nothing answers a stop that is ${state.at}`);
  }
}

type Input = StartInputs[keyof StartInputs] | StopInputs[keyof StopInputs];

type Facts = StartFacts & StopFacts;
type AnySteps = Readonly<
  Record<string, { next(state: never, input: never, facts: Facts): Step<CommandState | StopState, TreatmentEvent> }>
>;

/** Passes the input to the table of the command. */
function stepped(world: World, command: Command, input: Input): World {
  const page = pageOf(world, command.page);
  const facts = { records: recordsOf(world, page), now: world.now, isLeft: command.isGone };
  const steps: AnySteps = command.kind === 'start' ? START_STEPS : STOP_STEPS;
  const step = steps[command.state.at];
  if (!step) throw new Error(`nothing follows a command that is ${command.state.at}`);
  const { next, events = [] } = step.next(command.state as never, input as never, facts);
  return advanced(withEvents(world, page, events), command, next);
}

/** Puts the command into its next state. */
function advanced(world: World, command: Command, state: InquiryState | CommandState | StopState): World {
  if (state.at === 'ended') return ended(world, command, state.outcome);
  if (state.at === 'ready') return queuedStart(world, command);
  const isSent = state.at === 'sending' && command.kind === 'start';
  const claimed = isSent ? withClaim(world, command, { kind: 'sent', isGone: command.isGone }) : world;
  return withCommand(claimed, command, { ...command, state, reached: undefined });
}

function queuedStart(world: World, command: Command): World {
  const { account } = pageOf(world, command.page);
  const start = {
    sno: snoOf(command.device),
    settings: SETTINGS[command.mode][account],
    newKey: newKey(world, command),
    tappedAt: command.tappedAt,
    decideBy: Infinity,
  };
  return withCommand(world, command, { ...command, state: { at: 'queued', start } });
}

/** A key that no start of the device has. */
function newKey({ devices, pages }: World, { page, device }: Command): string {
  return `${pages[page]?.account ?? ''} ${pages[page]?.phone ?? ''} ${devices[device]?.epoch ?? 0} ${page}`;
}

function evidenceOf({ now }: World, device: Parameters<typeof reportOf>[0], isMine: boolean): RunEvidence {
  const status = isMine ? 'working' : device.worksFor === undefined ? 'free' : 'used';
  return { status, report: { state: reportOf(device), at: now } };
}

type Outcome = Extract<InquiryState | CommandState | StopState, { at: 'ended' }>['outcome'];

function ended(world: World, command: Command, outcome: Outcome): World {
  const { kind } = outcome;
  const { page: at, device, isGone, mode, state } = command;
  const page = pageOf(world, at);
  const without = {
    ...world,
    commands: world.commands.filter((each) => each !== command),
    ended: [...world.ended, { page: at, kind: command.kind, outcome: kind, isGone }],
  };
  switch (kind) {
    case 'started':
      if (page.isCommandLine) {
        if (state.at === 'confirming')
          return withClaim(without, { ...command, mode: modeIn(outcome.state) }, { kind: 'started' });
        const start = { sno: snoOf(device), settings: SETTINGS[mode][page.account] };
        const endsAt = world.now + CONFIRMATION_TIMEOUT_MS;
        return withCommand(world, command, {
          ...command,
          reached: undefined,
          state: { at: 'confirming', start, endsAt },
        });
      }
      return isGone ? without : opened(without, at, 'process', device);
    case 'already-running':
    case 'may-run':
    case 'reports-run':
      return isGone || page.isCommandLine ? without : opened(without, at, 'process', device);
    case 'stopped':
    case 'not-running': {
      const rested = withPage(without, at, { bars: page.bars.filter((each) => each !== device) });
      const claimed = withClaim(rested, command, { kind });
      return isGone || page.isCommandLine ? claimed : opened(claimed, at, 'menu', device);
    }
    default:
      return without;
  }
}

/** The mode that the app names. */
const modeIn = (state: DeviceState): Mode => (state.function === SETTINGS.A.me.function ? 'A' : 'B');

/** The customer leaves the screen: its commands go on without it. */
function left(world: World, page: number): World {
  if (!world.commands.some((each) => each.page === page && !each.isGone)) return world;
  return {
    ...world,
    commands: world.commands.map((each) => (each.page === page ? { ...each, isGone: true } : each)),
  };
}

function killed(world: World, page: number): World {
  return withPage({ ...world, commands: world.commands.filter((each) => each.page !== page) }, page, {
    bars: [],
    tracked: undefined,
  });
}

function opened(world: World, page: number, screen: Page['screen'], device: number): World {
  const before = pageOf(world, page);
  if (screen !== 'process') return withPage(world, page, { screen, device, tracked: undefined });
  const begun = TRACKER.begin(snoOf(device), recordsOf(world, before), world.now);
  const tracked = TRACKER.checked(begun, { at: world.now, status: statusOf(deviceAt(world, device), before) });
  return withPage(world, page, { screen, device, tracked });
}

/** The page that follows a device receives its state. */
function followed(world: World, page: number): World {
  const before = pageOf(world, page);
  if (!before.tracked) return world;
  const device = deviceAt(world, before.device);
  const report = reportOf(device);
  const earlier = before.tracked.snapshot;
  const snapshot = {
    state: afterReport(earlier.state, report),
    online: device.isOnline,
    seenAt: device.report ? world.now : earlier.seenAt,
    recordRuns: device.report ? runs(report) : earlier.recordRuns,
    answered: true,
    line: 'polling' as const,
    loginFailed: false,
  };
  const { next, events } = TRACKER.take(before.tracked, snapshot, recordsOf(world, before), world.now);
  const recorded = withEvents(world, before, events);
  const status = statusOf(device, before);
  const tracked = TRACKER.asks(next, world.now) ? TRACKER.checked(next, { at: world.now, status }) : next;
  return claimed(withPage(recorded, page, { tracked }), page, before.tracked, world.now);
}

/** A change of the phase is told. */
function claimed(world: World, page: number, before: TrackedTreatment | undefined, then: number): World {
  const { tracked, device } = pageOf(world, page);
  if (!tracked) return world;
  const view = viewOf(tracked, world.now);
  if (view.phase !== 'finished' && view.phase !== 'idle' && view.phase !== 'offline') return world;
  if (before && viewOf(before, then).phase === view.phase) return world;
  if (view.phase === 'offline' && view.mayStillRun) return world;
  const claim: Claim = { kind: view.phase, page, device, epoch: deviceAt(world, device).epoch };
  return { ...world, claims: [...world.claims, claim] };
}

function clockMoved(world: World, ms: number): World {
  const now = world.now + ms;
  const devices = world.devices.map((device) => deviceLater(world, device, ms));
  const moved = { ...world, now, devices, wasSetBack: world.wasSetBack || ms < 0 };
  return world.pages.reduce<World>((next, page, at) => claimed(next, at, page.tracked, world.now), moved);
}

function deviceLater({ now, rules }: World, before: Device, ms: number): Device {
  // Only the phone's clock is set back.
  if (ms < 0) return before.run ? { ...before, run: { ...before.run, at: before.run.at + ms } } : before;
  const reports = rules.server === 'keys' && ms >= REPORT_MS;
  const device = reports ? reportedAtOnce(before, now) : before;
  const isOver = device.run !== undefined && now + ms - device.run.at >= RUN_MS;
  if (!isOver && ms < KEY_MS) return device;
  const later = { ...device, keys: [], orders: [], run: isOver ? undefined : device.run };
  return reports ? reportedAtOnce(later, now) : later;
}

function reportedAtOnce(device: Device, now: number): Device {
  const last = device.orders.at(-1);
  const run = last === undefined ? device.run : last.kind === 'start' ? { ...last.run, at: now } : undefined;
  const report = run ? { mode: run.mode, account: run.account } : ({ mode: 'off', account: 'me' } as const);
  return { ...device, orders: [], run, lastRun: run ?? device.lastRun, report, worksFor: run?.account };
}

/** The page reads each device that may run, as the bar does. */
function statusOf({ isOnline, worksFor }: Device, { account }: Page): DeviceStatus {
  if (!isOnline) return 'offline';
  return worksFor === undefined ? 'free' : worksFor === account ? 'working' : 'used';
}

function readingOf(world: World, page: Page, at: number): RunningState {
  const device = deviceAt(world, at);
  const evidence = { status: statusOf(device, page), report: { state: reportOf(device), at: world.now } };
  return runningState(snoOf(at), evidence, recordsOf(world, page), world.now);
}

function refreshed(world: World, page: number): World {
  const before = pageOf(world, page);
  const mayRun = devicesThatMayRun(recordsOf(world, before), world.now).map(deviceOf);
  const asked = [...new Set([...mayRun, ...before.bars, ...(before.screen === 'menu' ? [before.device] : [])])];
  const bars = asked.filter((at) => {
    if (before.screen === 'process' && before.device === at) return before.bars.includes(at);
    const { kind } = readingOf(world, before, at);
    return kind === 'unknown' ? before.bars.includes(at) : kind === 'running' || kind === 'starting';
  });
  const settled = asked.reduce((next, at) => {
    const device = deviceAt(world, at);
    const isFound = readingOf(world, before, at).kind === 'running' && statusOf(device, before) === 'working';
    const isShown = before.screen === 'process' && before.device === at;
    const events =
      isFound && !isShown ? foundRunning(recordsOf(next, before), snoOf(at), reportOf(device), world.now) : [];
    return withEvents(next, before, events);
  }, world);
  return withPage(settled, page, { bars: bars.toSorted() });
}

function withEvents(world: World, page: Page, events: readonly TreatmentEvent[]): World {
  if (events.length === 0) return world;
  const account = ACCOUNTS.areaOf(page);
  const before = recordsOf(world, { phone: page.phone, account });
  const after = events.reduce((records, event) => afterTreatmentEvent(records, event, world.now), before);
  const phone = world.phones[page.phone];
  if (after === before || !phone) return world;
  return { ...world, phones: replaced(world.phones, page.phone, { ...phone, [account]: after }) };
}

function withClaim(world: World, { page, device, epoch, mode }: Command, claim: Pick<Claim, 'kind' | 'isGone'>): World {
  return { ...world, claims: [...world.claims, { page, device, epoch, mode, ...claim }] };
}

function withCommand(world: World, before: Command, after: Command): World {
  const at = world.commands.indexOf(before);
  const commands = at < 0 ? [...world.commands, after] : replaced(world.commands, at, after);
  return { ...world, commands };
}

function withPage(world: World, page: number, change: Partial<Page>): World {
  return { ...world, pages: replaced(world.pages, page, { ...pageOf(world, page), ...change }) };
}

function withDevice(world: World, device: number, after: Device): World {
  return { ...world, devices: replaced(world.devices, device, after) };
}
