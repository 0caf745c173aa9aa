import { ContainerModule, type Container } from 'inversify';
import { CheckoutRecords } from '../core/checkout/checkout-records.ts';
import { AccountScope } from '../core/state/account-scope.ts';
import { Clock } from '../ports/clock.ts';
import { classBinder } from './bind-class.ts';

/** The records of purchases. */
export const payments = () =>
  new ContainerModule((options) => classBinder(options)(CheckoutRecords, AccountScope, Clock));

/** Passed as an instance: importing the class would put it into the first script. */
export const checkoutRecords = (container: Container) => container.get(CheckoutRecords);
