import { ContainerModule, type Container } from 'inversify';
import { BindPhone } from '../core/account/bind-phone.ts';
import { ApiClient } from '../core/api/api-client.ts';
import { Configuration } from '../core/api/configuration.ts';
import { CancelOrder } from '../core/checkout/cancel-order.ts';
import { CheckoutRecords } from '../core/checkout/checkout-records.ts';
import { ConfirmPayment } from '../core/checkout/confirm-payment.ts';
import { OrderLookup } from '../core/checkout/order-lookup.ts';
import { PayOrder } from '../core/checkout/pay-order.ts';
import { PlaceOrder } from '../core/checkout/place-order.ts';
import { PrepayCache } from '../core/checkout/prepay-cache.ts';
import { RentDevice } from '../core/checkout/rent-device.ts';
import { FollowDevice } from '../core/device/follow-device.ts';
import { ReadDeviceUse } from '../core/device/read-device-use.ts';
import { ScanDevice } from '../core/device/scan-device.ts';
import { SendFeedback } from '../core/feedback/send-feedback.ts';
import { CustomerOrders } from '../core/checkout/customer-orders.ts';
import { FindOrder } from '../core/order/find-order.ts';
import { ShareByLink } from '../core/share/share-by-link.ts';
import { ShareWith } from '../core/share/share-with.ts';
import { AccountScope } from '../core/state/account-scope.ts';
import { StartCommand } from '../core/treatment/start-command.ts';
import { StartNotice } from '../core/treatment/start-notice.ts';
import { StartTreatment } from '../core/treatment/start-treatment.ts';
import { TreatmentLog } from '../core/treatment/treatment-log.ts';
import { WaitForDevice } from '../core/treatment/wait-for-device.ts';
import { AppStorage } from '../ports/app-storage.ts';
import { Clock } from '../ports/clock.ts';
import { PaymentBridge } from '../ports/payment-bridge.ts';
import { Reporter } from '../ports/reporter.ts';
import { Scanner } from '../ports/scanner.ts';
import { ShareMenu } from '../ports/share-menu.ts';
import { Mutex } from '../ports/mutex.ts';
import { classBinder } from './bind-class.ts';

export interface RestAdapters {
  bridge: PaymentBridge;
  scanner: Scanner;
  shareMenu: ShareMenu;
}

/** The services that a tap needs: ordering, paying, starting, sharing, scanning, feedback. They need `treatment`, too. */
export const rest = (adapters: RestAdapters) =>
  new ContainerModule((options) => {
    const { bind } = options;
    bind(PaymentBridge).toConstantValue(adapters.bridge);
    bind(Scanner).toConstantValue(adapters.scanner);
    bind(ShareMenu).toConstantValue(adapters.shareMenu);

    const bindClass = classBinder(options);
    bindClass(BindPhone, ApiClient, AccountScope, Clock);
    bindClass(SendFeedback, ApiClient);
    bindClass(ShareWith, ApiClient, AccountScope);
    bindClass(ShareByLink, ShareMenu, Configuration, ReadDeviceUse);

    bindClass(ScanDevice, Scanner);
    bindClass(WaitForDevice, ApiClient, FollowDevice, TreatmentLog, Clock);

    bindClass(FindOrder, ApiClient);

    bindClass(PrepayCache, ApiClient, Clock, CheckoutRecords);
    bindClass(ConfirmPayment, FindOrder, CheckoutRecords, Clock, Reporter);
    bindClass(CancelOrder, ApiClient, ConfirmPayment, CheckoutRecords, Mutex);
    bindClass(PayOrder, ConfirmPayment, PrepayCache, PaymentBridge, CheckoutRecords, Mutex);
    bindClass(OrderLookup, ApiClient, Clock);
    bindClass(PlaceOrder, ApiClient, ConfirmPayment, OrderLookup, CheckoutRecords, Mutex, Reporter);
    bindClass(CustomerOrders, AccountScope, Clock);
    bindClass(RentDevice, PlaceOrder, PayOrder, FindOrder, CheckoutRecords, CustomerOrders, ApiClient, ReadDeviceUse);

    bindClass(StartCommand, ApiClient, TreatmentLog, Mutex, Clock, Reporter);
    bindClass(StartNotice, AppStorage, Configuration);
    bindClass(StartTreatment, ApiClient, TreatmentLog, CheckoutRecords, StartCommand, Clock);
  });

/** The services that the first screens use on a tap. They are passed as instances: importing a class would put it into the first script. */
export function tapServices(container: Container) {
  return {
    payOrder: container.get(PayOrder),
    confirmPayment: container.get(ConfirmPayment),
    rentDevice: container.get(RentDevice),
    scanDevice: container.get(ScanDevice),
  };
}
