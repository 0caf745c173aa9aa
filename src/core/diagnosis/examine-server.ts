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
/** After so many in a row the rest is not asked. */
const UNREACHED_CALLS = 2;

export interface Examination {
  /** Else the first device on lease that is online, or the first of all. */
  sno?: string;
  heartbeat: Heartbeat;
}

interface Reached {
  address: Extract<Finding, { check: 'address' }>;
  clock?: Finding;
  notTheApi?: Problem;
}

/** Looks at a server from its address to its device channel: what answers, how fast, and in what it differs from the contract. */
export class ExamineServer {
  constructor(
    private readonly http: Http,
    private readonly calls: ExamineCall,
    private readonly channel: ExamineChannel,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes every read of the contract that there is something to ask about for, and no write. Ends at what the rest would meet, too: a wrong
   * address, a token that is not taken, or a server that can no longer be reached.
   */
  async *examine(examination: Examination): AsyncGenerator<Finding, void> {
    let unreached = 0;
    for await (const finding of this.findings(examination)) {
      yield finding;
      if (finding.check !== 'call') continue;
      unreached = isUnreached(finding.problem) ? unreached + 1 : 0;
      if (finding.problem && unreached === UNREACHED_CALLS) return yield { check: 'stopped', problem: finding.problem };
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
    yield this.told(user);
    yield this.told(devices);
    yield this.told(await this.calls.ask(listHistory, {}));
    const orders = await this.calls.ask(listLeaseOrders, { page: 0 });
    yield this.told(orders);
    const cards = await this.calls.ask(listCards, { page: 0 });
    yield this.told(cards);
    yield this.told(await this.calls.ask(listRefunds, { page: 0 }));
    const number = orders.answer?.records[0]?.number;
    yield number === undefined
      ? { check: 'skipped', call: getLeaseOrder.name, wants: 'order' }
      : this.told(await this.calls.ask(getLeaseOrder, { number }));

    const listed = devices.answer?.records ?? [];
    const sno = named ?? (listed.find(({ online }) => online) ?? listed[0])?.sno;
    const check = sno === undefined ? undefined : await this.calls.ask(checkDevice, { sno, assist: false });
    const operatorId = check?.answer?.ownerId ?? cards.answer?.records[0]?.operatorId;
    yield check ? this.told(check) : { check: 'skipped', call: checkDevice.name, wants: 'device' };
    yield operatorId === undefined
      ? { check: 'skipped', call: listCardOrders.name, wants: 'operator' }
      : this.told(await this.calls.ask(listCardOrders, { page: 0, operatorId }));
    yield* this.device(sno, heartbeat);
  }

  private async *device(sno: string | undefined, heartbeat: Heartbeat): AsyncGenerator<Finding, void> {
    if (sno === undefined) {
      for (const { name: call } of [getDetail, readLatest, listShares, listDurationPlans, listUsePlans, enterPage])
        yield { check: 'skipped', call, wants: 'device' };
      return;
    }
    yield this.told(await this.calls.ask(getDetail, { sno }));
    yield this.told(await this.calls.ask(readLatest, { sno }));
    yield this.told(await this.calls.ask(listShares, { sno }));
    yield this.told(await this.calls.ask(listDurationPlans, { sno }));
    yield this.told(await this.calls.ask(listUsePlans, { sno }));
    const page = await this.calls.ask(enterPage, { sno });
    yield this.told(page);
    if (page.answer) yield* this.channel.examine(page.answer, heartbeat);
  }

  /**
   * Asked without a token. Without an answer there is no clock to look at. `notTheApi`: why the answer does not come from the API; a redirect
   * may be one to a sign-in.
   */
  private async reach({ name, path }: Parameters<Configuration['addressOf']>[0]): Promise<Reached> {
    const url = this.configuration.addressOf({ name, path });
    const began = this.clock.now();
    const took = () => this.clock.now() - began;
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
        address: { check: 'address', ms: took() },
        clock: this.clockOf(header('date')),
        notTheApi: problem.isNotTheApi && !isRedirect ? problem : undefined,
      };
    } catch (thrown) {
      return { address: { check: 'address', ms: took(), problem: Problem.expected(thrown) } };
    }
  }

  private told(asked: ExaminedCall<unknown>): Finding {
    return { check: 'call', ...asked, path: this.configuration.pathOf({ name: asked.call, path: asked.path }) };
  }

  private clockOf(date: string | undefined): Finding {
    const theirs = Date.parse(date ?? '');
    if (Number.isNaN(theirs)) return { check: 'clock', good: true };
    const aheadMs = theirs - this.clock.now();
    return { check: 'clock', aheadMs, good: Math.abs(aheadMs) <= MAX_CLOCK_SKEW_MS };
  }
}

function isUnreached(problem: Problem | undefined): boolean {
  return problem?.code === 'network' || problem?.code === 'timeout';
}
