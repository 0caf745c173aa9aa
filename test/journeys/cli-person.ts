import type { ShownState } from '../../src/core/order/order.ts';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { NoticeReason } from '../../src/core/device/device.ts';
import type { PlanBasis } from '../../src/core/lease/plan.ts';
import type { TreatmentMode } from '../../src/core/treatment/settings/settings.ts';
import { Terminal } from '../cli/terminal.ts';
import type { Run } from '../helpers/physio.ts';
import { until } from '../helpers/until.ts';
import type { World } from '../helpers/world.ts';
import { type Person, type Sight, unsupported } from './person.ts';
import { SandboxTime } from './sandbox-time.ts';

const NOTICES: readonly NoticeReason[] = ['offline', 'locked', 'used', 'using', 'not-in-operation'];
const PLACES: Record<string, Sight> = { lease: { see: 'plans' }, 'mode-menu': { see: 'modes' }, my: { see: 'my' } };

const POLL_MS = 1_000;

/** Runs commands in this process, without a terminal, against the sandbox’s cloud. */
export class CliPerson implements Person {
  private readonly time: SandboxTime;
  private readonly terminal = new Terminal();
  private device = '';
  private mode: TreatmentMode = 'bio';
  private order?: string;
  private renewing = false;

  constructor(private readonly world: World) {
    this.time = new SandboxTime(world);
    this.terminal.clock = this.time.clock;
    this.terminal.http.send = (request) => this.time.send(request);
  }

  async arrives(user: string, device?: string): Promise<Sight> {
    const { accessToken } = await this.world.user(user);
    const token = path.join(this.terminal.home, 'token');
    writeFileSync(token, accessToken, { mode: 0o600 });
    const { code, said } = await this.types('login', '--token-file', token, '--api', `${this.world.url}/api`);
    if (code !== 0) throw new Error(said);
    return device === undefined ? { see: 'my' } : this.scans(device);
  }

  async scans(device: string): Promise<Sight> {
    this.device = device;
    return this.entered(await this.types('device', 'enter', device));
  }

  async answersOnBehalf(yes: boolean): Promise<Sight> {
    return this.entered(await this.types('device', 'enter', this.device, yes ? '--assist' : '--no-assist'));
  }

  async rents(basis: PlanBasis, payment: 'pays' | 'calls off'): Promise<Sight> {
    const plans = (await this.types('plan', 'list', this.device, '--by', basis)).data as unknown as { id: string }[];
    const assist = this.assisting ? ['--assist'] : [];
    const ordered = await this.types(
      'order',
      'create',
      this.device,
      '--plan',
      plans[0]?.id ?? '',
      '--by',
      basis,
      ...assist,
      '--yes',
    );
    if (ordered.code !== 0) throw new Error(ordered.said);
    this.order = String(ordered.data['number']);
    if (payment === 'calls off') {
      await this.types('order', 'pay', this.order, '--yes', '--no-wait');
      return this.seesOrder();
    }
    const paid = await this.pays();
    if (paid.code !== 0 || paid.data['state'] !== 'paid') throw new Error(paid.said);
    if (this.renewing) return { see: 'my' };
    return basis === 'uses' ? { see: 'cards' } : { see: 'modes' };
  }

  async paysTheOrder(): Promise<Sight> {
    const { code, data, said } = await this.pays();
    if (code !== 0 && data['state'] !== 'cancelled') throw new Error(said);
    return this.seesOrder();
  }

  async cancelsFromTheOrders(): Promise<Sight> {
    const [number = ''] = await this.unpaidOrders();
    const { code, said } = await this.types('order', 'cancel', number, '--yes');
    if (code !== 0) throw new Error(said);
    return { see: 'orders', toPay: (await this.unpaidOrders()).length };
  }

  async paysFromTheOrders(): Promise<Sight> {
    this.order = (await this.unpaidOrders())[0];
    const { code, said } = await this.pays();
    if (code !== 0) throw new Error(said);
    return { see: 'orders', toPay: (await this.unpaidOrders()).length };
  }

  async starts(mode: TreatmentMode): Promise<Sight> {
    this.mode = mode;
    const { code, data, said } = await this.types('treatment', 'start', this.device, '--mode', mode);
    const uses = said.includes('the last use') ? 1 : /one of (\d+) uses/.exec(said)?.[1];
    if (code === 2 && said.includes('--yes')) return { see: 'deduct?', remaining: Number(uses ?? Number.NaN) };
    if (code === 1 && said.includes('No uses are left')) return { see: 'exhausted' };
    if (code !== 0) throw new Error(said);
    return this.waitUntilRunning(data['mode'] as TreatmentMode);
  }

  async agrees(): Promise<Sight> {
    const { code, data, said } = await this.types('treatment', 'start', this.device, '--mode', this.mode, '--yes');
    if (code !== 0) throw new Error(said);
    return this.waitUntilRunning(data['mode'] as TreatmentMode);
  }

  async recharges(): Promise<Sight> {
    const { data } = await this.types('plan', 'list', this.device, '--by', 'uses');
    return Array.isArray(data) && data.length > 0 ? { see: 'plans' } : { see: 'my' };
  }

  renewsTheCard(): Promise<Sight> {
    return this.recharges();
  }

  async seesMinutes(minutes: number): Promise<void> {
    const used = async () => (await this.types('treatment', 'show', this.device)).data['usedMinutes'];
    await until(used, (shown) => Number(shown) >= minutes);
  }

  async stops(): Promise<Sight> {
    const { code, said } = await this.types('treatment', 'stop', this.device, '--yes');
    if (code !== 0) throw new Error(said);
    return { see: 'modes' };
  }

  async renewsFromTheList(device: string): Promise<Sight> {
    await this.requireListed(device);
    this.device = device;
    this.renewing = true;
    return { see: 'plans' };
  }

  async waitsFor(sight: Sight): Promise<Sight> {
    return until(
      async () => this.treatmentSight(),
      (seen) => JSON.stringify(seen) === JSON.stringify(sight),
    );
  }

  async acknowledges(): Promise<Sight> {
    return this.finished ? { see: 'modes' } : { see: 'my' };
  }

  async bindsPhone(mobile: string): Promise<Sight> {
    await this.does('account', 'send-code', mobile);
    await this.does('account', 'bind', mobile, await this.world.codeFor(mobile));
    return { see: 'my' };
  }

  async sharesWith(mobile: string): Promise<Sight> {
    await this.does('share', 'add', this.device, mobile);
    return this.seesShares();
  }

  async endsSharingWith(mobile: string): Promise<Sight> {
    await this.does('share', 'remove', this.device, mobile, '--yes');
    return this.seesShares();
  }

  async givesFeedback(content: string, phone: string): Promise<Sight> {
    await this.does('feedback', 'send', '--content', content, '--phone', phone);
    return { see: 'thanks' };
  }

  reopens = unsupported;
  sendsToAFriend = unsupported;
  friendOpens = unsupported;

  async leaves(): Promise<void> {
    this.terminal.close();
  }

  private assisting = false;
  private finished = false;

  private entered({ code, data, said }: Run): Sight {
    if (code === 2 && said.includes('--assist')) return { see: 'on-behalf?' };
    const outcome = String(data['outcome']);
    const reason = NOTICES.find((each) => each === outcome);
    if (code === 5 && reason) return { see: 'notice', reason };
    this.assisting = data['assist'] === true;
    const place = PLACES[outcome];
    if (code !== 0 || !place) throw new Error(said);
    return place;
  }

  private async unpaidOrders(): Promise<string[]> {
    const orders = (await this.types('order', 'list')).data as unknown as { number: string; state: string }[];
    return orders.filter(({ state }) => state === 'to-pay').map(({ number }) => number);
  }

  private async seesOrder(): Promise<Sight> {
    const { data } = await this.types('order', 'show', this.order ?? '');
    return { see: 'order', state: data['state'] as ShownState };
  }

  private async treatmentSight(): Promise<Sight> {
    await this.time.passes(POLL_MS);
    const { data } = await this.types('treatment', 'show', this.device);
    if (data['phase'] === 'offline') return { see: 'device offline' };
    this.finished = data['phase'] === 'finished';
    if (data['phase'] === 'running') return { see: 'treatment', mode: data['mode'] as TreatmentMode };
    return this.finished ? { see: 'finished' } : { see: 'my' };
  }

  private async waitUntilRunning(mode: TreatmentMode): Promise<Sight> {
    return this.waitsFor({ see: 'treatment', mode });
  }

  private async seesShares(): Promise<Sight> {
    const people = (await this.does('share', 'list', this.device)).data as unknown as unknown[];
    return { see: 'shares', people: people.length };
  }

  private async requireListed(device: string): Promise<void> {
    const { data } = await this.types('device', 'list');
    if (!Array.isArray(data) || !data.some((each: { sno?: string }) => each.sno === device))
      throw new Error(`${device} is not in the list`);
  }

  /** The customer’s phone opens the payment link and pays while the command waits. */
  private pays(): Promise<Run> {
    const number = this.order ?? '';
    const paysOnce = { isDone: false };
    return this.types('order', 'pay', number, '--yes', async () => {
      if (paysOnce.isDone || !this.terminal.stderrSoFar().includes('Pay ')) return;
      paysOnce.isDone = true;
      await this.world.pays(number);
    });
  }

  /** Runs a command that must succeed. */
  private async does(...words: string[]): Promise<Run> {
    const run = await this.types(...words);
    if (run.code !== 0) throw new Error(run.said);
    return run;
  }

  private async types(...words: (string | (() => unknown))[]): Promise<Run> {
    const argv = words.filter((word) => typeof word === 'string');
    const isAnswered = words.find((word) => typeof word === 'function');
    const running = this.terminal.physio([...argv, '--json']);
    const { code, stdout, stderr } = await this.time.whileItPasses(running, isAnswered);
    return { code, said: stderr, data: (stdout.trim() === '' ? {} : JSON.parse(stdout)) as Run['data'] };
  }
}
