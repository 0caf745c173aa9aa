import { createContext, useContext } from 'react';
import type { ConfigurationValues } from '../core/api/configuration.ts';
import type { CheckoutRecords } from '../core/checkout/checkout-records.ts';
import { once } from '../core/once.ts';
import { CurrentDevice } from '../core/device/current-device.ts';
import type { ScanDevice } from '../core/device/scan-device.ts';
import type { PhoneFacts } from '../core/feedback/report.ts';
import { Problem } from '../core/problem.ts';
import { Session } from '../core/session/session.ts';
import { ResumeTreatment } from '../core/treatment/resume-treatment.ts';
import { DeviceStore } from './stores/device-store.ts';
import type { PaymentStore, Paying } from './stores/payment-store.ts';
import { RunningStore } from './stores/running-store.ts';
import { SessionStore } from './stores/session-store.ts';
import { Toasts } from './stores/toasts.ts';
import type { ViewfinderStore } from './stores/viewfinder-store.ts';

type Unsubscribe = () => void;

/** The services that the first screens use only on a tap. */
export interface TapServices extends Paying {
  scanDevice: ScanDevice;
}

/** Each loads a container module once. Rejects with the Problem `network` where its chunk does not arrive, and may be called again. */
export interface ServiceLoaders {
  /** For every screen but the entry. */
  screens(): Promise<{ PaymentStore: typeof PaymentStore; records: CheckoutRecords }>;
  plans(): Promise<unknown>;
  treatment(): Promise<unknown>;
  /** All that is not loaded yet. */
  rest(): Promise<TapServices>;
}

export type ServiceChunk = keyof ServiceLoaders;

/** What the composition root hands to the screens. */
export interface AppServices {
  configuration: ConfigurationValues;
  load: ServiceLoaders;
  /** A service of the core by its class. Throws where its module is not loaded yet. */
  resolve<Service>(token: abstract new (...dependencies: never[]) => Service): Service;
  time: { now(): number; sleep(ms: number): Promise<void>; every(ms: number, tick: () => void): Unsubscribe };
  /** Calls when the page is shown again or the network is back, until switched off. */
  onResume(listener: () => void): Unsubscribe;
  page: {
    /** Whether the server that the page came from answers now. Never rejects. */
    isReachable(): Promise<boolean>;
    /** Loads the page anew; for where it is reachable, since a browser shows its own error otherwise. */
    reload(): void;
  };
  viewfinder: ViewfinderStore;
  /** As it is at this moment. */
  phone(): PhoneFacts;
  /** Takes an error of this program to the people who can fix it. Never throws. */
  report(this: void, problem: Problem): void;
}

/** The surroundings, and the state that outlives a screen. */
export interface Application extends AppServices {
  toasts: Toasts;
  session: SessionStore;
  device: DeviceStore;
  /** Throws where `load.screens` has not resolved yet; every screen but the entry is rendered after it. */
  readonly payments: PaymentStore;
  running: RunningStore;
  /** Returns what was thrown as a Problem. Reports an error of this program, once. */
  caught(thrown: unknown): Problem;
}

export function makeApplication(surroundings: AppServices): Application {
  const toasts = new Toasts(surroundings.time);
  const caught = reportingTo(surroundings.report);
  const load = throwingProblems(surroundings.load);
  const session = new SessionStore(surroundings.resolve(Session));
  const device = new DeviceStore(surroundings.resolve(CurrentDevice));
  const running = new RunningStore(surroundings.resolve(ResumeTreatment), surroundings.time);
  let payments: PaymentStore | undefined;
  const screens = once(async () => {
    const { PaymentStore: Store, records } = await load.screens();
    payments = new Store(records, load.rest, toasts, surroundings.time, caught);
    return { PaymentStore: Store, records };
  });
  return {
    ...surroundings,
    load: { ...load, screens },
    toasts,
    session,
    device,
    running,
    caught,
    get payments() {
      if (!payments) throw new Error('the payments are used before they are loaded');
      return payments;
    },
  };
}

/** An error of this program while a module is loaded must not pass for a file that did not arrive. */
function throwingProblems({ screens, plans, treatment, rest }: ServiceLoaders): ServiceLoaders {
  const rethrow = (thrown: unknown): never => {
    throw Problem.of(thrown);
  };
  return {
    screens: () => screens().catch(rethrow),
    plans: () => plans().catch(rethrow),
    treatment: () => treatment().catch(rethrow),
    rest: () => rest().catch(rethrow),
  };
}

function reportingTo(report: AppServices['report']): Application['caught'] {
  const reported = new WeakSet<object>();
  return (thrown) => {
    const problem = Problem.of(thrown);
    const origin = problem.cause instanceof Error ? problem.cause : problem;
    if (problem.code !== 'internal' || reported.has(origin)) return problem;
    reported.add(origin);
    report(problem);
    return problem;
  };
}

const ApplicationContext = createContext<Application | undefined>(undefined);

export const ApplicationProvider = ApplicationContext.Provider;

export function useApplication(): Application {
  const application = useContext(ApplicationContext);
  if (!application) throw new Error('a screen needs an ApplicationProvider around it');
  return application;
}

export function useService<UseCase>(which: abstract new (...needs: never[]) => UseCase): UseCase {
  return useApplication().resolve(which);
}
