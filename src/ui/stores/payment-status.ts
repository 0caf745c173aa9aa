import { makeAutoObservable, observableRef } from 'mobx';
import type { PaymentStore } from './payment-store.ts';

/** What screens know of the payments before the payment store is loaded. */
export class PaymentStatus {
  /** The number of payments confirmed since the page opened. Lists reload when it changes. */
  confirmed = 0;
  /** Undefined until it is loaded. */
  store: PaymentStore | undefined = undefined;

  constructor() {
    makeAutoObservable(this, { store: observableRef });
  }
}
