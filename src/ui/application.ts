import { createContext, useContext } from 'react';
import type { ConfigurationValues } from '../core/api/configuration/configuration.ts';
import { CheckoutRecords } from '../core/checkout/records/checkout-records.ts';
import { ConfirmPayment } from '../core/checkout/confirm/confirm-payment.ts';
import type { PhoneFacts } from '../core/feedback/report.ts';
import type { Problem } from '../core/problem.ts';
import { Session } from '../core/session/session.ts';
import type { AccountScope } from '../core/state/account-scope.ts';
import { ResumeTreatment } from '../core/treatment/resume-treatment.ts';
import { ActiveTasks } from './stores/active-tasks.ts';
import type { Clock, Unsubscribe } from '../ports/clock.ts';
import type { ReportContext } from '../core/basics/report-problem.ts';
import { PaymentStore } from './stores/payment-store.ts';
import { RunningStore } from './stores/running-store.ts';
import { SessionStore } from './stores/session-store.ts';
import { Toasts } from './stores/toasts.ts';
import type { ViewfinderStore } from './stores/viewfinder-store.ts';

/** The services that the composition root passes to the screens. */
export interface AppServices {
  configuration: ConfigurationValues;
  /** Returns the core service of a class. */
  resolve<Service>(token: abstract new (...dependencies: never[]) => Service): Service;
  time: Clock;
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
  /** Reads the current state of the phone. */
  phone(): PhoneFacts;
  /** Converts a thrown value to a Problem and reports it to the operator and the developers, once. Never throws. */
  report(this: void, thrown: unknown, context?: ReportContext): Problem;
}

/** The services and the state that outlives a screen. */
export interface Application extends AppServices {
  toasts: Toasts;
  session: SessionStore;
  payments: PaymentStore;
  running: RunningStore;
  activeTasks: ActiveTasks;
  /** Converts a thrown value to a Problem and reports it. */
  toProblem: AppServices['report'];
}

export function createAppState(services: AppServices): Application {
  const { resolve, time, report } = services;
  const toasts = new Toasts(time);
  return {
    ...services,
    toasts,
    session: new SessionStore(resolve(Session)),
    payments: new PaymentStore(resolve(CheckoutRecords), resolve(ConfirmPayment), toasts, time, report),
    running: new RunningStore(resolve(ResumeTreatment), time),
    activeTasks: new ActiveTasks(),
    toProblem: report,
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
