import type { Clock } from '../../ports/clock.ts';
import type { Http } from '../../ports/http.ts';
import { getUser } from '../account/api.ts';
import { CALL_TIMEOUT_MS } from '../api/api-client.ts';
import type { Configuration } from '../api/configuration.ts';
import type { ExamineCall, ExaminedCall } from '../api/examine-call.ts';
import { checkDevice, enterPage, getDetail, listDevices, listHistory, readLatest } from '../device/api.ts';
import { listDurationPlans, listUsePlans } from '../lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../order/api.ts';
import { Problem } from '../problem.ts';
import { listShares } from '../share/api.ts';
import { MINUTE } from '../time.ts';
import { listCards, listRefunds } from '../wallet/api.ts';
import type { ExamineChannel, Heartbeat } from './examine-channel.ts';
import type { Finding } from './finding.ts';

const MAX_CLOCK_SKEW_MS = MINUTE;
/** After this many consecutive unreachable calls, the examination stops. */
const MAX_UNREACHED_CALLS = 2;

export interface Examination {
  /** Default: the first leased device that is online, or the first of all. */
  sno?: string;
  heartbeat: Heartbeat;
}

interface Reached {
  address: Extract<Finding, { check: 'address' }>;
  clock?: Finding;
  notTheApi?: Problem;
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
    for await (const finding of this.findings(examination)) {
      yield finding;
      if (finding.check !== 'call') continue;
      unreached = isUnreached(finding.problem) ? unreached + 1 : 0;
      if (finding.problem && unreached === MAX_UNREACHED_CALLS)
        return yield { check: 'stopped', problem: finding.problem };
    }
  }

  private async *findings({ sno: named, heartbeat }: Examination): AsyncGenerator<Finding, void> {
    const { address, clock, notTheApi } = await this.reach(getUser);
    if (!clock) return yield address;
    const user = await this.calls.ask(getUser, {});
    const devices = user.problem?.endsTheSession ? undefined : await this.calls.ask(listDevices, {});
    const isWrong = devices
      ? user.problem?.isNotTheApi && devices.problem?.isNotTheApi
      : notTheApi && (await this.reach(listDevices)).notTheApi;
    const problem = isWrong ? (devices ? user.problem : notTheApi) : undefined;
    yield { ...address, problem };
    if (problem) return;
    yield clock;
    yield { check: 'token', problem: devices ? undefined : user.problem };
    if (!devices) return;
    yield this.findingOf(user);
    yield this.findingOf(devices);
    yield this.findingOf(await this.calls.ask(listHistory, {}));
    const orders = await this.calls.ask(listLeaseOrders, { page: 0 });
    yield this.findingOf(orders);
    const cards = await this.calls.ask(listCards, { page: 0 });
    yield this.findingOf(cards);
    yield this.findingOf(await this.calls.ask(listRefunds, { page: 0 }));
    const number = orders.answer?.records[0]?.number;
    yield number === undefined
      ? { check: 'skipped', call: getLeaseOrder.name, wants: 'order' }
      : this.findingOf(await this.calls.ask(getLeaseOrder, { number }));

    const listed = devices.answer?.records ?? [];
    const sno = named ?? (listed.find(({ online }) => online) ?? listed[0])?.sno;
    const check = sno === undefined ? undefined : await this.calls.ask(checkDevice, { sno, assist: false });
    const operatorId = check?.answer?.ownerId ?? cards.answer?.records[0]?.operatorId;
    yield check ? this.findingOf(check) : { check: 'skipped', call: checkDevice.name, wants: 'device' };
    yield operatorId === undefined
      ? { check: 'skipped', call: listCardOrders.name, wants: 'operator' }
      : this.findingOf(await this.calls.ask(listCardOrders, { page: 0, operatorId }));
    yield* this.device(sno, heartbeat);
  }

  private async *device(sno: string | undefined, heartbeat: Heartbeat): AsyncGenerator<Finding, void> {
    if (sno === undefined) {
      for (const { name: call } of [getDetail, readLatest, listShares, listDurationPlans, listUsePlans, enterPage])
        yield { check: 'skipped', call, wants: 'device' };
      return;
    }
    yield this.findingOf(await this.calls.ask(getDetail, { sno }));
    yield this.findingOf(await this.calls.ask(readLatest, { sno }));
    yield this.findingOf(await this.calls.ask(listShares, { sno }));
    yield this.findingOf(await this.calls.ask(listDurationPlans, { sno }));
    yield this.findingOf(await this.calls.ask(listUsePlans, { sno }));
    const page = await this.calls.ask(enterPage, { sno });
    yield this.findingOf(page);
    if (page.answer) yield* this.channel.examine(page.answer, heartbeat);
  }

  /**
   * Sends a request without a token. `clock` is undefined without a response. `notTheApi`: why the response does not
   * come from the API; a redirect may lead to a sign-in page.
   */
  private async reach({ name, path }: Parameters<Configuration['addressOf']>[0]): Promise<Reached> {
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
        clock: this.clockOf(header('date')),
        notTheApi: problem.isNotTheApi && !isRedirect ? problem : undefined,
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

  private clockOf(date: string | undefined): Finding {
    const serverTime = Date.parse(date ?? '');
    if (Number.isNaN(serverTime)) return { check: 'clock', good: true };
    const aheadMs = serverTime - this.clock.now();
    return { check: 'clock', aheadMs, good: Math.abs(aheadMs) <= MAX_CLOCK_SKEW_MS };
  }
}

function isUnreached(problem: Problem | undefined): boolean {
  return problem?.code === 'network' || problem?.code === 'timeout';
}
