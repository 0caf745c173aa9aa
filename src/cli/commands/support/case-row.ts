import { maskedNumber } from '../../../core/basics/phone.ts';
import { runs } from '../../../core/device/device-state.ts';
import { rentedRowOf, type DeviceUse } from '../../../core/device/device-use.ts';
import type { Entry } from '../../../core/entry/entry-policy.ts';
import { statedDueOf, type Order } from '../../../core/order/order.ts';
import { remainingDays, SECOND } from '../../../core/basics/time.ts';
import type { CommandHint } from '../../words/command-hint.ts';
import { errorFields, noticeFailure } from '../../words/failure.ts';
import { iso, lastReportOf, nextStep, stateRow, type Sight } from '../../words/format.ts';
import { outcomeText } from '../../words/entry-words.ts';
import { isFailed, type Part, type SupportCase } from './case-facts.ts';
import type { Redaction } from './markdown.ts';

/** The fields of a case, in the order of its text. */
export const CASE_FIELDS = [
  'sno',
  'createdAt',
  'complete',
  'account',
  'device',
  'state',
  'serverState',
  'unconfirmed',
  'lease',
  'entry',
  'orders',
  'moreOrders',
  'channel',
  'calls',
  'versions',
] as const;

/** The redacted case, as programs read it. A part that could not be read is an error. */
export type CaseRow = ReturnType<typeof caseRow>;

export interface PartError {
  error: ReturnType<typeof errorFields>;
}

export function caseRow(supportCase: SupportCase, redaction: Redaction, hint: CommandHint) {
  const { createdAt, account, device, serverState, unconfirmed, lease, entry, orders, channel, calls, versions } =
    supportCase;
  const { id } = redaction;
  const sno = id(supportCase.sno);
  const text = optional(redaction.text);
  const row = <Value, Shown>(part: Part<Value>, shown: (value: Value) => Shown): Shown | PartError =>
    'value' in part ? shown(part.value) : { error: redactedError(part, redaction) };
  const report = 'value' in channel ? channel.value : undefined;
  const named = connectionOf(
    'value' in device ? device.value.online : undefined,
    'value' in entry && entry.value.kind === 'notice' ? entry.value.reason : undefined,
  );
  const online = report?.online === false ? false : named;
  // For an offline device, a cloud may answer with what it reported last.
  const reportedAt = (report?.online ?? online) === false ? undefined : report?.reportedAt;
  const isMine = 'value' in entry && entry.value.kind === 'go' && entry.value.destination.to === 'process';
  const runsSince = isMine && report && runs(report.state) ? reportedAt : undefined;
  const atServer = row(serverState, ({ state, at, isPast }) =>
    stateFields({ state, online, isPast }, at, createdAt, 'server'),
  );
  return {
    sno,
    createdAt: iso(createdAt),
    complete: ![account, device, serverState, lease, entry, orders, channel].some(isFailed),
    account: row(account, ({ phone, assist }) => ({ phone: phone && text(maskedNumber(phone)), assist })),
    device: row(device, ({ name, mac, online, operatorName }) => ({
      name: text(name),
      online,
      operatorName: text(operatorName),
      mac: optional(id)(mac),
    })),
    state:
      report === undefined || report.isPast || reportedAt === undefined
        ? atServer
        : stateFields({ state: report.state, online: true }, reportedAt, createdAt, 'device'),
    serverState: atServer,
    unconfirmed: unconfirmed
      // The server's record may be older than the report of the device itself.
      .filter(({ command, at }) => command === 'stop' || runsSince === undefined || runsSince < at)
      .map(({ command, at, refusal }) => ({
        command: `treatment ${command}`,
        at: iso(at),
        refusal: refusal && { serverCode: text(refusal.serverCode), serverMessage: text(refusal.serverMessage) },
      })),
    lease: row(lease, (found) => leaseFields(found, createdAt, redaction)),
    entry: row(entry, (found) => entryFields(found, sno, hint, redaction)),
    orders: row(orders, (found) => found.orders.map((order) => orderFields(order, redaction))),
    moreOrders: 'value' in orders ? orders.value.hasMore : undefined,
    channel: row(channel, ({ loginMs, subscribeMs, reportMs }) => ({
      loginMs,
      subscribeMs,
      reportMs: reportedAt === undefined ? undefined : reportMs,
    })),
    calls: calls.map(({ at, command, path, code, ms, hasEffect, sno: about, requestId, serverRequestId }) => ({
      at: iso(at),
      command: redaction.text(command),
      path: redaction.text(path),
      code: redaction.text(code),
      ms,
      changes: hasEffect,
      sno: optional(id)(about),
      requestId,
      serverRequestId,
    })),
    versions,
  };
}

/** The device's connection as its details name it, or else offline if entering says so. */
export function connectionOf(named: boolean | undefined, leadsTo: string | undefined): boolean | undefined {
  return named ?? (leadsTo === 'offline' ? false : undefined);
}

function optional(redact: (text: string) => string) {
  return (text: string | undefined) => (text === undefined ? undefined : redact(text));
}

function redactedError({ failure, exit }: Extract<Part<unknown>, { exit: unknown }>, { text }: Redaction) {
  const { message, serverCode, ...error } = errorFields(failure, exit);
  return { ...error, message: text(message), serverCode: serverCode === null ? null : text(serverCode) };
}

/** `source`: the device over its channel, or the server's copy of its last report, whose age the server does not say. */
function stateFields(seen: Sight, at: number, now: number, source: 'device' | 'server') {
  const ageSeconds = Math.max(0, Math.round((now - at) / SECOND));
  return { source, at: iso(at), ageSeconds, ...stateRow(seen), lastReport: lastReportOf(seen) };
}

function leaseFields(use: DeviceUse, now: number, { id }: Redaction) {
  const { kind } = use;
  const rented = rentedRowOf(use);
  const { expiresAt } = (kind === 'shared' ? use.device : rented) ?? {};
  return {
    kind,
    expiresAt: iso(expiresAt),
    remainingDays: expiresAt === undefined ? undefined : remainingDays(expiresAt, now),
    orderNo: optional(id)(rented?.orderNo),
  };
}

function entryFields(entry: Entry, sno: string, hint: CommandHint, { id, text }: Redaction) {
  if (entry.kind === 'notice') {
    const { message, hint: next } = noticeFailure(entry, sno, hint);
    return { leadsTo: entry.reason === 'no-such-device' ? undefined : entry.reason, message: text(message), next };
  }
  const { destination, operatorId } = entry;
  return {
    leadsTo: destination.to,
    operatorId: optional(id)(operatorId),
    isShare: destination.to === 'mode-menu' ? destination.isShare : entry.isShare,
    message: `The device ${outcomeText(entry)}.`,
    next: nextStep(destination, sno, hint),
  };
}

function orderFields(order: Order, { id, text }: Redaction) {
  return {
    number: id(order.number),
    kind: order.kind,
    state: order.state,
    statusText: optional(text)(order.statusText),
    planName: optional(text)(order.planName),
    uses: order.uses,
    sno: optional(id)(order.sno),
    operatorId: optional(id)(order.operatorId),
    operatorName: optional(text)(order.operatorName),
    amountFen: order.amountFen,
    dueFen: statedDueOf(order),
    orderedAt: iso(order.orderedAt),
    paidAt: iso(order.paidAt),
    cancelledAt: iso(order.cancelledAt),
  };
}
