import type { CommandState, InquiryState } from '../../../src/core/treatment/start/start-steps.ts';
import { isSameStart, type StopState } from '../../../src/core/treatment/stop/stop-steps.ts';
import type { PendingStart } from '../../../src/core/treatment/treatment.ts';
import type { ByDevice, TreatmentRecords } from '../../../src/core/treatment/records/treatment-records.ts';
import type { TrackedTreatment } from '../../../src/core/treatment/follow/treatment-tracker.ts';
import type { DeviceState } from '../../../src/core/device/device-state.ts';
import { deviceAt, recordsOf, SET_BACK_MS, snoOf, type Command, type Device, type Page, type World } from './world.ts';

/** All instants of a world lie so far apart, or a multiple of it; ms. */
const UNIT_MS = 5_000;
/** From this age on, no table distinguishes ages: of a stored treatment, and of a treatment on the screen; ms. */
const RECORD_LIMIT_MS = 2_100_000;
const SCREEN_LIMIT_MS = 20_000;

function ageText(at: number | undefined, { now, wasSetBack, rules }: World, limitMs = RECORD_LIMIT_MS): string {
  if (at === undefined) return '-';
  const age = now - at;
  const aheadMs = wasSetBack || !rules.setsBack ? 0 : SET_BACK_MS;
  return age >= limitMs + aheadMs ? '*' : String.fromCharCode(600 + age / UNIT_MS);
}

/** Canonical: without the numbers of pages and phones, and with ages in place of instants. */
export function keyOf(world: World): string {
  let text = world.rules.scenario + (world.wasSetBack ? '<' : '');
  for (const device of world.devices) text += deviceText(device, world);
  const phones = world.phones.map((records, phone) => phoneText(world, phone, records));
  return text + (phones.length > 1 ? phones.toSorted() : phones).join('#');
}

function deviceText({ run, orders, isOnline, report, worksFor, keys }: Device, world: World): string {
  let text = isOnline ? '+' : '!';
  if (run) text += run.mode + run.account[0] + (run.phone < 0 ? 'x' : '') + ageText(run.at, world);
  for (const order of orders)
    text += order.kind === 'stop' ? 's' : `S${order.run.mode}${order.run.account[0]}${order.run.phone < 0 ? 'x' : ''}`;
  text += report ? `/${report.mode[0]}${report.mode === 'off' ? '' : report.account[0]}` : '?';
  return text + (worksFor?.[0] ?? '-') + keys.length;
}

function phoneText(world: World, phone: number, records: Readonly<Record<'me' | 'you', TreatmentRecords>>): string {
  let text = '';
  for (const { run, orders } of world.devices) {
    text += run?.phone === phone ? 'r' : '-';
    for (const order of orders) text += order.kind === 'start' && order.run.phone === phone ? 'o' : '-';
  }
  text += recordsText(world, records.me);
  if (world.rules.signsIn) text += `&${recordsText(world, records.you)}`;
  const pages: string[] = [];
  for (const [at, page] of world.pages.entries()) if (page.phone === phone) pages.push(pageText(world, page, at));
  return text + (pages.length > 1 ? pages.toSorted() : pages).join('}');
}

/** The model spells each number in one way, so its key need not compare spellings. */
function entryOf<Entry>(entries: ByDevice<Entry>, sno: string): Entry | undefined {
  return (entries as Readonly<Record<string, Entry>>)[sno];
}

function recordsText(world: World, { started, pendingStarts, stoppedAt, stopUnconfirmedAt }: TreatmentRecords): string {
  let text = '';
  for (const [at, { keys }] of world.devices.entries()) {
    const sno = snoOf(at);
    const [treatment, pending, stop] = [entryOf(started, sno), entryOf(pendingStarts, sno), entryOf(stoppedAt, sno)];
    const unconfirmed = entryOf(stopUnconfirmedAt, sno);
    if (treatment) text += stateText(treatment.state) + (treatment.ran ? 'R' : '') + ageText(treatment.at, world);
    if (pending)
      text += `p${pending.settings?.function?.[0]}${keys.includes(pending.key) ? 'k' : ''}${pending.tries}${ageText(pending.at, world)}`;
    if (stop !== undefined) text += `z${ageText(stop, world, SCREEN_LIMIT_MS)}`;
    if (unconfirmed !== undefined) text += `u${ageText(unconfirmed, world)}`;
    text += ';';
  }
  return text;
}

const stateText = ({ on, function: works, workMinutes }: DeviceState): string =>
  (on === undefined ? '?' : on ? '1' : '0') + (works?.[0] ?? '') + (workMinutes ?? '');

function pageText(world: World, page: Page, at: number): string {
  const commands: string[] = [];
  for (const command of world.commands) if (command.page === at) commands.push(commandText(world, page, command));
  const { screen, device, account, tracked, bars, isCommandLine } = page;
  const where = isCommandLine ? 'c' : screen === 'elsewhere' ? 'e' : screen[0] + String(device);
  const following = tracked ? trackedText(world, page, tracked) : '';
  return `${where}${account[0]}${bars.join('')}${following}(${(commands.length > 1 ? commands.toSorted() : commands).join(',')}`;
}

function trackedText(world: World, page: Page, tracked: TrackedTreatment): string {
  const { snapshot, startedTreatment, sno } = tracked;
  const records = recordsOf(world, page);
  const newest = entryOf(records.started, sno);
  const flags =
    (startedTreatment ? 's' : '') +
    (newest && newest.at !== startedTreatment?.at ? 'n' : '') +
    (tracked.check?.status?.[0] ?? '') +
    (tracked.doubtedAt === undefined ? '' : 'd') +
    (tracked.isFollowed ? 'f' : '') +
    (tracked.idleSince === undefined ? '' : 'i') +
    (tracked.pending ? 'p' : '') +
    (tracked.run ? 'w' : '') +
    (tracked.wasOffline ? 'o' : '') +
    (tracked.cameBack ? 'c' : '') +
    (snapshot.answered ? 'a' : '') +
    (snapshot.online === undefined ? '?' : snapshot.online ? '+' : '!') +
    (tracked.backSince === undefined ? '' : (snapshot.seenAt ?? -Infinity) < tracked.backSince ? 'b' : 'B');
  const age = ageText(tracked.run?.beganAt ?? tracked.since, world, SCREEN_LIMIT_MS);
  return `[${flags}${stateText(snapshot.state)}${snapshot.seenAt === undefined ? '' : `v${ageText(snapshot.seenAt, world, 4 * UNIT_MS)}`}${age}]`;
}

function commandText(world: World, page: Page, command: Command): string {
  const { device, kind, state, isGone, epoch, mode, reached, tappedAt } = command;
  const { run, lastRun, orders } = deviceAt(world, device);
  let text = device + (kind === 'start' ? mode : 'x') + state.at + (isGone ? 'g' : '') + (reached?.[0] ?? '');
  if (run && run.epoch <= epoch) text += 'e';
  for (const order of orders) text += order.kind === 'start' && order.run.epoch <= epoch ? 'E' : '.';
  if (page.isCommandLine && lastRun && lastRun.epoch > epoch) text += lastRun.mode;
  if (state.at === 'inquiring' || state.at === 'queued') text += ageText(tappedAt, world);
  return text + stateDetails(world, page, state);
}

function stateDetails(world: World, page: Page, state: InquiryState | CommandState | StopState): string {
  let text = '';
  if ('key' in state) text += world.devices.some(({ keys }) => keys.includes(state.key)) ? 'K' : '';
  if ('isRetry' in state) text += state.isRetry ? 'r' : '';
  if ('outcomeUnknown' in state) text += state.outcomeUnknown ? 'u' : '';
  if ('problem' in state) text += state.problem?.code[0] ?? '';
  if ('endsAt' in state) text += ageText(state.endsAt, world);
  if ('ms' in state) text += state.ms / UNIT_MS;
  if ('wasIdle' in state) text += state.wasIdle ? 'i' : '';
  if ('isNews' in state) text += state.isNews ? 'n' : '';
  if ('reported' in state) text += (state.reported ? 'R' : '') + (state.lastReport ? stateText(state.lastReport) : '-');
  if ('stop' in state) {
    const { sno, known, pending, elapsed, wasOffline, before, status, isRunning, isRecordOld } = state.stop;
    const records = recordsOf(world, page);
    text +=
      replacedText(records, sno, known?.at, pending) +
      (known ? 'k' : '') +
      (status === undefined ? '' : status === 'working' ? 'w' : 'f') +
      (isRunning ? 'I' : '') +
      (isRecordOld ? 'O' : '') +
      (elapsed === undefined ? '' : 'E') +
      (wasOffline ? '!' : '') +
      (before ? stateText(before) : '');
  }
  return text;
}

/** Whether the records of the device are still those of the tap. */
function replacedText(
  { started, pendingStarts }: TreatmentRecords,
  sno: string,
  at: number | undefined,
  pending: PendingStart | undefined,
): string {
  return (entryOf(started, sno)?.at === at ? '' : 'x') + (isSameStart(entryOf(pendingStarts, sno), pending) ? '' : 'y');
}
