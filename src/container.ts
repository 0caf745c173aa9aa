import 'reflect-metadata/lite';
import { Container, type AbstractNewable, type Newable } from 'inversify';
import { BindPhone } from './core/account/bind-phone.ts';
import { Preferences } from './core/account/preferences.ts';
import { Access } from './core/api/access.ts';
import { ApiClient } from './core/api/api-client.ts';
import { Configuration } from './core/api/configuration/configuration.ts';
import { ExamineCall } from './core/api/examine/examine-call.ts';
import { CancelOrder } from './core/checkout/cancel-order.ts';
import { Holdings } from './core/checkout/holdings/holdings.ts';
import { CheckoutRecords } from './core/checkout/records/checkout-records.ts';
import { ConfirmPayment } from './core/checkout/confirm/confirm-payment.ts';
import { OrdersPlacedHere } from './core/checkout/orders-placed-here.ts';
import { ReadRentedSince } from './core/checkout/pay/rented-since.ts';
import { PayOrder } from './core/checkout/pay/pay-order.ts';
import { PlaceOrder } from './core/checkout/place/place-order.ts';
import { PrepayCache } from './core/checkout/pay/prepay-cache.ts';
import { RentDevice } from './core/checkout/rent-device.ts';
import { FollowDevice } from './core/device/follow/follow-device.ts';
import { ReadDeviceUse } from './core/checkout/holdings/read-device-use.ts';
import { ScanDevice } from './core/entry/scan-device.ts';
import { TryChannel } from './core/diagnosis/try-channel.ts';
import { ExamineChannel } from './core/diagnosis/examine-channel.ts';
import { ExamineServer } from './core/diagnosis/examine-server.ts';
import { EnterDevice } from './core/entry/enter-device.ts';
import { EntryPolicy } from './core/entry/entry-policy.ts';
import { InspectDevice } from './core/diagnosis/fleet/inspect-device.ts';
import { OpenLeasedDevice } from './core/entry/open-leased-device.ts';
import { RecentActivity } from './core/feedback/recent-activity.ts';
import { SendFeedback } from './core/feedback/send-feedback.ts';
import { OfferPlans } from './core/lease/offer-plans.ts';
import { FindOrder } from './core/order/find-order.ts';
import { Prefetch } from './core/prefetch.ts';
import { Queries } from './core/queries.ts';
import { reportProblem } from './core/basics/report-problem.ts';
import { openSession, Session, type OpenSession } from './core/session/session.ts';
import { ShareByLink } from './core/share/share-by-link.ts';
import { ShareWith } from './core/share/share-with.ts';
import { AccountScope } from './core/state/account-scope.ts';
import { FollowTreatment } from './core/treatment/follow/follow-treatment.ts';
import { ResumeTreatment } from './core/treatment/resume-treatment.ts';
import { StartCommand } from './core/treatment/start/start-command.ts';
import { StartNotice } from './core/treatment/start/start-notice.ts';
import { StartTreatment } from './core/treatment/start/start-treatment.ts';
import { StopTreatment } from './core/treatment/stop/stop-treatment.ts';
import { TreatmentLog } from './core/treatment/records/treatment-log.ts';
import { WaitForDevice } from './core/treatment/follow/wait-for-device.ts';
import { AppStorage } from './ports/app-storage.ts';
import { Clock } from './ports/clock.ts';
import { DeviceChannel } from './ports/device-channel.ts';
import { Http } from './ports/http.ts';
import { Mutex } from './ports/mutex.ts';
import { PaymentBridge } from './ports/payment-bridge.ts';
import { Reporter } from './ports/reporter.ts';
import { Scanner } from './ports/scanner.ts';
import { ShareMenu } from './ports/share-menu.ts';

/** The adapters of one platform: the browser, Node, or a test's fakes. */
export interface PlatformAdapters {
  storage: AppStorage;
  configuration: Configuration;
  http: Http;
  clock: Clock;
  reporter: Reporter;
  channel: DeviceChannel;
  mutex: Mutex;
  bridge: PaymentBridge;
  scanner: Scanner;
  shareMenu: ShareMenu;
  /** As whom the API is called; the session unless given. */
  access?: Access;
  /** Retries of a read; the client's own number unless given. */
  readRetries?: number;
}

/**
 * The only wiring: binds each class by the tokens of its constructor's parameters, in their order. The container makes
 * one instance, when it is first resolved. It compiles no resolvers at run time: the page's policy forbids the Function
 * constructor. `opened` is the session if the caller has opened it before. The reporter is told of each call that fails.
 */
export function compose(
  { storage, configuration, http, clock, reporter, access, readRetries, ...adapters }: PlatformAdapters,
  { scope, session }: OpenSession = openSession(storage),
): Container {
  const container = new Container({ jitless: true });
  const api = new ApiClient(http, access ?? session, configuration, clock, readRetries);
  api.onProblem = (problem, call, ms) => reportProblem(reporter, problem, { call, ms });

  const constant = <Service>(token: Token<Service>, value: Service) =>
    void container.bind(token).toConstantValue(value);
  constant(AppStorage, storage);
  constant(AccountScope, scope);
  constant(Session, session);
  constant(Configuration, configuration);
  constant(Http, http);
  constant(Clock, clock);
  constant(Reporter, reporter);
  constant(Access, access ?? session);
  constant(ApiClient, api);
  constant(DeviceChannel, adapters.channel);
  constant(Mutex, adapters.mutex);
  constant(PaymentBridge, adapters.bridge);
  constant(Scanner, adapters.scanner);
  constant(ShareMenu, adapters.shareMenu);

  const singleton = <Instance, Parameters extends unknown[]>(
    token: new (...parameters: Parameters) => Instance,
    ...dependencies: { [Index in keyof Parameters]-?: Token<Parameters[Index]> }
  ) =>
    void container
      .bind(token)
      .toResolvedValue((...resolved) => new token(...resolved), dependencies)
      .inSingletonScope();
  singleton(Prefetch, ApiClient);
  singleton(Holdings, ApiClient, CheckoutRecords, Clock);
  singleton(Queries, ApiClient, Holdings);
  singleton(RecentActivity, Clock);
  singleton(Preferences, AppStorage);
  singleton(BindPhone, ApiClient, AccountScope, Clock);
  singleton(SendFeedback, ApiClient);

  singleton(EntryPolicy, ApiClient, Holdings, ConfirmPayment, Clock);
  singleton(EnterDevice, EntryPolicy, ResumeTreatment, Session, Reporter);
  singleton(OpenLeasedDevice, EntryPolicy, Clock);
  singleton(ScanDevice, Scanner);
  singleton(ReadDeviceUse, ApiClient, Holdings, Clock);
  singleton(FollowDevice, ApiClient, DeviceChannel, Clock, Reporter);

  singleton(TreatmentLog, AccountScope, Clock);
  singleton(StartNotice, AppStorage, Configuration);
  singleton(StartTreatment, ApiClient, TreatmentLog, Holdings, CheckoutRecords, ConfirmPayment, StartCommand, Clock);
  singleton(StartCommand, ApiClient, TreatmentLog, Mutex, Clock, Reporter);
  singleton(FollowTreatment, ApiClient, FollowDevice, TreatmentLog, Clock, Reporter);
  singleton(ResumeTreatment, ApiClient, TreatmentLog, Clock, Reporter);
  singleton(StopTreatment, ApiClient, TreatmentLog, Mutex, Clock, Reporter);
  singleton(WaitForDevice, ApiClient, FollowDevice, TreatmentLog, Clock);

  singleton(OfferPlans, ApiClient, AccountScope, Clock);
  singleton(CheckoutRecords, AccountScope, Clock);
  singleton(OrdersPlacedHere, AccountScope, Clock);
  singleton(RentDevice, PlaceOrder, PayOrder, FindOrder, CheckoutRecords, OrdersPlacedHere, ApiClient, ReadDeviceUse);
  singleton(PlaceOrder, ApiClient, ConfirmPayment, Clock, CheckoutRecords, Mutex, Reporter);
  singleton(PrepayCache, ApiClient, Clock, CheckoutRecords);
  singleton(PayOrder, ConfirmPayment, PrepayCache, PaymentBridge, CheckoutRecords, Mutex);
  singleton(ReadRentedSince, ApiClient, Holdings, ConfirmPayment, OrdersPlacedHere, Clock);
  singleton(ConfirmPayment, FindOrder, CheckoutRecords, Clock, Reporter);
  singleton(CancelOrder, ApiClient, ConfirmPayment, CheckoutRecords, Mutex);
  singleton(FindOrder, ApiClient);

  singleton(ShareWith, ApiClient, AccountScope, Clock);
  singleton(ShareByLink, ShareMenu, Configuration, ReadDeviceUse);

  // `doctor`, `device check` and `support` alone use these.
  singleton(ExamineCall, ApiClient, Clock);
  singleton(ExamineChannel, ApiClient, DeviceChannel, Clock);
  singleton(ExamineServer, Http, ExamineCall, ExamineChannel, Configuration, Clock);
  singleton(TryChannel, ApiClient, DeviceChannel, Clock);
  singleton(InspectDevice, ApiClient, EntryPolicy, Clock);
  return container;
}

type Token<Service> = Newable<Service> | AbstractNewable<Service>;
