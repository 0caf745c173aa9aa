import 'reflect-metadata/lite';
import { Container, type AbstractNewable, type Newable } from 'inversify';
import { BindPhone } from '../core/account/bind-phone.ts';
import { ApiClient } from '../core/api/api-client.ts';
import { Configuration } from '../core/api/configuration.ts';
import { CurrentDevice } from '../core/device/current-device.ts';
import { FollowDevice } from '../core/device/follow-device.ts';
import { ScanDevice } from '../core/device/scan-device.ts';
import { WaitForDevice } from '../core/device/wait-for-device.ts';
import { SendFeedback } from '../core/feedback/send-feedback.ts';
import { OpenOrders } from '../core/lease/open-orders.ts';
import { PlaceOrder } from '../core/lease/place-order.ts';
import { RentDevice } from '../core/lease/rent-device.ts';
import { CancelOrder } from '../core/order/cancel-order.ts';
import { FindOrder } from '../core/order/find-order.ts';
import { OpenPayments } from '../core/payment/open-payments.ts';
import { PayOrder } from '../core/payment/pay-order.ts';
import { PaymentSheets } from '../core/payment/payment-sheets.ts';
import { Wishes } from '../core/payment/wishes.ts';
import { Queries } from '../core/queries.ts';
import { Prefetch } from '../core/prefetch.ts';
import { Visit } from '../core/session/visit.ts';
import { OpenSharedDevice } from '../core/share/open-shared-device.ts';
import { ShareByLink } from '../core/share/share-by-link.ts';
import { ShareWith } from '../core/share/share-with.ts';
import { AccountScope } from '../core/state/account-scope.ts';
import { StartCommand } from '../core/treatment/start-command.ts';
import { StartTreatment } from '../core/treatment/start-treatment.ts';
import { TreatmentLog } from '../core/treatment/treatment-log.ts';
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
  made(BindPhone, ApiClient, AccountScope, Clock);
  made(SendFeedback, ApiClient);
  made(ShareWith, ApiClient, AccountScope);
  made(ShareByLink, ShareMenu, Configuration, CurrentDevice);
  made(OpenSharedDevice, ApiClient, CurrentDevice);

  made(ScanDevice, Scanner);
  made(WaitForDevice, FollowDevice, Clock);

  made(FindOrder, ApiClient);
  made(CancelOrder, ApiClient, FindOrder);
  made(Wishes, Visit, Clock);
  made(PaymentSheets, ApiClient, Clock);
  made(PayOrder, PaymentSheets, PaymentBridge, FindOrder, OpenPayments, Visit, Wishes, Mutex, Clock);

  made(OpenOrders, ApiClient, Clock);
  made(PlaceOrder, ApiClient, PayOrder, OpenOrders, CurrentDevice, Wishes, Mutex);
  made(RentDevice, PlaceOrder, PayOrder, FindOrder, CurrentDevice, Wishes);

  made(StartCommand, ApiClient, TreatmentLog, Visit, Mutex, Clock);
  made(StartTreatment, ApiClient, CurrentDevice, TreatmentLog, StartCommand, Clock);

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
