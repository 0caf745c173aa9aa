import { createContext, useContext } from 'react';
import { CheckoutRecords } from '../core/checkout/checkout-records.ts';
import type { ConfigurationValues } from '../core/api/configuration.ts';
import type { ScanDevice } from '../core/device/scan-device.ts';
import type { PhoneFacts } from '../core/feedback/report.ts';
import { ResumeTreatment } from '../core/treatment/resume-treatment.ts';
import { PaymentStore, type Paying } from './stores/payment-store.ts';
import { RunningStore } from './stores/running-store.ts';
import { Toasts } from './stores/toasts.ts';
import type { ViewfinderStore } from './stores/viewfinder-store.ts';

type Off = () => void;

/** What the first screens ask only once something is tapped. */
export interface Later extends Paying {
  scanDevice: ScanDevice;
}

/** What the composition root hands to the screens. */
export interface Surroundings {
  configuration: ConfigurationValues;
  /** Joins what a screen is drawn from, once; rejects with the Problem `network` where it cannot be fetched, and may be asked again. */
  joinFor(screen: string): Promise<unknown>;
  /** Joins all, once; rejects with the Problem `network` where it cannot be fetched, and may be asked again. */
  joinLater(): Promise<Later>;
  /** A use-case of the core, by its class, once it is joined. */
  obtain<UseCase>(which: abstract new (...needs: never[]) => UseCase): UseCase;
  time: { now(): number; sleep(ms: number): Promise<void>; every(ms: number, tick: () => void): Off };
  /** Calls when the page is shown again or the network is back, until switched off. */
  onResume(listener: () => void): Off;
  page: {
    /** Whether the server that the page came from answers now. Never rejects. */
    isReachable(): Promise<boolean>;
    /** Loads the page anew; for where it is reachable, since a browser shows its own error otherwise. */
    reload(): void;
  };
  viewfinder: ViewfinderStore;
  /** As it is at this moment. */
  phone(): PhoneFacts;
}

/** The surroundings, and the state that outlives a screen. */
export interface Application extends Surroundings {
  toasts: Toasts;
  payments: PaymentStore;
  running: RunningStore;
}

export function makeApplication(surroundings: Surroundings): Application {
  const toasts = new Toasts(surroundings.time);
  const payments = new PaymentStore(surroundings.obtain(CheckoutRecords), surroundings.joinLater, toasts, surroundings.time);
  const running = new RunningStore(surroundings.obtain(ResumeTreatment), surroundings.time);
  return { ...surroundings, toasts, payments, running };
}

const ApplicationContext = createContext<Application | undefined>(undefined);

export const ApplicationProvider = ApplicationContext.Provider;

export function useApplication(): Application {
  const application = useContext(ApplicationContext);
  if (!application) throw new Error('a screen needs an ApplicationProvider around it');
  return application;
}

export function useUseCase<UseCase>(which: abstract new (...needs: never[]) => UseCase): UseCase {
  return useApplication().obtain(which);
}
