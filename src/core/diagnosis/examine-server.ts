import type { Clock } from '../../ports/clock.ts';
import type { Http, HttpResponse } from '../../ports/http.ts';
import { getUser } from '../account/api.ts';
import { CALL_TIMEOUT_MS } from '../api/api-client.ts';
import { CALLS } from '../api/calls.ts';
import { CLOCK_MOVED } from '../api/moved-clock.ts';
import type { Configuration } from '../api/configuration/configuration.ts';
import { saysNoSuchDevice } from '../api/server-failure.ts';
import type { ExamineCall, ExaminedCall } from '../api/examine/examine-call.ts';
import { checkDevice, enterPage, getDetail, listDevices, listHistory, readLatest } from '../device/api.ts';
import type { FormerDevice, LeasedDevice } from '../device/device.ts';
import { lasts } from '../device/device-use.ts';
import { listDurationPlans, listUsePlans } from '../lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../order/api.ts';
import type { Order } from '../order/order.ts';
import { Problem } from '../problem.ts';
import { listShares } from '../share/api.ts';
import { MINUTE } from '../basics/time.ts';
import { listCards, listRefunds } from '../wallet/api.ts';
import type { ExamineChannel, HeartbeatTimes } from './examine-channel.ts';
import { type CorsFinding, type DeviceSource, type Finding, isTokenRejected } from './finding.ts';

const MAX_CLOCK_SKEW_MS = MINUTE;
const UNAUTHORIZED = 401;
const TOO_MANY_REQUESTS = 429;
const INTERNAL_ERROR = 500;
/** A proxy that does not reach the API, or lets no more requests through, answers these, whatever the request. */
const NOT_REACHED = [TOO_MANY_REQUESTS, 502, 503, 504];
/** After this many consecutive unreachable calls, the examination stops. */
const MAX_UNREACHED_CALLS = 2;

export interface Examination {
  /**
   * Default: the first rented device that is online, the first rented one, the same of the shared ones, or that of a past
   * rental or an order.
   */
  sno?: string;
  heartbeat: HeartbeatTimes;
}

type CallPath = Parameters<Configuration['addressOf']>[0];

interface Reached {
  address: Extract<Finding, { check: 'address' }>;
  clock?: Finding;
  notTheApi?: Problem;
  /** Of the response. */
  status?: number;
}

interface ChosenDevice {
  sno: string;
  source: DeviceSource;
}

/**
 * Examines a server from its address to its device channel: reachability, response times, and differences from the
 * contract.
 */
export class ExamineServer {
  constructor(
    private readonly http: Http,
    private readonly calls: ExamineCall,
    private readonly channel: ExamineChannel,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends every read that has the required ids, and no write. Stops at a failure that all further calls would share: a
   * wrong address, a rejected token, or an unreachable server.
   */
  async *examine(examination: Examination): AsyncGenerator<Finding, void> {
    let unreached = 0;
    let hasExplainedCode = false;
    for await (const finding of this.findings(examination)) {
      const got = finding.check === 'call' && !finding.problem ? finding.unexpectedCode : undefined;
      if (got !== undefined && !hasExplainedCode) {
        hasExplainedCode = true;
        yield { check: 'success-code', got };
      }
      yield finding;
      if (finding.check !== 'call') continue;
      const { problem } = finding;
      unreached = isUnreached(problem) ? unreached + 1 : 0;
      if (problem && (unreached === MAX_UNREACHED_CALLS || isTokenRejected(problem)))
        return yield { check: 'stopped', problem };
    }
  }

  /**
   * Asks as a browser does whether a page of another origin may send calls with these headers, and read the answers: also
   * that to an invalid token, on which it signs out.
   */
  async examineCors(origin: string, headers: readonly string[]): Promise<CorsFinding> {
    const finding = { origin, headers };
    const url = this.configuration.addressOf(getUser);
    const send = (method: 'OPTIONS' | 'POST', more: Record<string, string>) =>
      this.http.send({ method, url, headers: { origin, ...more }, body: '{}', timeoutMs: CALL_TIMEOUT_MS });
    try {
      const asked = await send('OPTIONS', {
        'access-control-request-method': 'POST',
        'access-control-request-headers': headers.join(','),
      });
      const answered = await send('POST', { 'content-type': 'application/json' });
      const allowed = (asked.header('access-control-allow-headers') ?? '').toLowerCase().split(/[\s,]+/);
      const isAllowed = (name: string) =>
        allowed.includes(name.toLowerCase()) || (name !== 'authorization' && allowed.includes('*'));
      const preflight = !isAllowedTo(origin, asked) || asked.status < 200 || asked.status > 299;
      const missing = [
        ...(preflight
          ? [`the answer to OPTIONS (HTTP status ${asked.status})`]
          : headers.filter((name) => !isAllowed(name))),
        ...(isAllowedTo(origin, answered) ? [] : [`the answer to a call (HTTP status ${answered.status})`]),
      ];
      return { ...finding, missing };
    } catch (thrown) {
      return { ...finding, missing: [], problem: Problem.expected(thrown) };
    }
  }

  /** The writes of the contract, which no examination sends. */
  get writes(): { call: string; path: string }[] {
    return Object.entries(CALLS)
      .filter(([, { kind }]) => kind === 'write')
      .map(([name, { path }]) => ({ call: name, path: this.configuration.pathOf({ name, path }) }));
  }

  private async *findings({ sno: named, heartbeat }: Examination): AsyncGenerator<Finding, void> {
    const { address, clock, notTheApi, status } = await this.reach(getUser);
    if (!clock) return yield address;
    const user = await this.calls.ask(getUser, {});
    const devices = isTokenRejected(user.problem) ? undefined : await this.calls.ask(listDevices, {});
    const isWrong = devices
      ? user.problem?.isNotTheApi && devices.problem?.isNotTheApi
      : notTheApi && (await this.reach(listDevices)).notTheApi;
    // A server that is at work upon a call may fail in it alone.
    const isKeptOut =
      status !== INTERNAL_ERROR && hasStatus(user.problem, status) && hasStatus(devices?.problem, status);
    const problem = isKeptOut || (isWrong && devices) ? user.problem : isWrong ? notTheApi : undefined;
    yield { ...address, problem };
    if (problem) return;
    yield clock;
    const isUnverified = (user.problem && devices?.problem && true) || undefined;
    yield { check: 'token', problem: devices ? undefined : user.problem, isUnverified };
    if (!devices) return;
    // A call that fails in the same way with the token says nothing of tokens.
    if (status !== undefined && ![UNAUTHORIZED, ...NOT_REACHED].includes(status) && !hasStatus(user.problem, status))
      yield { check: 'no-token', status };
    yield this.findingOf(user);
    yield this.findingOf(devices);
    const history = await this.calls.ask(listHistory, {});
    yield this.findingOf(history);
    const orders = await this.calls.ask(listLeaseOrders, { page: 0 });
    yield this.findingOf(orders);
    const cards = await this.calls.ask(listCards, { page: 0 });
    yield this.findingOf(cards);
    yield this.findingOf(await this.calls.ask(listRefunds, { page: 0 }));
    const listed = devices.answer?.records ?? [];
    const number = orders.answer?.records[0]?.number ?? listed.find(({ orderNo }) => orderNo !== undefined)?.orderNo;
    yield number === undefined
      ? this.skipped(getLeaseOrder, 'order')
      : this.findingOf(await this.calls.ask(getLeaseOrder, { number }));

    const formerly = history.answer?.records ?? [];
    const chosen = chosenDevice(named, listed, formerly, orders.answer?.records ?? [], this.clock.now());
    const check = chosen && (await this.calls.ask(checkDevice, { sno: chosen.sno, assist: false }));
    const isMistyped = chosen?.source === 'named' && check?.problem !== undefined && saysNoSuchDevice(check.problem);
    if (chosen) yield isMistyped ? { check: 'no-such-device', sno: chosen.sno } : { check: 'device', ...chosen };
    const device = isMistyped ? undefined : chosen;
    const wants = isMistyped ? 'known-device' : 'device';
    const operatorId = check?.answer?.ownerId ?? cards.answer?.records[0]?.operatorId;
    yield device && check ? this.ofDevice(device, check) : this.skipped(checkDevice, wants);
    yield operatorId === undefined
      ? this.skipped(listCardOrders, 'operator')
      : this.findingOf(await this.calls.ask(listCardOrders, { page: 0, operatorId }));
    if (device) yield* this.device(device, heartbeat);
    else
      for (const endpoint of [getDetail, readLatest, listShares, listDurationPlans, listUsePlans, enterPage])
        yield this.skipped(endpoint, wants);
  }

  private async *device(device: ChosenDevice, heartbeat: HeartbeatTimes): AsyncGenerator<Finding, void> {
    const { sno } = device;
    yield this.ofDevice(device, await this.calls.ask(getDetail, { sno }));
    yield this.ofDevice(device, await this.calls.ask(readLatest, { sno }));
    yield this.ofDevice(device, await this.calls.ask(listShares, { sno }));
    yield this.ofDevice(device, await this.calls.ask(listDurationPlans, { sno }));
    yield this.ofDevice(device, await this.calls.ask(listUsePlans, { sno }));
    const page = await this.calls.ask(enterPage, { sno });
    yield this.ofDevice(device, page);
    if (page.answer) yield* this.channel.examine(sno, page.answer, heartbeat);
  }

  /** The server may refuse a read about a device that the user does not rent, or not any more; that is not its fault. */
  private ofDevice({ source }: ChosenDevice, examined: ExaminedCall<unknown>): Finding {
    const isRented = source === 'named' || source === 'rented';
    const isRefused = examined.problem?.code === 'refused' && examined.unexpectedCode === undefined;
    return isRented || !isRefused || isTokenRejected(examined.problem)
      ? this.findingOf(examined)
      : this.skipped({ name: examined.call, path: examined.path }, 'rental');
  }

  private skipped(call: CallPath, wants: Extract<Finding, { check: 'skipped' }>['wants']): Finding {
    return { check: 'skipped', call: call.name, path: this.configuration.pathOf(call), wants };
  }

  /**
   * Sends a request without a token. `clock` is undefined without a response. `notTheApi`: why the response does not
   * come from the API; a redirect may lead to a sign-in page.
   */
  private async reach({ name, path }: CallPath): Promise<Reached> {
    const url = this.configuration.addressOf({ name, path });
    const startedAt = this.clock.now();
    const elapsedMs = () => this.clock.now() - startedAt;
    try {
      const request = {
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        body: '{}',
        timeoutMs: CALL_TIMEOUT_MS,
      } as const;
      const { status, body, header } = await this.http.send(request);
      const isDone = status >= 200 && status <= 299;
      const problem = new Problem(isDone ? 'parse' : 'http', {
        call: name,
        status,
        isWebPage: isDone && body.trimStart().startsWith('<'),
      });
      const isRedirect = status >= 300 && status <= 399;
      return {
        address: { check: 'address', ms: elapsedMs() },
        clock: this.clockOf(header('date'), Number(header(CLOCK_MOVED) ?? 0)),
        notTheApi: problem.isNotTheApi && !isRedirect ? problem : undefined,
        status,
      };
    } catch (thrown) {
      return { address: { check: 'address', ms: elapsedMs(), problem: Problem.expected(thrown) } };
    }
  }

  private findingOf(examined: ExaminedCall<unknown>): Finding {
    return {
      check: 'call',
      ...examined,
      path: this.configuration.pathOf({ name: examined.call, path: examined.path }),
    };
  }

  private clockOf(date: string | undefined, movedMs: number): Finding {
    const serverTime = Date.parse(date ?? '');
    if (Number.isNaN(serverTime)) return { check: 'clock', good: true };
    const aheadMs = serverTime - this.clock.now();
    return {
      check: 'clock',
      aheadMs,
      movedMs: movedMs || undefined,
      good: Math.abs(aheadMs - movedMs) <= MAX_CLOCK_SKEW_MS,
    };
  }
}

function chosenDevice(
  named: string | undefined,
  listed: readonly LeasedDevice[],
  history: readonly FormerDevice[],
  orders: readonly Order[],
  now: number,
): ChosenDevice | undefined {
  if (named !== undefined) return { sno: named, source: 'named' };
  const lasting = listed.filter((row) => lasts(row, now));
  for (const [source, rows] of [
    ['rented', onlineFirst(lasting.filter(({ sharer }) => !sharer))],
    ['shared', onlineFirst(lasting.filter(({ sharer }) => sharer))],
    ['history', [...listed.filter((row) => !row.sharer && !lasts(row, now)), ...history]],
    ['order', orders],
  ] as const) {
    const sno = rows.map((row) => row.sno).find((each) => each !== undefined && each.trim() !== '');
    if (sno !== undefined) return { sno, source };
  }
  return undefined;
}

function onlineFirst(rows: readonly LeasedDevice[]): LeasedDevice[] {
  return [...rows.filter(({ online }) => online), ...rows.filter(({ online }) => !online)];
}

/** True if a call failed with this status, and not because there were too many calls. */
function hasStatus(problem: Problem | undefined, status: number | undefined): boolean {
  return problem?.code === 'http' && problem.status === status && status !== TOO_MANY_REQUESTS;
}

function isAllowedTo(origin: string, { header }: HttpResponse): boolean {
  return ['*', origin].includes(header('access-control-allow-origin') ?? '');
}

function isUnreached(problem: Problem | undefined): boolean {
  return problem?.code === 'network' || problem?.code === 'timeout';
}
