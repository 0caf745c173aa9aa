import 'reflect-metadata';
import { Container, type AbstractNewable, type Newable } from 'inversify';
import { BindPhone } from './core/account/bind-phone.ts';
import { Preferences } from './core/account/preferences.ts';
import { Access } from './core/cloud/access.ts';
import { Cloud } from './core/cloud/cloud.ts';
import { Configuration } from './core/cloud/configuration.ts';
import { EnterDevice } from './core/device/enter-device.ts';
import { FollowDevice } from './core/device/follow-device.ts';
import { LookAtDevice } from './core/device/look-at-device.ts';
import { OpenLeasedDevice } from './core/device/open-leased-device.ts';
import { ScanDevice } from './core/device/scan-device.ts';
import { WaitForDevice } from './core/device/wait-for-device.ts';
import { RecentActivity } from './core/feedback/recent-activity.ts';
import { SendFeedback } from './core/feedback/send-feedback.ts';
import { OfferPlans } from './core/lease/offer-plans.ts';
import { OpenOrders } from './core/lease/open-orders.ts';
import { PlaceOrder } from './core/lease/place-order.ts';
import { RechargeCard } from './core/lease/recharge-card.ts';
import { RentDevice } from './core/lease/rent-device.ts';
import { CancelOrder } from './core/order/cancel-order.ts';
import { ChooseAgain } from './core/order/choose-again.ts';
import { FindOrder } from './core/order/find-order.ts';
import { PayOrder } from './core/payment/pay-order.ts';
import { PaymentSheets } from './core/payment/payment-sheets.ts';
import { Wishes } from './core/payment/wishes.ts';
import { Queries } from './core/queries.ts';
import { Session } from './core/session/session.ts';
import { Visit } from './core/session/visit.ts';
import { OpenSharedDevice } from './core/share/open-shared-device.ts';
import { ShareByLink } from './core/share/share-by-link.ts';
import { ShareWith } from './core/share/share-with.ts';
import { FollowTreatment } from './core/treatment/follow-treatment.ts';
import { ResumeTreatment } from './core/treatment/resume-treatment.ts';
import { StartTreatment } from './core/treatment/start-treatment.ts';
import { StopTreatment } from './core/treatment/stop-treatment.ts';
import { AppStorage } from './ports/app-storage.ts';
import { Clock } from './ports/clock.ts';
import { DeviceChannel } from './ports/device-channel.ts';
import { Http } from './ports/http.ts';
import { PaymentBridge } from './ports/payment-bridge.ts';
import { Scanner } from './ports/scanner.ts';
import { ShareMenu } from './ports/share-menu.ts';
import { Turns } from './ports/turns.ts';

/** What differs between the browser, the command line and a test. */
export interface Outside {
  configuration: Configuration;
  http: Http;
  clock: Clock;
  storage: AppStorage;
  channel: DeviceChannel;
  bridge: PaymentBridge;
  scanner: Scanner;
  shareMenu: ShareMenu;
  turns: Turns;
  /** As whom the server is spoken to; the session, unless given. */
  access?: Access;
}

/** Joins the core to one outside. Everything is made once, when first asked for. */
export function compose(outside: Outside): Container {
  const container = new Container({ defaultScope: 'Singleton' });

  container.bind(Configuration).toConstantValue(outside.configuration);
  container.bind(Http).toConstantValue(outside.http);
  container.bind(Clock).toConstantValue(outside.clock);
  container.bind(AppStorage).toConstantValue(outside.storage);
  container.bind(DeviceChannel).toConstantValue(outside.channel);
  container.bind(PaymentBridge).toConstantValue(outside.bridge);
  container.bind(Scanner).toConstantValue(outside.scanner);
  container.bind(ShareMenu).toConstantValue(outside.shareMenu);
  container.bind(Turns).toConstantValue(outside.turns);

  const made = <Made, Needs extends readonly unknown[]>(
    make: new (...needs: Needs) => Made,
    ...needs: { [Index in keyof Needs]: Newable<Needs[Index]> | AbstractNewable<Needs[Index]> }
  ) => container.bind<Made>(make).toResolvedValue((...resolved: unknown[]) => new make(...(resolved as unknown as Needs)), needs as never);

  made(Visit, AppStorage);
  made(Preferences, AppStorage);
  made(Session, Visit);
  if (outside.access) container.bind(Access).toConstantValue(outside.access);
  else container.bind(Access).toService(Session);
  made(Cloud, Http, Access, Configuration, Clock);
  made(Queries, Cloud);

  made(BindPhone, Cloud, Visit, Clock);
  made(SendFeedback, Cloud);
  made(RecentActivity, Clock);
  made(ShareWith, Cloud, Visit);
  made(ShareByLink, ShareMenu, Configuration, Visit);
  made(OpenSharedDevice, Cloud, Visit);

  made(LookAtDevice, Cloud);
  made(EnterDevice, LookAtDevice, ResumeTreatment, Session, Visit);
  made(OpenLeasedDevice, LookAtDevice, Visit);
  made(FollowDevice, Cloud, DeviceChannel, Clock);
  made(ScanDevice, Scanner);
  made(WaitForDevice, FollowDevice, Clock);

  made(FindOrder, Cloud);
  made(CancelOrder, Cloud, FindOrder);
  made(ChooseAgain, Visit);
  made(Wishes, Visit, Clock);
  made(PaymentSheets, Cloud, Clock);
  made(PayOrder, PaymentSheets, PaymentBridge, FindOrder, Visit, Wishes, Turns, Clock);

  made(OfferPlans, Cloud, Visit);
  made(OpenOrders, Cloud, Clock);
  made(PlaceOrder, Cloud, PayOrder, OpenOrders, Visit, Wishes, Turns);
  made(RechargeCard, Visit);
  made(RentDevice, PlaceOrder, PayOrder, FindOrder, Visit, Wishes);

  made(ResumeTreatment, Cloud, Visit, Clock);
  made(StartTreatment, Cloud, Visit, Turns, Clock);
  made(FollowTreatment, FollowDevice, Visit, Clock);
  made(StopTreatment, Cloud, Visit, Clock);

  return container;
}
