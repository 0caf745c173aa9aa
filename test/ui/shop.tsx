import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import type { AbstractNewable, Container } from 'inversify';
import { afterEach, expect } from 'vitest';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { FakeDeviceChannel } from '../../src/adapters/fake/fake-device-channel.ts';
import { FakeHttp, type TaughtAnswer } from '../../src/adapters/fake/fake-http.ts';
import { FakePaymentBridge } from '../../src/adapters/fake/fake-payment-bridge.ts';
import { FakeReporter } from '../../src/adapters/fake/fake-reporter.ts';
import { FakeScanner } from '../../src/adapters/fake/fake-scanner.ts';
import { InMemoryMutex } from '../../src/adapters/in-memory-mutex.ts';
import { FakeShareMenu } from '../../src/adapters/fake/fake-share-menu.ts';
import { compose } from '../../src/container.ts';
import { Configuration } from '../../src/core/api/configuration.ts';
import { CurrentDevice } from '../../src/core/device/current-device.ts';
import { ScanDevice } from '../../src/core/device/scan-device.ts';
import { RentDevice } from '../../src/core/checkout/rent-device.ts';
import { CheckoutRecords } from '../../src/core/checkout/checkout-records.ts';
import { ConfirmPayment } from '../../src/core/checkout/confirm-payment.ts';
import { PayOrder } from '../../src/core/checkout/pay-order.ts';
import { Problem } from '../../src/core/problem.ts';
import { Session } from '../../src/core/session/session.ts';
import { AccountScope } from '../../src/core/state/account-scope.ts';
import { storedTreatments } from '../../src/core/treatment/stored.ts';
import { App } from '../../src/ui/App.tsx';
import { makeApplication } from '../../src/ui/application.ts';
import { ViewfinderStore } from '../../src/ui/stores/viewfinder-store.ts';

configure({ asyncUtilTimeout: 20_000 });
afterEach(cleanup);

const shops = new Set<Shop>();
/** A test takes the errors of the program that it plants; any other is one of its own. */
afterEach(() => {
  const reported = [...shops].flatMap(({ reporter }) => reporter.take());
  shops.clear();
  expect(reported).toEqual([]);
});

export const ok = (data: unknown = null) => ({ body: { code: '200', message: 'success', data } });
export const refused = (message: string, code = '500') => ({ body: { code, message, data: null } });
export const records = (list: unknown[]) => ok({ records: list, total: list.length });

const SHEET = { appId: 'wx1', timeStamp: '1', nonceStr: 'n', package: 'prepay_id=1', signType: 'RSA', paySign: 's' };
export const LEASE_ORDER = {
  orderNo: 'L100',
  statusCode: 1,
  status: '待支付',
  payMoney: 49,
  deviceName: '客厅理疗仪',
  deviceSno: 'PL1001',
  sysUserId: 'op1',
  operatorName: '康养馆',
};

const ANSWERS: Record<string, TaughtAnswer> = {
  '/user/get': ok({ nickname: '李奶奶', mobile: '13800001234', assist: false }),
  '/device/device/list': ok([]),
  '/device/device/history/list': ok([]),
  '/device/device/share/list': ok([]),
  '/order/check/device': ok({ ownerId: 'op1', status: 'DEVICE_FREE' }),
  '/device/detail': ok({ sno: 'PL1001', name: '客厅理疗仪', mac: 'A4:CF:12:00', onlineStatusDesc: '在线' }),
  '/device/intoDevicePage': refused('没有实时通道'),
  '/device/real_time_data': ok({ onOff: 0 }),
  '/wallet/balance': records([]),
  '/wallet/list': records([]),
  '/product/service/mode/get': ok({ modeId: 'm1', list: [{ id: 'd1', price: 9.9, num: 1, unit: 'day' }, { id: 'd7', price: 49, originPrice: 69, num: 7, unit: '天' }] }),
  '/rechargeMode/get': ok({ detailVoList: [{ id: 'u5', price: 30, num: 5, rechargeModeId: 'r1' }] }),
  '/order/consume/order': ok({ payMoney: 49, orderNo: 'L100' }),
  '/order/charge/order': ok({ payMoney: 30, chargeOrderNo: 'C100' }),
  '/order/list': records([]),
  '/order/detail': ok(LEASE_ORDER),
  '/order/cancel': ok(),
  '/wxPay/prePay': ok(SHEET),
  '/order/start/device': ok({ OnOff: 1 }),
};

/** The app on fakes, as one customer meets it. */
export class Shop {
  readonly clock = new FakeClock();
  readonly storage = new FakeAppStorage();
  readonly channel = new FakeDeviceChannel();
  readonly bridge = new FakePaymentBridge();
  readonly scanner = new FakeScanner();
  readonly shareMenu = new FakeShareMenu();
  readonly reporter = new FakeReporter();
  /** What is recorded of purchases, and what the treatment log remembers. */
  readonly purchases = new CheckoutRecords(new AccountScope(this.storage), this.clock);
  readonly treatments = storedTreatments(new AccountScope(this.storage));
  readonly viewfinder = new ViewfinderStore();
  readonly phone = { userAgent: 'Mozilla/5.0 (iPhone) MicroMessenger/8.0', insideWeixin: true, online: true };
  /** What the page fetches of itself once the first screen is there. */
  laterParts: 'there' | 'lost' | 'broken' = 'there';
  /** Whether the server of the page answers. */
  pageIsReachable = true;
  /** How often the page was loaded anew. */
  reloads = 0;
  private returns: (() => void)[] = [];
  private opened: Container | undefined;
  private readonly usual = new Map<string, TaughtAnswer[]>();

  /** `deployment`: what its configuration says beyond the address of the cloud. */
  constructor(
    private readonly deployment: object = {},
    readonly http = new FakeHttp(),
  ) {
    shops.add(this);
    for (const [path, answer] of Object.entries(ANSWERS)) this.server(path, answer);
    this.server('/order/stop/device', this.stopsTheDevice);
  }

  /** The server takes a stop, and the device stands still at once. */
  readonly stopsTheDevice = () => {
    this.server('/device/real_time_data', ok({ onOff: 0 }));
    return ok();
  };

  server(path: string, ...answers: TaughtAnswer[]): this {
    this.usual.set(path, answers);
    this.http.answers(`/api${path}`, ...answers);
    return this;
  }

  /** From now on this call goes wrong. */
  fails(path: string, fault: TaughtAnswer): void {
    this.http.answers(`/api${path}`, fault);
  }

  /** And goes well again. */
  mends(path: string): void {
    this.http.answers(`/api${path}`, ...(this.usual.get(path) ?? []));
  }

  /** From now on the server takes only a token that is newer than the page's. */
  tokenExpires(token = 'token-1'): void {
    for (const [path, answers] of this.usual) {
      this.http.answers(`/api${path}`, (request) => {
        if (request.headers['Authorization'] === token) return { status: 401 };
        const answer = answers.at(-1);
        if (answer === undefined || answer === 'hangs') throw new Error(`what the server says at ${path} once somebody is signed in again was not taught`);
        return typeof answer === 'function' ? answer(request) : answer;
      });
    }
  }

  /** The current device, as if it had been entered before. */
  withDevice(sno = 'PL1001', operatorId = 'op1'): this {
    this.current.select({ sno }, { operatorId });
    return this;
  }

  /** The same, shared with this customer by whoever rents it. */
  withSharedDevice(sno = 'PL1001'): this {
    this.current.select({ sno, isShare: true }, { operatorId: 'op1' });
    return this;
  }

  /** The device that is selected; the page's own once it is open. */
  get current(): CurrentDevice {
    return this.opened?.get(CurrentDevice) ?? new CurrentDevice(new AccountScope(this.storage));
  }

  /** Whether the server said that the selected device works for this customer. */
  works(isWorking: boolean): void {
    const { selected, operatorId } = this.current;
    if (selected) this.current.select(selected, { operatorId, isWorking });
  }

  /** What the page keeps for its session under a key. */
  kept(key: string): unknown {
    return JSON.parse(this.storage.read('session', key) ?? 'null');
  }

  /** Opens an address the way WeChat's menu would, with a token unless told. */
  open(address: string, { token = 'token-1' }: { token?: string } = {}): this {
    const [path = '/', query = ''] = address.split('?');
    const container = compose({
      configuration: Configuration.from({ apiBase: 'https://cloud.test/api', ...this.deployment }),
      http: this.http,
      clock: this.clock,
      storage: this.storage,
      channel: this.channel,
      bridge: this.bridge,
      scanner: this.scanner,
      shareMenu: this.shareMenu,
      reporter: this.reporter,
      mutex: new InMemoryMutex(this.clock),
    });
    const { selected, operatorId } = this.current;
    this.opened = container;
    const cleaned = container.get(Session).open(path, `?${query}${token && `&accessToken=${token}&openid=o`}`);
    if (selected && !this.current.selected) this.current.select(selected, { operatorId });
    window.history.replaceState(null, '', path + cleaned);
    const tapServices = {
      payOrder: container.get(PayOrder),
      confirmPayment: container.get(ConfirmPayment),
      rentDevice: container.get(RentDevice),
      scanDevice: container.get(ScanDevice),
    };
    const load = async () => {
      if (this.laterParts === 'lost') throw new Problem('network');
      if (this.laterParts === 'broken') throw new Error('not bound');
      return tapServices;
    };
    const application = makeApplication({
      configuration: container.get(Configuration).values,
      load: { plans: load, treatment: load, rest: load },
      resolve: (token) => container.get(token as AbstractNewable<InstanceType<typeof token>>),
      time: this.clock,
      onResume: (listener) => {
        this.returns.push(listener);
        return () => (this.returns = this.returns.filter((each) => each !== listener));
      },
      page: { isReachable: async () => this.pageIsReachable, reload: () => void (this.reloads += 1) },
      viewfinder: this.viewfinder,
      phone: () => this.phone,
      report: (problem) => this.reporter.report(problem),
    });
    render(<App application={application} />);
    return this;
  }

  /** The page is shown again after having been hidden. */
  async comesBack(): Promise<void> {
    await act(async () => {
      for (const listener of this.returns) listener();
    });
  }

  async passes(ms: number): Promise<void> {
    await act(() => this.clock.advance(ms));
  }

  /** How often a call was made; with a token, how often as whoever it belongs to. */
  calls(path: string, token?: string): number {
    return this.http.sentTo(`/api${path}`).filter(({ headers }) => token === undefined || headers['Authorization'] === token).length;
  }
}

export const sees = (text: string | RegExp) => screen.findByText(text);
export const doesNotSee = (text: string | RegExp) => screen.queryByText(text) === null;
export const at = () => window.location.pathname + window.location.search;

/** Another screen is come to, by a link, a card or the browser's own buttons. */
export const goTo = (address: string) =>
  act(() => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

export async function presses(name: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }));
}

export async function choosesTab(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('tab', { name }));
}

export async function choosesPlan(name: RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('radio', { name }));
}
