import 'reflect-metadata/lite';
import { Container, type Newable } from 'inversify';
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
import { ReadAhead } from '../core/read-ahead.ts';
import { Session } from '../core/session/session.ts';
import { Visit } from '../core/session/visit.ts';
import { ResumeTreatment } from '../core/treatment/resume-treatment.ts';
import { AppStorage } from '../ports/app-storage.ts';
import { Clock } from '../ports/clock.ts';
import { Http } from '../ports/http.ts';
import { makerIn } from './made.ts';

/** What the first screens need of the browser, the command line or a test. */
export interface OutsideAtOnce {
  configuration: Configuration;
  http: Http;
  clock: Clock;
  storage: AppStorage;
  /** As whom the server is spoken to; the session, unless given. */
  access?: Access;
  /** What has been made of these classes already, before there was a container. */
  made?: readonly object[];
}

/** Joins what the way in and the user's own pages ask. Everything is made once, when first asked for. */
export function composeAtOnce(outside: OutsideAtOnce): Container {
  const container = new Container({ defaultScope: 'Singleton' });

  container.bind(Configuration).toConstantValue(outside.configuration);
  container.bind(Http).toConstantValue(outside.http);
  container.bind(Clock).toConstantValue(outside.clock);
  container.bind(AppStorage).toConstantValue(outside.storage);

  for (const thing of outside.made ?? []) container.bind(thing.constructor as Newable<object>).toConstantValue(thing);
  const made = makerIn(container);

  made(Visit, AppStorage);
  made(Preferences, AppStorage);
  made(Session, Visit);
  if (outside.access) container.bind(Access).toConstantValue(outside.access);
  else container.bind(Access).toService(Session);
  made(Cloud, Http, Access, Configuration, Clock);
  made(Overview, Cloud);
  made(RecentActivity, Clock);
  made(OpenPayments, Visit, Clock);
  made(ReadAhead, Cloud);

  made(LookAtDevice, Cloud);
  made(EnterDevice, LookAtDevice, ResumeTreatment, Session, Visit);
  made(OpenLeasedDevice, LookAtDevice, Visit);
  made(ResumeTreatment, Cloud, Visit, Clock);

  return container;
}
