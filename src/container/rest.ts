import { ContainerModule, type Container } from 'inversify';
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
import { classBinder } from './bind-class.ts';

export interface RestAdapters {
  bridge: PaymentBridge;
  scanner: Scanner;
  shareMenu: ShareMenu;
  mutex: Mutex;
}

/** All services that no earlier module binds. */
export const rest = (adapters: RestAdapters) =>
  new ContainerModule((options) => {
    const { bind } = options;
    bind(PaymentBridge).toConstantValue(adapters.bridge);
    bind(Scanner).toConstantValue(adapters.scanner);
    bind(ShareMenu).toConstantValue(adapters.shareMenu);
    bind(Mutex).toConstantValue(adapters.mutex);

    const bindClass = classBinder(options);
    bindClass(Queries, ApiClient);
    bindClass(BindPhone, ApiClient, AccountScope, Clock);
    bindClass(SendFeedback, ApiClient);
    bindClass(ShareWith, ApiClient, AccountScope);
    bindClass(ShareByLink, ShareMenu, Configuration, CurrentDevice);
    bindClass(OpenSharedDevice, ApiClient, CurrentDevice);

    bindClass(ScanDevice, Scanner);
    bindClass(WaitForDevice, FollowDevice, Clock);

    bindClass(FindOrder, ApiClient);
    bindClass(CancelOrder, ApiClient, FindOrder);
    bindClass(Wishes, Visit, Clock);
    bindClass(PaymentSheets, ApiClient, Clock);
    bindClass(PayOrder, PaymentSheets, PaymentBridge, FindOrder, OpenPayments, Visit, Wishes, Mutex, Clock);

    bindClass(OpenOrders, ApiClient, Clock);
    bindClass(PlaceOrder, ApiClient, PayOrder, OpenOrders, CurrentDevice, Wishes, Mutex);
    bindClass(RentDevice, PlaceOrder, PayOrder, FindOrder, CurrentDevice, Wishes);

    bindClass(StartCommand, ApiClient, TreatmentLog, Visit, Mutex, Clock);
    bindClass(StartTreatment, ApiClient, CurrentDevice, TreatmentLog, StartCommand, Clock);
  });

/** The services that the first screens use on a tap. They are passed as instances: importing a class would put it into the first script. */
export function tapServices(container: Container) {
  return { payOrder: container.get(PayOrder), rentDevice: container.get(RentDevice), scanDevice: container.get(ScanDevice) };
}
