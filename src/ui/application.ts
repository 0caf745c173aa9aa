import { runInAction } from 'mobx';
import { createContext, useContext } from 'react';
import type { ConfigurationValues } from '../core/api/configuration.ts';
import type { CheckoutRecords } from '../core/checkout/checkout-records.ts';
import { once } from '../core/once.ts';
import type { ScanDevice } from '../core/device/scan-device.ts';
import type { PhoneFacts } from '../core/feedback/report.ts';
import { Problem } from '../core/problem.ts';
import { Session } from '../core/session/session.ts';
import type { AccountScope } from '../core/state/account-scope.ts';
import { ResumeTreatment } from '../core/treatment/resume-treatment.ts';
import { ActiveTasks } from './stores/active-tasks.ts';
import type { ReportContext } from '../core/report-problem.ts';
import { PaymentStatus } from './stores/payment-status.ts';
import type { PaymentStore, PaymentServices } from './stores/payment-store.ts';
import { RunningStore } from './stores/running-store.ts';
import { SessionStore } from './stores/session-store.ts';
import { Toasts } from './stores/toasts.ts';
import type { ViewfinderStore } from './stores/viewfinder-store.ts';

type Unsubscribe = () => void;

/** The services that the first screens use only on a tap. */
export interface TapServices extends PaymentServices {
  scanDevice: ScanDevice;
}

/**
 * Each loader loads a container module once. It rejects with the Problem `network` if the chunk cannot be fetched; the
 * caller may then call it again.
 */
export interface ServiceLoaders<Payments = { PaymentStore: typeof PaymentStore; records: CheckoutRecords }> {
  /** The services of every screen except the entry screen. */
  screens(): Promise<unknown>;
  payments(): Promise<Payments>;
  treatment(): Promise<unknown>;
  /** Loads all modules that are not loaded yet. */
  rest(): Promise<TapServices>;
}

export type ServiceChunk = keyof ServiceLoaders;

/** The services that the composition root passes to the screens. */
export interface AppServices {
  configuration: ConfigurationValues;
  load: ServiceLoaders;
  /** Returns the core service of a class. Throws if its module is not loaded yet. */
  resolve<Service>(token: abstract new (...dependencies: never[]) => Service): Service;
  time: { now(): number; sleep(ms: number): Promise<void>; every(ms: number, tick: () => void): Unsubscribe };
  /** Calls the listener each time the page becomes visible or the network returns. */
  onResume(listener: () => void): Unsubscribe;
  page: {
    /** Resolves to true if the server of the page responds now. Never rejects. */
    isReachable(): Promise<boolean>;
    /** Reads a file of the page, bypassing all caches. Resolves to undefined if the server does not respond with it. Never rejects. */
    read(name: string): Promise<string | undefined>;
    /** What the page would find in storage after a reload. */
    stored(): { scope: AccountScope; session: Session };
    /** Reloads the page. Check `isReachable` first: offline, the browser shows its own error page. */
    reload(): void;
  };
  viewfinder: ViewfinderStore;
  /** Whether the phone stored an unfinished purchase or treatment when the page opened. */
  hasOpenActivity: boolean;
  /** Reads the current state of the phone. */
  phone(): PhoneFacts;
  /** Converts a thrown value to a Problem and reports it to the operator and the developers, once. Never throws. */
  report(this: void, thrown: unknown, context?: ReportContext): Problem;
}

/** The services and the state that outlives a screen. */
export interface Application extends Omit<AppServices, 'load'> {
  load: ServiceLoaders<PaymentStore>;
  toasts: Toasts;
  session: SessionStore;
  paymentStatus: PaymentStatus;
  /** Throws before `load.payments` has resolved. */
  readonly payments: PaymentStore;
  running: RunningStore;
  activeTasks: ActiveTasks;
  /** Converts a thrown value to a Problem and reports it. */
  toProblem: AppServices['report'];
}

export function createAppState(services: AppServices): Application {
  const toasts = new Toasts(services.time);
  const toProblem = services.report;
  const load = withProblems(services.load);
  const session = new SessionStore(services.resolve(Session));
  const running = new RunningStore(services.resolve(ResumeTreatment), services.time);
  const paymentStatus = new PaymentStatus();
  const payments = once(async () => {
    const { PaymentStore: Store, records } = await load.payments();
    const store = new Store(records, load.rest, toasts, services.time, toProblem, paymentStatus);
    runInAction(() => (paymentStatus.store = store));
    return store;
  });
  return {
    ...services,
    load: { ...load, payments, rest: async () => (await Promise.all([load.rest(), payments()]))[0] },
    toasts,
    session,
    paymentStatus,
    running,
    activeTasks: new ActiveTasks(),
    toProblem,
    get payments() {
      if (!paymentStatus.store) throw new Error('the payments are used before they are loaded');
      return paymentStatus.store;
    },
  };
}

/** Converts other errors to Problems: an internal error in a module must not look like a failed download. */
function withProblems({ screens, payments, treatment, rest }: ServiceLoaders): ServiceLoaders {
  const rethrow = (thrown: unknown): never => {
    throw Problem.of(thrown);
  };
  return {
    screens: () => screens().catch(rethrow),
    payments: () => payments().catch(rethrow),
    treatment: () => treatment().catch(rethrow),
    rest: () => rest().catch(rethrow),
  };
}

const ApplicationContext = createContext<Application | undefined>(undefined);

export const ApplicationProvider = ApplicationContext.Provider;

export function useApplication(): Application {
  const application = useContext(ApplicationContext);
  if (!application) throw new Error('a screen needs an ApplicationProvider around it');
  return application;
}

export function useService<Service>(token: abstract new (...dependencies: never[]) => Service): Service {
  return useApplication().resolve(token);
}
