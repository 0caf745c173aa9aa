import { Preferences } from '../core/account/preferences.ts';
import { CheckoutRecords } from '../core/checkout/checkout-records.ts';
import { Access } from '../core/api/access.ts';
import { ApiClient } from '../core/api/api-client.ts';
import { Configuration } from '../core/api/configuration.ts';
import { EnterDevice } from '../core/device/enter-device.ts';
import { EntryPolicy } from '../core/device/entry-policy.ts';
import { OpenLeasedDevice } from '../core/device/open-leased-device.ts';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { Overview } from '../core/overview.ts';
import { Session } from '../core/session/session.ts';
import { Visit } from '../core/session/visit.ts';
import { AccountScope } from '../core/state/account-scope.ts';
import { ResumeTreatment } from '../core/treatment/resume-treatment.ts';
import { AppStorage } from '../ports/app-storage.ts';
import { Clock } from '../ports/clock.ts';
import { Http } from '../ports/http.ts';
import { Made } from './made.ts';

/** What there is before anything is drawn. */
export interface Beginning {
  configuration: Configuration;
  http: Http;
  clock: Clock;
  storage: AppStorage;
  /** As whom the server is spoken to. */
  access: Access;
  scope: AccountScope;
  visit: Visit;
  session: Session;
  activity: RecentActivity;
  api: ApiClient;
}

/** Joins what the way in and the user's own pages ask: by hand, since it is drawn before a container could be there. */
export function makeAtOnce({ configuration, http, clock, storage, access, scope, visit, session, activity, api }: Beginning): Made {
  const made = new Made();

  made.add(Configuration, configuration);
  made.add(Http, http);
  made.add(Clock, clock);
  made.add(AppStorage, storage);
  made.add(Access, access);

  made.add(AccountScope, scope);
  made.add(Visit, visit);
  made.add(Session, session);
  made.add(RecentActivity, activity);
  made.add(ApiClient, api);
  made.add(Preferences, new Preferences(storage));
  made.add(Overview, new Overview(api));
  made.add(CheckoutRecords, new CheckoutRecords(scope, clock));

  const entryPolicy = made.add(EntryPolicy, new EntryPolicy(api));
  const resuming = made.add(ResumeTreatment, new ResumeTreatment(api, visit, clock));
  made.add(EnterDevice, new EnterDevice(entryPolicy, resuming, session, visit));
  made.add(OpenLeasedDevice, new OpenLeasedDevice(entryPolicy, visit));

  return made;
}
