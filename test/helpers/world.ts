import type { FaultSetting } from '../../sandbox/faults.ts';
import type { EffectCounts } from '../../sandbox/world/effects.ts';
import type { Status } from '../../sandbox/world/devices.ts';
import type { Habit } from '../../sandbox/world/habits.ts';
import path from 'node:path';
import { networkAddresses } from '../../sandbox/local-network.ts';
import { startSandbox } from '../../sandbox/main.ts';
import type { Report } from '../../sandbox/reports/reports.ts';
import type { DemoLanguage } from '../../sandbox/page/demo-language.ts';
import type { DemoBrand } from '../../sandbox/shop/demo-brands.ts';

/** A demo user in the format of the control API. */
export interface WorldUser {
  id: string;
  role: string;
  mobile: string;
  openid: string;
  accessToken: string;
  entryLink: string;
}

export interface WorldDevice {
  sno: string;
  name: string;
  online: boolean;
  status: string;
  leasedBy: string | null;
  /** The data points of the last report. */
  attrs: Record<string, unknown>;
  /** The data points of the device itself. */
  actual: Record<string, unknown>;
  /** What the device received, newest first. */
  log: { what: string }[];
}

export interface WorldOrder {
  orderNo?: string;
  chargeOrderNo?: string;
  [field: string]: unknown;
}

export interface WorldState {
  users: WorldUser[];
  devices: WorldDevice[];
  orders: WorldOrder[];
  shares: { sno: string; mobile: string }[];
  /** Newest first. */
  codes: { mobile: string; code: string }[];
  feedback: { content: string; phone?: string }[];
  /** How unkind the server is. */
  server: Record<Habit, boolean>;
}

/** The effects of one ordered and paid plan. */
export const RENTED = { ordersCreated: 1, prepays: 1, charges: 1 };

export type PaymentSetting = { next: 'ok' | 'cancel' | 'fail' | 'none'; settles: boolean; delayMs?: number };

interface WorldOptions {
  /** Serves the built page below `basePath`. */
  page?: boolean;
  basePath?: string;
  /** The build directory. */
  directory?: string;
  /** The demo brand of the page. */
  brand?: DemoBrand | undefined;
  language?: DemoLanguage | undefined;
  /** The configuration of the page names the receiver of reports. */
  report?: boolean;
  /** Uses an address of this machine in its network. */
  inNetwork?: boolean;
}

/** The sandbox cloud with its control API, for one test file. */
export class World {
  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start({
    page = false,
    basePath = '/',
    directory = path.resolve('dist'),
    brand,
    language,
    report = false,
    inNetwork = false,
  }: WorldOptions = {}): Promise<World> {
    const sandbox = await startSandbox({
      port: 0,
      basePath,
      addresses: inNetwork ? networkAddresses() : [],
      language,
      report,
      ...(brand ? { brand } : {}),
      ...(page ? { page: { kind: 'static' as const, directory } } : {}),
    });
    const [url = sandbox.url] = sandbox.networkUrls;
    return new World(url.replace(/\/$/, ''), () => sandbox.close());
  }

  state = () => this.ask<WorldState>('GET', 'state');
  effects = () => this.ask<EffectCounts>('GET', 'effects');
  reset = (scenario?: string) => this.ask('POST', 'reset', scenario === undefined ? {} : { scenario });
  passes = (advanceMs: number) => this.ask('POST', 'clock', { advanceMs });
  payment = (setting: PaymentSetting | Record<string, never>) => this.ask('POST', 'payment', setting);
  device = (sno: string, change: { online?: boolean; locked?: boolean; silent?: boolean; status?: Status }) =>
    this.ask('POST', `device/${sno}`, change);
  /** Switches habits of the server; `unkind` switches all that go together. */
  server = (habits: Partial<Record<Habit | 'unkind', boolean>>) => this.ask('POST', 'server', habits);
  pays = (orderNo: string) => this.ask('POST', `order/${orderNo}/pay`, {});
  /** The shop cancels an order. */
  cancels = (orderNo: string) => this.ask('POST', `order/${orderNo}/cancel`, {});
  refunds = (orderNo: string, what: { part?: boolean }) => this.ask('POST', `order/${orderNo}/refund`, what);
  fault = (fault: FaultSetting & { path: string }) => this.ask('POST', 'faults', fault);
  heals = () => this.ask('DELETE', 'faults');
  /** The reports that the sandbox received, newest first. */
  reports = () => this.ask<Report[]>('GET', 'reports');
  /** The bodies of the requests that brought them, newest first. */
  reportDocuments = () => this.ask<string[]>('GET', 'reports/documents');

  async user(id: string): Promise<WorldUser> {
    const { users } = await this.state();
    const user = users.find((each) => each.id === id);
    if (!user) throw new Error(`no user ${id}; there are ${users.map((each) => each.id).join(', ')}`);
    return user;
  }

  /** The code in the last message to a phone. */
  async codeFor(mobile: string): Promise<string> {
    const { codes } = await this.state();
    const sent = codes.find((each) => each.mobile === mobile);
    if (!sent) throw new Error('no code was sent to this number');
    return sent.code;
  }

  private async ask<Answer>(method: 'GET' | 'POST' | 'DELETE', call: string, body?: object): Promise<Answer> {
    const sent =
      method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) };
    const response = await fetch(`${this.url}/__sandbox/${call}`, { method, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${call}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }
}
