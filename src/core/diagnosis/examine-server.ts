import type { Clock } from '../../ports/clock.ts';
import type { Http } from '../../ports/http.ts';
import { getUser } from '../account/api.ts';
import { CALL_TIME_LIMIT } from '../cloud/cloud.ts';
import type { Configuration } from '../cloud/configuration.ts';
import type { ExamineCall, ExaminedCall } from '../cloud/examine-call.ts';
import { checkDevice, enterPage, getDetail, listDevices, listHistory, readLatest } from '../device/api.ts';
import { listDurationPlans, listUsePlans } from '../lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../order/api.ts';
import { Problem } from '../problem.ts';
import { listShares } from '../share/api.ts';
import { MINUTE } from '../time.ts';
import { listCards, listRefunds } from '../wallet/api.ts';
import type { ExamineChannel, Heartbeat } from './examine-channel.ts';
import type { Finding } from './finding.ts';

const CLOCKS_MAY_DIFFER_BY = MINUTE;

export interface Examination {
  /** Else the first device on lease that is online, or the first of all. */
  sno?: string;
  heartbeat: Heartbeat;
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

  /** Makes every read of the contract that there is something to ask about for, and no write. */
  async *examine({ sno: named, heartbeat }: Examination): AsyncGenerator<Finding, void> {
    const [address, clock] = await this.reach();
    yield address;
    if (!clock) return;
    yield clock;
    const user = await this.calls.ask(getUser, {});
    const signedOut = user.problem?.endsTheSession === true;
    yield { check: 'token', problem: signedOut ? user.problem : undefined };
    if (signedOut) return;
    yield this.told(user);

    const devices = await this.calls.ask(listDevices, {});
    yield this.told(devices);
    yield this.told(await this.calls.ask(listHistory, {}));
    const orders = await this.calls.ask(listLeaseOrders, { page: 0 });
    yield this.told(orders);
    const cards = await this.calls.ask(listCards, { page: 0 });
    yield this.told(cards);
    yield this.told(await this.calls.ask(listRefunds, { page: 0 }));
    const number = orders.answer?.records[0]?.number;
    yield number === undefined ? { check: 'skipped', call: getLeaseOrder.name, wants: 'order' } : this.told(await this.calls.ask(getLeaseOrder, { number }));

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

  /** Asked without a token: whatever the answer is, somebody is there. Without one there is no clock to look at. */
  private async reach(): Promise<[address: Finding, clock?: Finding]> {
    const url = this.configuration.addressOf(getUser);
    const began = this.clock.now();
    const took = () => this.clock.now() - began;
    try {
      const request = { method: 'POST', url, headers: { 'content-type': 'application/json' }, body: '{}', timeoutMs: CALL_TIME_LIMIT } as const;
      const answer = await this.http.send(request);
      return [{ check: 'address', ms: took() }, this.clockOf(answer.header('date'))];
    } catch (thrown) {
      return [{ check: 'address', ms: took(), problem: Problem.of(thrown) }];
    }
  }

  private told(asked: ExaminedCall<unknown>): Finding {
    return { check: 'call', ...asked, path: this.configuration.pathOf({ name: asked.call, path: asked.path }) };
  }

  private clockOf(date: string | undefined): Finding {
    const theirs = Date.parse(date ?? '');
    if (Number.isNaN(theirs)) return { check: 'clock', good: true };
    const aheadMs = theirs - this.clock.now();
    return { check: 'clock', aheadMs, good: Math.abs(aheadMs) <= CLOCKS_MAY_DIFFER_BY };
  }
}
