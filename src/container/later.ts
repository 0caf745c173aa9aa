import 'reflect-metadata/lite';
import { Container, type AbstractNewable, type Newable } from 'inversify';
import { BindPhone } from '../core/account/bind-phone.ts';
import { CheckoutRecords } from '../core/checkout/checkout-records.ts';
import { ConfirmPayment } from '../core/checkout/confirm-payment.ts';
import { OrderLookup } from '../core/checkout/order-lookup.ts';
import { PayOrder } from '../core/checkout/pay-order.ts';
import { PlaceOrder } from '../core/checkout/place-order.ts';
import { PrepayCache } from '../core/checkout/prepay-cache.ts';
import { RentDevice } from '../core/checkout/rent-device.ts';
import { ApiClient } from '../core/api/api-client.ts';
import { Configuration } from '../core/api/configuration.ts';
import { FollowDevice } from '../core/device/follow-device.ts';
import { ScanDevice } from '../core/device/scan-device.ts';
import { WaitForDevice } from '../core/device/wait-for-device.ts';
import { SendFeedback } from '../core/feedback/send-feedback.ts';
import { RechargeCard } from '../core/lease/recharge-card.ts';
import { CancelOrder } from '../core/order/cancel-order.ts';
import { ChooseAgain } from '../core/order/choose-again.ts';
import { FindOrder } from '../core/order/find-order.ts';
import { Queries } from '../core/queries.ts';
import { Prefetch } from '../core/prefetch.ts';
import { Visit } from '../core/session/visit.ts';
import { OpenSharedDevice } from '../core/share/open-shared-device.ts';
import { ShareByLink } from '../core/share/share-by-link.ts';
import { ShareWith } from '../core/share/share-with.ts';
import { StartCommand } from '../core/treatment/start-command.ts';
import { StartTreatment } from '../core/treatment/start-treatment.ts';
import { Clock } from '../ports/clock.ts';
import { PaymentBridge } from '../ports/payment-bridge.ts';
import { Scanner } from '../ports/scanner.ts';
import { ShareMenu } from '../ports/share-menu.ts';
import { Mutex } from '../ports/mutex.ts';
import type { Made } from './made.ts';

/** What paying, scanning and sharing need of the browser, the command line or a test. */
export interface OutsideLater {
  bridge: PaymentBridge;
  scanner: Scanner;
  shareMenu: ShareMenu;
  mutex: Mutex;
}

/** Joins everything else of the core to what was made by hand. Everything is made once, when first asked for. */
export function joinLater(byHand: Made, outside: OutsideLater): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  for (const [token, thing] of byHand.all()) container.bind(token as AbstractNewable<object>).toConstantValue(thing);
  container.bind(PaymentBridge).toConstantValue(outside.bridge);
  container.bind(Scanner).toConstantValue(outside.scanner);
  container.bind(ShareMenu).toConstantValue(outside.shareMenu);
  container.bind(Mutex).toConstantValue(outside.mutex);

  const made = makerIn(container);

  made(Prefetch, ApiClient);
  made(Queries, ApiClient);
  made(BindPhone, ApiClient, Visit, Clock);
  made(SendFeedback, ApiClient);
  made(ShareWith, ApiClient, Visit);
  made(ShareByLink, ShareMenu, Configuration, Visit);
  made(OpenSharedDevice, ApiClient, Visit);

  made(ScanDevice, Scanner);
  made(WaitForDevice, FollowDevice, Clock);

  made(FindOrder, ApiClient);
  made(CancelOrder, ApiClient, FindOrder);
  made(ChooseAgain, Visit);
  made(RechargeCard, Visit);

  made(PrepayCache, ApiClient, Clock);
  made(ConfirmPayment, FindOrder, CheckoutRecords, PrepayCache, Clock);
  made(PayOrder, ConfirmPayment, PrepayCache, PaymentBridge, CheckoutRecords, Mutex);
  made(OrderLookup, ApiClient, Clock);
  made(PlaceOrder, ApiClient, ConfirmPayment, OrderLookup, CheckoutRecords, Mutex);
  made(RentDevice, PlaceOrder, PayOrder, FindOrder, CheckoutRecords, Visit);

  made(StartCommand, ApiClient, Visit, CheckoutRecords, Mutex, Clock);
  made(StartTreatment, ApiClient, Visit, CheckoutRecords, StartCommand, Clock);

  return container;
}

/** Binds classes by what their constructors take, in that order. */
function makerIn(container: Container) {
  return <Made, Needs extends readonly unknown[]>(
    make: new (...needs: Needs) => Made,
    ...needs: { [Index in keyof Needs]: Newable<Needs[Index]> | AbstractNewable<Needs[Index]> }
  ): void => {
    container.bind<Made>(make).toResolvedValue((...resolved: unknown[]) => new make(...(resolved as unknown as Needs)), needs as never);
  };
}
