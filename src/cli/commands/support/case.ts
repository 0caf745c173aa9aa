import { CheckoutRecords } from '../../../core/checkout/records/checkout-records.ts';
import { notListedYet } from '../../../core/checkout/records/purchases.ts';
import { Configuration } from '../../../core/api/configuration/configuration.ts';
import { tablesOf } from '../../../core/device/tables.ts';
import { rests, type DeviceState } from '../../../core/device/device-state.ts';
import { distinctDevices, isSameDevice } from '../../../core/basics/device-code.ts';
import { deviceUseIn, rentedRowOf, type DeviceUse } from '../../../core/device/device-use.ts';
import { requireListed } from '../../../core/checkout/holdings/read-device-use.ts';
import { TryChannel } from '../../../core/diagnosis/try-channel.ts';
import { EntryPolicy, type Entry } from '../../../core/entry/entry-policy.ts';
import { requireWhole } from '../../../core/basics/paging.ts';
import { FindOrder } from '../../../core/order/find-order.ts';
import { isForDevice, type Order } from '../../../core/order/order.ts';
import { ignoreFailure, Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import { SECOND } from '../../../core/basics/time.ts';
import { FollowTreatment } from '../../../core/treatment/follow/follow-treatment.ts';
import { unconfirmedOf } from '../../../core/treatment/records/treatment-records.ts';
import { TreatmentLog } from '../../../core/treatment/records/treatment-log.ts';
import { buildInfo } from '../version/build-info.ts';
import { channelFailureMessage } from '../../words/channel-message.ts';
import type { CoreServices } from '../../environment.ts';
import type { Context } from '../../context.ts';
import type { Output } from '../../output/output.ts';
import { EXIT, exitCodeOf, worstExitCode, type ExitCode } from '../../words/exit-codes.ts';
import { failureOf } from '../../words/failure.ts';
import { durationText } from '../../words/format.ts';
import { asSaid, findOrder, type OrderOptions } from '../find-order.ts';
import { requireNoOrder } from '../name-device.ts';
import { missingOrderText, warnOfLapsedPayments } from '../lapsed-payments.ts';
import { isFailed, type Answers, type Part, type SeenTrial } from './case-facts.ts';
import { CASE_FIELDS, caseRow } from './case-row.ts';
import { casesText } from './case-text.ts';
import { redactionOf, type Redaction } from './markdown.ts';

export const fields = CASE_FIELDS;
export const formats = ['table', 'md', 'json'];

const CHANNEL_LIMIT_MS = 10 * SECOND;

/** Prints the case of each device. What is the same for all is said once, except to programs. */
export async function printCases(
  context: Context,
  codes: readonly string[],
  { order, ...options }: OrderOptions & { order?: string },
): Promise<ExitCode> {
  const { output, environment, settings } = context;
  const devices = distinctDevices(codes.map((code) => context.deviceNumber(code)));
  if (order === undefined && (options.card || options.operator !== undefined))
    throw new Problem('invalid-input', { message: '--card and --operator need an order: pass --order NUMBER' });
  if (order !== undefined && devices.length > 1)
    throw new Problem('invalid-input', { message: '--order is about one device: give one device' });
  const services = await context.createServices({ asPerson: 'if-others-are-open' });
  const found: { sno: string; answers: Answers }[] = [];
  for (const sno of devices) {
    output.progress(() => `Reading ${sno} …`);
    found.push({ sno, answers: await answersAbout(sno, order, options, services, context) });
  }
  output.endProgress();
  const { api, version } = settings.values;
  const ofAll = {
    createdAt: services.time.now(),
    calls: context.account.takeCalls(),
    versions: {
      physio: environment.version,
      ...buildInfo(),
      contract: String(version),
      api: new URL(String(api)).host,
    },
  };
  const redaction = redactionOf(await context.token());
  const records = services.get(TreatmentLog).records();
  const rows = found.map(({ sno, answers }) => {
    const unconfirmed = unconfirmedOf(records, sno, ofAll.createdAt);
    return caseRow({ ...answers, ...ofAll, sno, unconfirmed }, redaction, context.hint);
  });
  const tables = tablesOf(Configuration.from(context.configuration).values);
  const [row = {}] = rows;
  if (output.isMachine && rows.length > 1) await output.list(rows, (each) => each, [], '');
  else await output.record(row, output.isMachine ? [] : await casesText(rows, tables, context.hint));
  const exits = found.map(({ answers }) => reportFailures(answers, order, redaction, services, context));
  return worstExitCode(new Set(exits));
}

/** Says what may have become of money, and what could not be read. */
function reportFailures(
  answers: Answers,
  order: string | undefined,
  redaction: Redaction,
  services: CoreServices,
  context: Context,
): ExitCode {
  const { output } = context;
  warnOfLapsedPayments(context, services, ...('value' in answers.orders ? answers.orders.value.orders : []));
  const missing =
    order !== undefined && 'exit' in answers.orders ? missingOrderText({ number: order }, services) : undefined;
  if (missing !== undefined) output.warn(missing);
  const failed = Object.entries<Part<unknown>>({ ...answers }).flatMap(([name, part]) =>
    isFailed(part) ? [{ ...part, name: PART_NAMES[name as keyof Answers] }] : [],
  );
  const exit = worstExitCode(new Set(failed.map((part) => part.exit)));
  const worst = failed.find((part) => part.exit === exit);
  if (!worst) return exit;
  // The worst one is the last, before what to do about it.
  const { message: last } = worst.failure;
  const reasons = new Set(failed.map(({ failure }) => failure.message).filter((reason) => reason !== last));
  const sentences = [...reasons, last].map((reason) => {
    const names = failed.filter(({ failure }) => failure.message === reason).map(({ name }) => name);
    return `Could not read ${names.join(', ')}. ${redaction.sentence(reason)}`;
  });
  return output.refuse({ ...worst.failure, message: sentences.join(' ') }, exit);
}

const PART_NAMES: Record<keyof Answers, string> = {
  account: 'the account',
  device: 'the device',
  serverState: "the server's state",
  lease: 'the lease',
  entry: 'the entry',
  orders: 'the orders',
  channel: 'the device channel',
};

/** Reads all parts at once. Each that fails says why, except for an error in the command line. */
async function answersAbout(
  sno: string,
  number: string | undefined,
  options: OrderOptions,
  services: CoreServices,
  context: Context,
): Promise<Answers> {
  const { time } = services;
  const queries = services.get(Queries);
  const policy = services.get(EntryPolicy);
  const log = services.get(TreatmentLog);
  const user = policy.userContext();
  const checked = policy.check(sno, false);
  const part = async <Value>(work: Promise<Value>): Promise<Part<Value>> => {
    try {
      return { value: await work };
    } catch (thrown) {
      const problem = context.output.caught(thrown);
      if (problem.code === 'invalid-input') throw problem;
      return { failure: failureOf(problem, context.hint), exit: exitCodeOf(problem) };
    }
  };
  const ordersOf = async () => {
    if (number === undefined) return ordersOfDevice(sno, user.devices(), services, context.output);
    return { orders: [await findOrder(services, number, options, context.output)], hasMore: false };
  };
  const mayBePast = async (state: DeviceState) => {
    const check = await checked.catch(ignoreFailure);
    return log.mayBePast(sno, state, check instanceof Problem ? undefined : check?.status);
  };
  const serverState = async () => {
    const read = await queries.latest(sno).then((state) => ({ state, at: time.now() }));
    const state = log.withoutKeptCount(sno, read.state);
    return { state, at: read.at, isPast: await mayBePast(state) };
  };
  const [account, device, copy, lease, entry, orders, channel] = await Promise.all([
    part(user.user().then(({ mobile, assist }) => ({ phone: mobile, assist }))),
    part(queries.device(sno)),
    part(serverState()),
    part(user.devices().then((devices) => leaseIn(devices, sno, services))),
    part(policy.evaluate(sno, false, user, checked)),
    part(ordersOf()),
    part(tryChannel(sno, services, context, mayBePast)).then((tried) => ('value' in tried ? tried.value : tried)),
  ]);
  if ('value' in entry && entry.value.kind === 'notice' && entry.value.reason === 'no-such-device')
    await requireNoOrder(context, services, sno);
  // What this computer still waits for may be answered by now.
  if (unconfirmedOf(log.records(), sno, time.now()).length > 0)
    await services.get(FollowTreatment).look(sno).catch(ignoreFailure);
  // After a payment of a moment ago, the list may only not show yet that it is this account that rents the device.
  const isJustPaid = services.get(CheckoutRecords).purchases().unlistedOrder(sno, undefined) !== undefined;
  const isForeign = 'value' in entry && mayBeOfSomebodyElse(entry.value) && !isJustPaid;
  return {
    account,
    device,
    serverState: copy,
    lease,
    entry,
    orders,
    channel: isForeign ? asExpected(channel) : channel,
  };
}

function mayBeOfSomebodyElse(entry: Entry): boolean {
  return entry.kind === 'notice'
    ? entry.reason === 'used' || entry.reason === 'using'
    : entry.startDoubt === 'leased-unlisted';
}

/** The channel of a device that this account does not use is closed to this account, which is no failure. */
function asExpected(channel: Part<SeenTrial>): Part<SeenTrial> {
  const isClosed = 'exit' in channel && channel.failure.code === 'subscribe-refused';
  return isClosed ? { ...channel, exit: EXIT.done } : channel;
}

/**
 * How this account uses the device. Throws `parse` if that may be a row that cannot be read, and `refused` if the list may not show
 * yet what was paid.
 */
function leaseIn(
  devices: Awaited<ReturnType<Queries['devices']>>,
  sno: string,
  { time, get }: CoreServices,
): DeviceUse {
  const use = deviceUseIn(devices, sno, time.now());
  requireListed(use);
  if (use.kind === 'none' && get(CheckoutRecords).purchases().unlistedOrder(sno, undefined)?.isSettled)
    throw notListedYet();
  return use;
}

/**
 * The orders of the device among the newest ones of the account, with those that name no device, and the order of the lease. Throws `parse`
 * if none is known to be of the device and one may be a row that cannot be read, and `refused` if the list may not show yet what was ordered.
 */
async function ordersOfDevice(
  sno: string,
  devices: ReturnType<Queries['devices']>,
  services: CoreServices,
  output: Output,
): Promise<{ orders: Order[]; hasMore: boolean | undefined }> {
  const page = await services.get(Queries).leaseOrders(0);
  const listed = await devices.catch(() => undefined); // reported with the lease
  const leaseOrder = listed && rentedRowOf(deviceUseIn(listed, sno, services.time.now()))?.orderNo;
  const orders = page.records
    .map((order) => (order.number === leaseOrder ? ofDevice(order, sno) : order))
    .filter((order) => order.sno === undefined || isSameDevice(order.sno, sno));
  if (leaseOrder !== undefined && !orders.some(({ number }) => number === leaseOrder)) {
    const found = await services.get(FindOrder).find({ number: leaseOrder, kind: 'lease' });
    if (found) orders.push(ofDevice(found, sno));
  }
  if (!orders.some((order) => isSameDevice(order.sno, sno))) requireWhole(page, { name: 'order.listLeaseOrders' });
  services
    .get(CheckoutRecords)
    .purchases()
    .requireOrdersListed({ records: orders }, (order) => isForDevice(order, sno, undefined));
  const isOfTotal = page.total === undefined ? undefined : page.records.length < page.total;
  return { orders: orders.map(asSaid(services, output)), hasMore: page.unreadable > 0 || isOfTotal };
}

/** The order of the device's lease, which need not name the device. */
function ofDevice(order: Order, sno: string): Order {
  return { ...order, sno: order.sno ?? sno };
}

async function tryChannel(
  sno: string,
  services: CoreServices,
  { hint, timeoutMs = CHANNEL_LIMIT_MS }: Context,
  mayBePast: (state: DeviceState) => Promise<boolean>,
): Promise<Part<SeenTrial>> {
  const trial = await services.get(TryChannel).try(sno, timeoutMs);
  const { failure } = trial;
  const state = services.get(TreatmentLog).withoutKeptCount(sno, trial.state);
  // A cloud may answer for the device with an old rest.
  const isPast = !trial.isOwn && rests(state) && (await mayBePast(state));
  if (failure === undefined) return { value: { ...trial, state, isPast } };
  if (failure.step === 'address')
    return { failure: failureOf(failure.problem, hint), exit: exitCodeOf(failure.problem) };
  const isLate = failure.reason === 'no-answer';
  const problem = new Problem(isLate ? 'timeout' : 'login-failed', { serverCode: failure.code });
  const message = isLate
    ? `The device channel did not answer the ${failure.step} within ${durationText(timeoutMs)}.`
    : channelFailureMessage(failure, hint);
  return {
    failure: {
      code: `${failure.step}-${failure.reason}`,
      message,
      hint: isLate ? 'Try again later, or ask the operator to check the channel server.' : undefined,
      problem,
    },
    exit: exitCodeOf(problem),
  };
}
