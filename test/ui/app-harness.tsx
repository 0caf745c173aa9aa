import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import type { AbstractNewable } from 'inversify';
import { afterEach } from 'vitest';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { getUser } from '../../src/core/account/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { CheckoutRecords } from '../../src/core/checkout/records/checkout-records.ts';
import { checkDevice, enterPage, getDetail, listDevices, listHistory, readLatest } from '../../src/core/device/api.ts';
import { createCardOrder, createLeaseOrder, listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import { cancelLeaseOrder, getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { reportProblem } from '../../src/core/basics/report-problem.ts';
import type { PurchaseEvent } from '../../src/core/checkout/records/transitions.ts';
import type { Destination } from '../../src/core/destination.ts';
import type { PayableOrder } from '../../src/core/order/order.ts';
import type { StartedTreatment } from '../../src/core/treatment/treatment.ts';
import { openSession } from '../../src/core/session/session.ts';
import { listShares } from '../../src/core/share/api.ts';
import { AccountScope } from '../../src/core/state/account-scope.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { oneStoredTreatment } from '../helpers/stored-treatments.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { App } from '../../src/ui/App.tsx';
import { createAppState } from '../../src/ui/application.ts';
import { lastDevice } from '../../src/ui/state/last-device.ts';
import { ViewfinderStore } from '../../src/ui/stores/viewfinder-store.ts';
import { accountOf, createTestApp, fakeAdapters, type FakeAdapters, type TestApp } from '../helpers/create-test-app.ts';
import { type AnyEndpoint, FakeServer, refused, type Reply } from '../helpers/fake-server.ts';
import { aDevice, aPage, type OrderRow } from '../helpers/wire.ts';

configure({ asyncUtilTimeout: 20_000 });
afterEach(cleanup);

export const SHEET = {
  appId: 'wx1',
  timeStamp: '1',
  nonceStr: 'n',
  package: 'prepay_id=1',
  signType: 'RSA',
  paySign: 's',
};
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
export const PAID_ORDER: OrderRow = { ...LEASE_ORDER, statusCode: 5, status: '支付完成' };

/** Sets the default responses: a customer without a device. */
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

/** The page of one customer: the test app, rendered on a simulated phone. */
export class AppHarness {
  readonly clock: FakeAdapters['clock'];
  readonly storage: FakeAdapters['storage'];
  readonly channel: FakeAdapters['channel'];
  readonly bridge: FakeAdapters['bridge'];
  readonly scanner: FakeAdapters['scanner'];
  readonly shareMenu: FakeAdapters['shareMenu'];
  readonly reporter: FakeAdapters['reporter'];
  /** The stored state of the customer, who has the openid `o`. */
  readonly scope: AccountScope;
  /** The stored purchases and the stored treatment log. */
  readonly purchases: CheckoutRecords;
  readonly treatments: ReturnType<typeof oneStoredTreatment>;
  private readonly adapters: FakeAdapters;
  readonly viewfinder = new ViewfinderStore();
  readonly phone = { userAgent: 'Mozilla/5.0 (iPhone) MicroMessenger/8.0', insideWeChat: true, online: true };
  /** Whether the server of the page's files responds. */
  pageIsReachable = true;
  /** The files that the server of the page would send, besides the page. */
  readonly pageFiles = new Map<string, string>();
  /** The names of the files that the page has read, in order. */
  readonly pageReads: string[] = [];
  /** Whether the phone keeps what the page stores across a reload. */
  keepsStorage = true;
  /** The number of page reloads. */
  reloads = 0;
  private resumeListeners: (() => void)[] = [];
  private opened: TestApp | undefined;

  /** `configuration`: the fields of app-config.json besides `apiBase`. */
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
    this.scope = new AccountScope(this.storage);
    this.scope.enter(accountOf('o'));
    this.purchases = new CheckoutRecords(this.scope, this.clock);
    this.treatments = oneStoredTreatment(this.scope);
    replyAsUsual(http);
    http.reply(stopDevice, this.turnsDeviceOff);
  }

  /** The response to a stop: from now on, the device reports that it is off. */
  readonly turnsDeviceOff = (): void => void this.http.reply(readLatest, { onOff: 0 });

  /** Sets the responses of an endpoint, as FakeServer.reply does. */
  reply<Of extends AnyEndpoint>(endpoint: Of, ...answers: Reply<Of>[]): this {
    this.http.reply(endpoint, ...answers);
    return this;
  }

  /** Makes a device the last one of this visit, as an earlier entry would have. */
  withDevice(sno = 'PL1001'): this {
    lastDevice(this.scope).set(sno);
    return this;
  }

  /** Makes a device the last one of this visit, and lists it as the user's own lease. */
  withOwnLease(sno = 'PL1001'): this {
    return this.withDevice(sno).reply(listDevices, [aDevice({ sno, ownerId: 'op1' })]);
  }

  /** Makes a device the last one of this visit that its tenant shares with this customer. */
  withSharedDevice(sno = 'PL1001'): this {
    lastDevice(this.scope).set(sno);
    this.reply(listDevices, [aDevice({ sno, ownerId: 'op1', shareUserId: 'u7', shareUserName: '老王' })]);
    return this;
  }

  /** Records that the payment sheet of the order L100 has answered so. */
  sheetAnswered(
    answer: Extract<PurchaseEvent, { type: 'sheetAnswered' }>['answer'],
    { leadsTo, ...order }: Partial<PayableOrder> & { leadsTo?: Destination } = {},
  ): this {
    const payable = { number: 'L100', kind: 'lease', amountFen: 4900, ...order } as const;
    this.purchases.record({ type: 'sheetAnswered', order: payable, answer, leadsTo });
    return this;
  }

  /** Records a treatment of half an hour that was started from this phone so long ago. */
  startedHere(agoMs: number, more: Partial<StartedTreatment> = {}): this {
    const at = this.clock.now() - agoMs;
    this.treatments.started.set({ sno: 'PL1001', at, state: { workMinutes: 30 }, ...more });
    return this;
  }

  /** The parsed value of a key in the session storage, or null. */
  sessionValue(key: string): unknown {
    return JSON.parse(this.scope.read('session', key) ?? 'null');
  }

  /** Opens an address as a link of WeChat's menu does; an empty `token` opens it without credentials. */
  open(address: string, { token = 'token-1' }: { token?: string } = {}): this {
    const [path = '/', query = ''] = address.split('?');
    this.opened = createTestApp({
      adapters: this.adapters,
      path,
      query: `?${query}${token && `&accessToken=${token}&openid=o`}`,
    });
    const { container, search } = this.opened;
    window.history.replaceState(null, '', path + search);
    const application = createAppState({
      configuration: this.adapters.configuration.values,
      resolve: (token) => container.get(token as AbstractNewable<InstanceType<typeof token>>),
      time: this.clock,
      onResume: (listener) => {
        this.resumeListeners.push(listener);
        return () => (this.resumeListeners = this.resumeListeners.filter((each) => each !== listener));
      },
      page: {
        isReachable: async () => this.pageIsReachable,
        read: async (name) => {
          this.pageReads.push(name);
          return this.pageIsReachable ? this.pageFiles.get(name) : undefined;
        },
        stored: () => openSession(this.keepsStorage ? this.storage : new FakeAppStorage()),
        reload: () => void (this.reloads += 1),
      },
      viewfinder: this.viewfinder,
      phone: () => this.phone,
      report: (thrown, context) => reportProblem(this.reporter, thrown, context),
    });
    render(<App application={application} />);
    return this;
  }

  /** Simulates that the hidden page becomes visible again. */
  async resumes(): Promise<void> {
    await act(async () => {
      for (const listener of this.resumeListeners) listener();
    });
  }

  async advance(ms: number): Promise<void> {
    await act(() => this.clock.advance(ms));
  }

  /** The number of calls of an endpoint; with `token`, only the calls that sent this token. */
  calls(endpoint: AnyEndpoint, token?: string): number {
    return this.http
      .requests(endpoint)
      .filter(({ headers }) => token === undefined || headers['Authorization'] === token).length;
  }
}

export const sees = (text: string | RegExp) => screen.findByText(text);
export const doesNotSee = (text: string | RegExp) => screen.queryByText(text) === null;
export const at = () => window.location.pathname + window.location.search;

/** Navigates to an address as the browser's own buttons do. */
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

/** Chooses the plan of seven days, and pays it. */
export async function paysSevenDays(): Promise<void> {
  await choosesPlan(/7天/);
  await presses('￥49 支付');
}

/** Stops the treatment on the screen, and confirms it. */
export async function stops(): Promise<void> {
  await presses('停止理疗');
  await presses('确认');
}
