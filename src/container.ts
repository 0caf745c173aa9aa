import type { Container } from 'inversify';
import { makeAtOnce } from './container/at-once.ts';
import { joinLater, type OutsideLater } from './container/later.ts';
import { joinPlans } from './container/plans.ts';
import { joinTreatment } from './container/treatment.ts';
import type { Access } from './core/api/access.ts';
import { ApiClient } from './core/api/api-client.ts';
import type { Configuration } from './core/api/configuration.ts';
import { RecentActivity } from './core/feedback/recent-activity.ts';
import { Session } from './core/session/session.ts';
import { Visit } from './core/session/visit.ts';
import { AccountScope } from './core/state/account-scope.ts';
import type { AppStorage } from './ports/app-storage.ts';
import type { Clock } from './ports/clock.ts';
import type { DeviceChannel } from './ports/device-channel.ts';
import type { Http } from './ports/http.ts';

/** What differs between the browser, the command line and a test. */
export interface Outside extends OutsideLater {
  configuration: Configuration;
  http: Http;
  clock: Clock;
  storage: AppStorage;
  channel: DeviceChannel;
  /** As whom the server is spoken to; the session, unless given. */
  access?: Access;
}

/** Joins the whole core to one outside. */
export function compose(outside: Outside): Container {
  const { configuration, http, clock, storage } = outside;
  const scope = new AccountScope(storage);
  const visit = new Visit(scope);
  const session = new Session(visit);
  const access = outside.access ?? session;
  const activity = new RecentActivity(clock);
  const api = new ApiClient(http, access, configuration, clock);
  const made = makeAtOnce({ configuration, http, clock, storage, access, scope, visit, session, activity, api });
  joinPlans(made);
  joinTreatment(made, outside.channel);
  return joinLater(made, outside);
}
