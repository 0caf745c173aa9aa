import { hasDevice, isSameDevice } from '../../../core/basics/device-code.ts';
import type { Tables } from '../../../core/device/tables.ts';
import {
  codeTexts,
  dayAndSecond,
  durationText,
  leaseLeft,
  NOT_SENT,
  onlineText,
  SETTING_FIELDS,
  unknownSince,
  yuan,
} from '../../words/format.ts';
import type { CommandHint } from '../../words/command-hint.ts';
import { EXIT } from '../../words/exit-codes.ts';
import { verbOf } from '../../words/failure.ts';
import { counted } from '../../words/text.ts';
import { listedFen } from '../find-order.ts';
import { hasFailed } from '../../account/call-log.ts';
import { connectionOf, type CaseRow, type PartError } from './case-row.ts';
import { code, listOf, secondAndAge, section, tableOf } from './markdown.ts';

/** Of this command only the failed calls are printed. */
const OWN_COMMAND = 'support';

type Present<Part> = Exclude<Part, PartError>;
type State = Present<CaseRow['state']>;

/** The cases as Markdown that is readable on a terminal. What is the same for all stands in the first or in the last of them. */
export async function casesText(rows: readonly CaseRow[], tables: Tables, hint: CommandHint): Promise<string[]> {
  const devices = rows.map(({ sno }) => sno);
  const texts = rows.map((row, at) =>
    caseText(row, { tables, hint, isFirst: at === 0, devices: at === rows.length - 1 ? devices : undefined }),
  );
  return (await Promise.all(texts)).flatMap((text, at) => (at === 0 ? text : ['', ...text]));
}

/** What is said beside the row, and the place of the case among all. */
interface Setting {
  tables: Tables;
  hint: CommandHint;
  isFirst: boolean;
  /** The devices of all cases, in the last of them. */
  devices: readonly string[] | undefined;
}

async function caseText(row: CaseRow, { tables, hint, isFirst, devices }: Setting): Promise<string[]> {
  const now = Date.parse(row.createdAt ?? '');
  const time = (at: string | undefined) => (at === undefined ? undefined : secondAndAge(Date.parse(at), now));
  const explained = new Set<string>();
  const failed = ({ error }: PartError): string[] => {
    const isNew = !explained.has(error.message);
    explained.add(error.message);
    return errorLines(error, isNew);
  };
  const part = <Part extends object>(value: Part, lines: (value: Present<Part>) => string[]): string[] =>
    'error' in value ? failed(value as PartError) : lines(value as Present<Part>);
  const { account, device, state, serverState, lease, entry, orders, channel, calls, versions } = row;
  const connection = connectionOf(
    'error' in device ? undefined : device.online,
    'error' in entry ? undefined : entry.leadsTo,
  );
  return [
    `# Support case ${code(row.sno)}`,
    '',
    `Created ${dayAndSecond(now)}.${row.complete ? '' : ' Parts that could not be read say so.'}`,
    ...section('Account', isFirst ? part(account, ({ phone, assist }) => accountLines(phone, assist)) : []),
    ...section(
      'Device',
      part(device, ({ name, online, operatorName, mac }) =>
        listOf([
          ['name', name && code(name)],
          ['connection', onlineText(online) ?? 'unknown'],
          ['operator', operatorName && code(operatorName)],
          ['mac', mac && code(mac)],
        ]),
      ),
    ),
    ...section('State', [
      ...part(state, (known) => stateLines(known, tables, time(known.at), connection === false)),
      ...('error' in state ? [] : part(serverState, (copy) => contradiction(state, copy))),
      ...listOf(row.unconfirmed.map((sent) => unconfirmedPair(sent, time(sent.at)))),
    ]),
    ...section(
      'Lease',
      part(lease, (found) => leaseLines(found, now)),
    ),
    ...section(
      'Entry',
      part(entry, ({ leadsTo, message, next }) =>
        listOf([
          ['leads to', leadsTo === undefined ? message : `${leadsTo}. ${message}`],
          ['next', next && code(next)],
        ]),
      ),
    ),
    ...section('Orders', 'error' in orders ? failed(orders) : await orderLines(orders, row, hint)),
    ...section(
      'Device channel',
      part(channel, ({ loginMs, subscribeMs, reportMs }) =>
        listOf([
          ['login', loginMs === undefined ? undefined : `accepted after ${durationText(loginMs)}`],
          ['subscription', subscribeMs === undefined ? undefined : `confirmed after ${durationText(subscribeMs)}`],
          ['device', reportMs === undefined ? 'sent no report' : `reported after ${durationText(reportMs)}`],
        ]),
      ),
    ),
    ...section('Last calls', await callLines(calls, row.sno, devices, now)),
    ...section(
      'Versions',
      devices === undefined
        ? []
        : listOf([
            ['physio', code(`${versions.physio} (${versions.commit.slice(0, 12)}, ${versions.installation})`)],
            ['Node', code(`${versions.node} ${versions.platform} ${versions.arch}`)],
            ['contract', code(versions.contract)],
            ['API', code(versions.api)],
          ]),
    ),
  ];
}

function unconfirmedPair(
  { command, refusal }: CaseRow['unconfirmed'][number],
  time = 'an unknown time',
): [name: string, value: string] {
  if (refusal === undefined)
    return ['not confirmed', `${command}${command === 'treatment stop' ? ', awaited until' : ' of'} ${time}`];
  const { serverMessage, serverCode = 'unknown' } = refusal;
  const reason = serverMessage === undefined ? 'no reason given' : code(serverMessage);
  return [verbOf(refusal), `${command} of ${time}: ${reason} (server code ${code(serverCode)})`];
}

/** The reason, and what to do unless another part has said so. */
function errorLines(error: PartError['error'], isNew: boolean): string[] {
  const facts = [
    error.code,
    error.status && `HTTP ${error.status}`,
    error.serverCode && `server code ${error.serverCode}`,
  ];
  return listOf([
    [
      error.exit === EXIT.done ? 'closed' : 'could not be read',
      `${code(error.message)} (${facts.filter(Boolean).map(String).map(code).join(', ')})`,
    ],
    ['to do', error.hint === null || !isNew ? undefined : code(error.hint)],
  ]);
}

function accountLines(phone: string | undefined, assist: boolean): string[] {
  return listOf([
    ['phone', phone === undefined ? NOT_SENT : code(phone)],
    ['assistant', assist ? 'yes: may rent on behalf of customers' : undefined],
  ]);
}

function stateLines(state: State, tables: Tables, time: string | undefined, isOffline: boolean): string[] {
  const reported = { ...state, ...codeTexts(state, tables) };
  const settings = SETTING_FIELDS.flatMap((name) =>
    reported[name] === undefined ? [] : [`${name} ${reported[name]}`],
  );
  return listOf([
    ['state', runsWords(state)],
    ['reported', settings.length === 0 ? undefined : settings.join(', ')],
    ['read', time],
    [
      'source',
      state.source === 'device'
        ? 'the device, over its channel'
        : `the server, which does not say when the device reported it${isOffline ? '; it may be old, because the device is offline' : ''}`,
    ],
  ]);
}

function runsWords({ on, mode, lastReport }: State): string {
  if (lastReport !== undefined) return unknownSince(lastReport);
  return on === undefined ? 'unknown' : on ? `running ${mode ?? ''}`.trimEnd() : 'idle';
}

function contradiction(state: State, copy: State): string[] {
  if (state.source === 'server' || copy.on === undefined || copy.on === state.on) return [];
  return listOf([['server', `says ${copy.on ? 'running' : 'idle'}, unlike the device`]]);
}

function leaseLines({ kind, expiresAt, orderNo }: Present<CaseRow['lease']>, now: number): string[] {
  const whose = {
    own: 'this account rents the device',
    shared: 'another user shares the device with this account',
    'on-behalf': 'this account rents the device on behalf of a customer',
    unclear: 'this account rents the device; the server does not say for whom',
    none: 'none: this account does not rent the device',
  }[kind];
  return listOf([
    ['lease', whose],
    ['until', expiresAt && `${dayAndSecond(Date.parse(expiresAt))} (${leaseLeft(Date.parse(expiresAt), now)})`],
    ['order', orderNo && code(orderNo)],
  ]);
}

async function orderLines(
  orders: Present<CaseRow['orders']>,
  { sno, entry, moreOrders: hasMore }: Pick<CaseRow, 'sno' | 'entry' | 'moreOrders'>,
  hint: CommandHint,
): Promise<string[]> {
  const rows = orders.map(
    ({ number, kind, state, statusText, planName, uses, dueFen, amountFen, orderedAt, paidAt }) => [
      code(number),
      kind,
      statusText === undefined ? state : `${state} ${code(statusText)}`,
      planName === undefined ? (uses === undefined ? '' : counted(uses, 'use')) : code(planName),
      yuan(listedFen({ state, dueFen, amountFen })) ?? '',
      second(orderedAt),
      second(paidAt),
    ],
  );
  const newest = 'Only the newest orders of the account were searched';
  const unknown = ['', `${newest}; the server does not say whether there are more.`];
  const more = hasMore === undefined ? unknown : hasMore ? ['', `${newest}.`] : [];
  if (rows.length === 0) {
    const none =
      hasMore === false
        ? 'this account has no rental order of this device'
        : 'no rental order of this device is among those that were searched';
    return [`- ${none}; orders of card packages were not searched`, ...more];
  }
  const foreign = orders.flatMap((order) => {
    if (order.kind === 'card') return ['', ofOperator(order, 'error' in entry ? undefined : entry.operatorId)];
    if (isSameDevice(order.sno, sno)) return [];
    return order.sno === undefined
      ? ['', `Order ${code(order.number)} names no device: it may be for another one.`]
      : ['', `Order ${code(order.number)} is for another device: ${code(order.sno)}.`];
  });
  const table = await tableOf(['order', 'kind', 'state', 'plan', 'amount', 'ordered', 'paid'], rows);
  return [...table, ...openOrdersLines(orders, sno, hint), ...foreign, ...more];
}

/** Says of several open orders of the device that each of them can be paid. */
function openOrdersLines(orders: Present<CaseRow['orders']>, sno: string, hint: CommandHint): string[] {
  const open = orders.filter((order) => order.state === 'to-pay' && isSameDevice(order.sno, sno));
  if (open.length < 2) return [];
  const numbers = open.map(({ number }) => code(number)).join(', ');
  return [
    '',
    `${open.length} orders of this device are open: ${numbers}. Each that is paid is a rental of its own; cancel those that nobody wants (${code(hint`order cancel NUMBER`)}).`,
  ];
}

/** With whom an order bought uses, which are of each device of their operator. */
function ofOperator(
  { number, operatorId, operatorName }: Present<CaseRow['orders']>[number],
  ofDevice: string | undefined,
): string {
  const name = operatorName === undefined ? '' : ` (${code(operatorName)})`;
  const operator = operatorId === undefined ? 'an unknown operator' : `operator ${code(operatorId)}`;
  const isForeign = operatorId !== undefined && ofDevice !== undefined && operatorId !== ofDevice;
  const where = isForeign ? ` This device is of operator ${code(ofDevice)}: its uses start no treatment here.` : '';
  return `Order ${code(number)} is a card package of ${operator}${name}.${where}`;
}

/** The calls about this device, and after those of all `devices` what else failed or may have changed something. */
async function callLines(
  calls: CaseRow['calls'],
  sno: string,
  devices: readonly string[] | undefined,
  now: number,
): Promise<string[]> {
  const known = calls.filter((call) => call.command !== OWN_COMMAND || hasFailed(call));
  const isAboutIt = (call: CaseRow['calls'][number]) => isSameDevice(call.sno, sno);
  const others = known.filter(
    (call) => devices && !hasDevice(devices, call.sno ?? '') && (call.changes || hasFailed(call)),
  );
  const about = await callTable(known.filter(isAboutIt), now);
  return [
    ...(about.length === 0 ? ['- none about this device among those that are stored'] : about),
    ...(others.length === 0 ? [] : ['', 'Others that failed or may have changed something:', '']),
    ...(await callTable(others, now, 'device')),
  ];
}

type Call = CaseRow['calls'][number];

/** The last of some equal calls in a row, how many they are, and the time of the first. */
interface RepeatedCall {
  call: Call;
  times: number;
  firstAt: Call['at'];
}

/** Equal reads in a row as one: a wait for a device asks it each second. A call that failed or changes something has an id of its own to look up. */
function repeatedCalls(calls: readonly Call[]): RepeatedCall[] {
  const repeated: RepeatedCall[] = [];
  for (const call of calls) {
    const last = repeated.at(-1);
    if (last && isSameRead(last.call, call)) Object.assign(last, { call, times: last.times + 1 });
    else repeated.push({ call, times: 1, firstAt: call.at });
  }
  return repeated;
}

function isSameRead(one: Call, other: Call): boolean {
  const isPlainRead = [one, other].every((call) => !call.changes && !hasFailed(call));
  return isPlainRead && one.command === other.command && one.path === other.path && isSameDevice(one.sno, other.sno);
}

function second(time: string | undefined): string {
  return time === undefined ? '' : dayAndSecond(Date.parse(time));
}

/** With `device`, a column names the device of each call. */
async function callTable(calls: CaseRow['calls'], now: number, device?: 'device'): Promise<string[]> {
  const rows = repeatedCalls(calls).map(({ call, times, firstAt }) => {
    const { at, command, sno, path, code: result, ms, requestId, serverRequestId } = call;
    const first = second(firstAt) === second(at) ? '' : `${second(firstAt)} to `;
    return [
      at === undefined ? '' : first + secondAndAge(Date.parse(at), now),
      code(command),
      ...(device ? [sno === undefined ? '' : code(sno)] : []),
      times === 1 ? code(path) : `${code(path)} ${times} times`,
      result,
      durationText(ms),
      [requestId, serverRequestId && `server: ${serverRequestId}`].flatMap((id) => (id ? [code(id)] : [])).join(' '),
    ];
  });
  if (rows.length === 0) return [];
  return tableOf(
    ['time', 'command', ...(device ? [device] : []), 'call', 'result (HTTP, server)', 'took', 'request id'],
    rows,
  );
}
