import { ContainerModule, type Container } from 'inversify';
import { ApiClient } from '../core/api/api-client.ts';
import { CheckoutRecords } from '../core/checkout/checkout-records.ts';
import { Queries } from '../core/queries.ts';
import { AccountScope } from '../core/state/account-scope.ts';
import { Clock } from '../ports/clock.ts';
import { classBinder } from './bind-class.ts';

/** The services of every screen but the entry. */
export const screens = () =>
  new ContainerModule((options) => {
    const bindClass = classBinder(options);
    bindClass(CheckoutRecords, AccountScope, Clock);
    bindClass(Queries, ApiClient);
  });

/** Passed as an instance: importing the class would put it into the first script. */
export const checkoutRecords = (container: Container) => container.get(CheckoutRecords);
