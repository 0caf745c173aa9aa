import { Preferences } from '../core/account/preferences.ts';
import { Access } from '../core/cloud/access.ts';
import { Cloud } from '../core/cloud/cloud.ts';
import { Configuration } from '../core/cloud/configuration.ts';
import { EnterDevice } from '../core/device/enter-device.ts';
import { LookAtDevice } from '../core/device/look-at-device.ts';
import { OpenLeasedDevice } from '../core/device/open-leased-device.ts';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { Overview } from '../core/overview.ts';
import { OpenPayments } from '../core/payment/open-payments.ts';
import { Session } from '../core/session/session.ts';
import { Visit } from '../core/session/visit.ts';
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
  visit: Visit;
  session: Session;
  activity: RecentActivity;
  cloud: Cloud;
}

/** Joins what the way in and the user's own pages ask: by hand, since it is drawn before a container could be there. */
export function makeAtOnce({ configuration, http, clock, storage, access, visit, session, activity, cloud }: Beginning): Made {
  const made = new Made();

  made.add(Configuration, configuration);
  made.add(Http, http);
  made.add(Clock, clock);
  made.add(AppStorage, storage);
  made.add(Access, access);

  made.add(Visit, visit);
  made.add(Session, session);
  made.add(RecentActivity, activity);
  made.add(Cloud, cloud);
  made.add(Preferences, new Preferences(storage));
  made.add(Overview, new Overview(cloud));
  made.add(OpenPayments, new OpenPayments(visit, clock));

  const looking = made.add(LookAtDevice, new LookAtDevice(cloud));
  const resuming = made.add(ResumeTreatment, new ResumeTreatment(cloud, visit, clock));
  made.add(EnterDevice, new EnterDevice(looking, resuming, session, visit));
  made.add(OpenLeasedDevice, new OpenLeasedDevice(looking, visit));

  return made;
}
