import { makeAutoObservable, observableRef } from 'mobx';
import type { PaymentStore } from './payment-store.ts';

/** What screens know of the payments before the payment store is loaded. */
export class PaymentStatus {
  /** The number of payments whose outcome the server has told since the page opened. Orders are read again when it changes. */
  settled = 0;
  /** Undefined until it is loaded. */
  store: PaymentStore | undefined = undefined;

  constructor() {
    makeAutoObservable(this, { store: observableRef });
  }
}
