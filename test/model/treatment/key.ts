import type { CommandState, InquiryState } from '../../../src/core/treatment/start-steps.ts';
import type { StopState } from '../../../src/core/treatment/stop-steps.ts';
import type { TreatmentRecords } from '../../../src/core/treatment/treatment-records.ts';
import type { TrackedTreatment } from '../../../src/core/treatment/treatment-tracker.ts';
import type { DeviceState } from '../../../src/core/device/device-state.ts';
import type { PendingStart } from '../../../src/core/treatment/treatment.ts';
import { startedOn } from '../../../src/core/treatment/treatment-records.ts';
import { deviceAt, snoOf, startedOf, type Command, type Device, type Page, type World } from './world.ts';

/** The limits that the tables compare an age with, in ms. Ages between two limits are alike. */
const LIMITS = [
  0, 1, 5_000, 5_001, 10_000, 10_001, 14_001, 15_000, 20_000, 25_000, 60_000, 120_000, 600_000, 1_200_000, 1_500_000,
  1_800_000, 1_800_001, 2_100_000,
];

/** A letter for the age of an instant. */
function ageText(at: number | undefined, now: number): string {
  if (at === undefined) return '-';
  const age = now - at;
  let bucket = 0;
  while (bucket < LIMITS.length && age >= (LIMITS[bucket] ?? Infinity)) bucket += 1;
  return String.fromCharCode(97 + bucket);
}

/** Canonical: without the numbers of pages and phones, and with ages in place of instants. */
export function keyOf(world: World): string {
  const devices = world.devices.map((device) => deviceText(device, world.now));
  const phones = world.phones.map((records, phone) => phoneText(world, phone, records));
  return `${devices.join('|')}#${phones.toSorted().join('#')}`;
}

function deviceText({ run, orders, isOnline, report, worksFor, keys }: Device, now: number): string {
  let text =
    (isOnline ? '+' : '!') +
    (run ? run.mode + run.account[0] + (run.phone < 0 ? 'x' : '') + ageText(run.at, now) : '0');
  for (const order of orders)
    text +=
      order.kind === 'stop' ? 's' : `S${order.run.mode}${order.run.account[0] ?? ''}${order.run.phone < 0 ? 'x' : ''}`;
  return `${text}/${report ? report.mode + (report.mode === 'off' ? '' : (report.account[0] ?? '')) : '?'}${worksFor?.[0] ?? '-'}${keys.length}`;
}

function phoneText(world: World, phone: number, records: Readonly<Record<'me' | 'you', TreatmentRecords>>): string {
  let text = '';
  for (const device of world.devices) {
    text += device.run?.phone === phone ? 'r' : '-';
    for (const order of device.orders) text += order.kind === 'start' && order.run.phone === phone ? 'o' : '-';
  }
  text += recordsText(world, records.me);
  if (records.you !== records.me) text += `&${recordsText(world, records.you)}`;
  const pages: string[] = [];
  world.pages.forEach((page, at) => {
    if (page.phone === phone) pages.push(pageText(world, page, at));
  });
  return `${text}{${pages.toSorted().join('}{')}}`;
}

function recordsText({ devices, now }: World, records: TreatmentRecords): string {
  const { pendingStarts, stoppedAt } = records;
  let text = '';
  for (const each of startedOf(records))
    text += `${each.sno}${stateText(each.state)}${each.ran ? 'R' : ''}${ageText(each.at, now)}`;
  for (const pending of Object.values(pendingStarts)) {
    const isKnown = devices.some(({ keys }) => keys.includes(pending.key));
    text += `p${pending.sno}${pending.settings.function?.[0] ?? ''}${isKnown ? 'k' : ''}${pending.tries ?? 1}${ageText(pending.at, now)}`;
  }
  for (const [sno, at] of Object.entries(stoppedAt)) text += now - at < 10_000 ? `z${sno}${ageText(at, now)}` : '';
  return text;
}

const stateText = ({ on, function: works, workMinutes }: DeviceState): string =>
  `${on === undefined ? '?' : on ? '1' : '0'}${works?.[0] ?? ''}${workMinutes ?? ''}`;

function pageText(world: World, page: Page, at: number): string {
  const commands: string[] = [];
  for (const command of world.commands) if (command.page === at) commands.push(commandText(world, command));
  const { screen, device, account, tracked, bars, isCommandLine } = page;
  return `${isCommandLine ? 'c' : screen[0]}${account[0]}${device}${bars.join('')}${tracked ? trackedText(tracked, world.now) : ''}(${commands.toSorted().join(',')})`;
}

function trackedText(tracked: TrackedTreatment, now: number): string {
  const { snapshot, startedTreatment } = tracked;
  const flags =
    (startedTreatment ? 's' : '') +
    (startedTreatment?.ran ? 'R' : '') +
    (tracked.isWorking ? 'm' : '') +
    (tracked.isPending ? 'p' : '') +
    (tracked.wasRunning ? 'w' : '') +
    (tracked.wasOffline ? 'o' : '') +
    (tracked.cameBack ? 'c' : '') +
    (snapshot.answered ? 'a' : '') +
    (snapshot.online === undefined ? '?' : snapshot.online ? '+' : '!') +
    (tracked.idleSince === undefined ? '' : 'i') +
    (tracked.backSince === undefined ? '' : (snapshot.seenAt ?? -Infinity) < tracked.backSince ? 'b' : 'B');
  return `[${flags}${stateText(snapshot.state)}${snapshot.seenAt === undefined ? '' : 'v'}${ageText(tracked.estimatedStart ?? tracked.since, now)}${ageText(startedTreatment?.at, now)}]`;
}

function commandText(world: World, { device, kind, state, isGone, epoch, mode, reached, tappedAt }: Command): string {
  const { run, lastRun, orders, epoch: current } = deviceAt(world, device);
  const isRunOlder = run && run.epoch <= epoch ? 'e' : '';
  const areOlder = orders.map((order) => (order.kind === 'start' && order.run.epoch <= epoch ? 'e' : '')).join('.');
  return `${device}${kind}${state.at}${isGone ? 'g' : ''}${isRunOlder}${areOlder}${current === epoch ? '=' : ''}${kind === 'start' ? mode : ''}${reached?.[0] ?? ''}${tapText(world, device, kind, tappedAt)}${lastRun && lastRun.epoch > epoch ? lastRun.mode : ''}${stateDetails(world, state)}`;
}

function stateDetails(world: World, state: InquiryState | CommandState | StopState): string {
  let text = '';
  if ('key' in state) text += world.devices.some(({ keys }) => keys.includes(state.key)) ? 'K' : '';
  if ('isRetry' in state) text += state.isRetry ? 'r' : '';
  if ('outcomeUnknown' in state) text += state.outcomeUnknown ? 'u' : '';
  if ('problem' in state) text += state.problem?.code[0] ?? '';
  if ('endsAt' in state) text += ageText(state.endsAt, world.now) + (state.endsAt - world.now >= 15_000 ? '+' : '');
  if ('ms' in state) text += state.ms;
  if ('wasIdle' in state) text += state.wasIdle ? 'i' : '';
  if ('isNews' in state) text += state.isNews ? 'n' : '';
  if ('reported' in state) text += (state.reported ? 'R' : '') + (state.lastReport ? stateText(state.lastReport) : '-');
  if ('stop' in state) {
    const { sno, known, pending, elapsed, wasOffline, before, worksForUser, isRunning } = state.stop;
    text += `${replacedText(world, sno, known?.at, pending)}${worksForUser === undefined ? '' : worksForUser ? 'w' : 'n'}${isRunning ? 'I' : ''}${known ? (known.ran ? 'R' : 'k') : ''}${ageText(known?.at, world.now)}${elapsed === undefined ? '-' : 'f'}${wasOffline ? '!' : ''}${before ? stateText(before) : ''}`;
  }
  return text;
}

/** Whether a page of any phone has started the device since the tap. */
function tapText({ phones }: World, device: number, kind: Command['kind'], tappedAt: number): string {
  if (kind === 'stop') return '';
  return phones
    .map(({ me, you }) =>
      [me, you]
        .map((records) => ((startedOn(records, snoOf(device))?.at ?? -Infinity) >= tappedAt ? '>' : ''))
        .join(''),
    )
    .join(';');
}

/** For each phone: whether its records of the device are still those of the tap. */
function replacedText(
  { phones }: World,
  sno: string,
  at: number | undefined,
  pending: PendingStart | undefined,
): string {
  let text = '';
  for (const { me, you } of phones)
    for (const { started, pendingStarts } of me === you ? [me] : [me, you])
      text +=
        (started[sno]?.at === at ? '' : 'x') +
        (pendingStarts[sno]?.key === pending?.key ? '' : 'y') +
        (pendingStarts[sno]?.tries === pending?.tries ? '' : 't') +
        ',';
  return text;
}
