import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import type { AbstractNewable } from 'inversify';
import { afterEach } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { CheckoutRecords } from '../../src/core/checkout/checkout-records.ts';
import { ConfirmPayment } from '../../src/core/checkout/confirm-payment.ts';
import { PayOrder } from '../../src/core/checkout/pay-order.ts';
import { RentDevice } from '../../src/core/checkout/rent-device.ts';
import { checkDevice, enterPage, getDetail, listDevices, listHistory, readLatest } from '../../src/core/device/api.ts';
import { CurrentDevice } from '../../src/core/device/current-device.ts';
import { ScanDevice } from '../../src/core/device/scan-device.ts';
import { createCardOrder, createLeaseOrder, listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import { cancelLeaseOrder, getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listShares } from '../../src/core/share/api.ts';
import { AccountScope } from '../../src/core/state/account-scope.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { storedTreatments } from '../../src/core/treatment/stored.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { App } from '../../src/ui/App.tsx';
import { createAppState } from '../../src/ui/application.ts';
import { PaymentStore } from '../../src/ui/stores/payment-store.ts';
import { ViewfinderStore } from '../../src/ui/stores/viewfinder-store.ts';
import { createTestApp, fakeAdapters, type FakeAdapters, type TestApp } from '../helpers/create-test-app.ts';
import { type AnyEndpoint, FakeServer, refused, type Reply } from '../helpers/fake-server.ts';
import { aPage, type OrderRow } from '../helpers/wire.ts';

configure({ asyncUtilTimeout: 20_000 });
afterEach(cleanup);

const SHEET = { appId: 'wx1', timeStamp: '1', nonceStr: 'n', package: 'prepay_id=1', signType: 'RSA', paySign: 's' };
export const LEASE_ORDER: OrderRow = {
  orderNo: 'L100',
  statusCode: 1,
  status: '待支付',
  payMoney: 49,
  deviceName: '客厅理疗仪',
  deviceSno: 'PL1001',
  sysUserId: 'op1',
  operatorName: '康养馆',
};

/** Teaches what the server answers a customer who has no device yet. */
function replyAsUsual(http: FakeServer): void {
  http
    .reply(getUser, { nickname: '李奶奶', mobile: '13800001234', assist: false })
    .reply(listDevices, [])
    .reply(listHistory, [])
    .reply(listShares, [])
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_FREE' })
    .reply(getDetail, { sno: 'PL1001', name: '客厅理疗仪', mac: 'A4:CF:12:00', onlineStatusDesc: '在线' })
    .reply(enterPage, refused('500', '没有实时通道'))
    .reply(readLatest, { onOff: 0 })
    .reply(listCards, aPage())
    .reply(listCardOrders, aPage())
    .reply(listDurationPlans, {
      modeId: 'm1',
      list: [
        { id: 'd1', price: 9.9, num: 1, unit: 'day' },
        { id: 'd7', price: 49, originPrice: 69, num: 7, unit: '天' },
      ],
    })
    .reply(listUsePlans, { detailVoList: [{ id: 'u5', price: 30, num: 5, rechargeModeId: 'r1' }] })
    .reply(createLeaseOrder, { payMoney: 49, orderNo: 'L100' })
    .reply(createCardOrder, { payMoney: 30, chargeOrderNo: 'C100' })
    .reply(listLeaseOrders, aPage())
    .reply(getLeaseOrder, LEASE_ORDER)
    .reply(cancelLeaseOrder)
    .reply(prePay, SHEET)
    .reply(startDevice, { OnOff: 1 });
}

/** The page of one customer: the test app, drawn on a phone. */
export class AppHarness {
  readonly clock: FakeAdapters['clock'];
  readonly storage: FakeAdapters['storage'];
  readonly channel: FakeAdapters['channel'];
  readonly bridge: FakeAdapters['bridge'];
  readonly scanner: FakeAdapters['scanner'];
  readonly shareMenu: FakeAdapters['shareMenu'];
  readonly reporter: FakeAdapters['reporter'];
  /** What is recorded of purchases, and what the treatment log remembers. */
  readonly purchases: CheckoutRecords;
  readonly treatments: ReturnType<typeof storedTreatments>;
  private readonly adapters: FakeAdapters;
  readonly viewfinder = new ViewfinderStore();
  readonly phone = { userAgent: 'Mozilla/5.0 (iPhone) MicroMessenger/8.0', insideWeixin: true, online: true };
  /** What the page fetches of itself once the first screen is there. */
  laterParts: 'there' | 'lost' | 'broken' = 'there';
  /** Whether the server of the page answers. */
  pageIsReachable = true;
  /** How often the page was loaded anew. */
  reloads = 0;
  private returns: (() => void)[] = [];
  private opened: TestApp | undefined;

  /** `configuration`: what it says beyond the address of the cloud. */
  constructor(
    configuration: object = {},
    readonly http = new FakeServer(),
  ) {
    this.adapters = { ...fakeAdapters(configuration), http };
    ({
      clock: this.clock,
      storage: this.storage,
      channel: this.channel,
      bridge: this.bridge,
      scanner: this.scanner,
      shareMenu: this.shareMenu,
      reporter: this.reporter,
    } = this.adapters);
    this.purchases = new CheckoutRecords(new AccountScope(this.storage), this.clock);
    this.treatments = storedTreatments(new AccountScope(this.storage));
    replyAsUsual(http);
    http.reply(stopDevice, this.stopsTheDevice);
  }

  /** The server takes a stop, and the device stands still at once. */
  readonly stopsTheDevice = (): void => void this.http.reply(readLatest, { onOff: 0 });

  /** Teaches an answer, as FakeServer does. */
  reply<Of extends AnyEndpoint>(endpoint: Of, ...answers: Reply<Of>[]): this {
    this.http.reply(endpoint, ...answers);
    return this;
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
    return this.opened?.current ?? new CurrentDevice(new AccountScope(this.storage));
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
    const { selected, operatorId } = this.current;
    this.opened = createTestApp({
      adapters: this.adapters,
      path,
      query: `?${query}${token && `&accessToken=${token}&openid=o`}`,
    });
    const { container, search } = this.opened;
    if (selected && !this.current.selected) this.current.select(selected, { operatorId });
    window.history.replaceState(null, '', path + search);
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
    const application = createAppState({
      configuration: this.adapters.configuration.values,
      load: {
        screens: async () => ({ PaymentStore, records: container.get(CheckoutRecords) }),
        plans: load,
        treatment: load,
        rest: load,
      },
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

  /** How often an endpoint was called; with a token, how often as whoever it belongs to. */
  calls(endpoint: AnyEndpoint, token?: string): number {
    return this.http
      .requests(endpoint)
      .filter(({ headers }) => token === undefined || headers['Authorization'] === token).length;
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
