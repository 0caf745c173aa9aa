import type { Access } from '../core/api/access.ts';
import { ApiClient } from '../core/api/api-client.ts';
import type { Configuration } from '../core/api/configuration.ts';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { Prefetch } from '../core/prefetch.ts';
import { Session } from '../core/session/session.ts';
import { AccountScope } from '../core/state/account-scope.ts';
import type { AppStorage } from '../ports/app-storage.ts';
import type { Clock } from '../ports/clock.ts';
import type { Http } from '../ports/http.ts';

/** Who uses the app, as read from storage. */
export interface SessionServices {
  storage: AppStorage;
  scope: AccountScope;
  session: Session;
}

/** The adapters without which no API call can be made. */
export interface ApiAdapters {
  configuration: Configuration;
  http: Http;
  clock: Clock;
  /** As whom the API is called; the session unless given. */
  access?: Access;
  /** Retries of a read; the client's own number unless given. */
  readRetries?: number;
}

/** The services that the page's bootstrap script creates before inversify is loaded. The container binds each as a constant. */
export interface BootstrapServices extends SessionServices, Required<Omit<ApiAdapters, 'readRetries'>> {
  activity: RecentActivity;
  api: ApiClient;
  reads: Prefetch;
}

export function createSessionServices(storage: AppStorage): SessionServices {
  const scope = new AccountScope(storage);
  return { storage, scope, session: new Session(scope) };
}

export function createBootstrapServices(
  opened: SessionServices,
  { configuration, http, clock, access = opened.session, readRetries }: ApiAdapters,
): BootstrapServices {
  const activity = new RecentActivity(clock);
  const api = new ApiClient(http, access, configuration, clock, readRetries);
  return { ...opened, configuration, http, clock, access, activity, api, reads: new Prefetch(api) };
}
