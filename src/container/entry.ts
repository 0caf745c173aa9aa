import 'reflect-metadata/lite';
import { Container, ContainerModule } from 'inversify';
import { Preferences } from '../core/account/preferences.ts';
import { Access } from '../core/api/access.ts';
import { ApiClient } from '../core/api/api-client.ts';
import { Configuration } from '../core/api/configuration.ts';
import { ReadDeviceUse } from '../core/device/read-device-use.ts';
import { EnterDevice } from '../core/entry/enter-device.ts';
import { EntryPolicy } from '../core/entry/entry-policy.ts';
import { OpenLeasedDevice } from '../core/entry/open-leased-device.ts';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { Prefetch } from '../core/prefetch.ts';
import { reportProblem } from '../core/report-problem.ts';
import { Session } from '../core/session/session.ts';
import { AccountScope } from '../core/state/account-scope.ts';
import { ResumeTreatment } from '../core/treatment/resume-treatment.ts';
import { TreatmentLog } from '../core/treatment/treatment-log.ts';
import { AppStorage } from '../ports/app-storage.ts';
import { Clock } from '../ports/clock.ts';
import { Http } from '../ports/http.ts';
import { Reporter } from '../ports/reporter.ts';
import { classBinder } from './bind-class.ts';
import type { BootstrapServices } from './bootstrap-services.ts';

/** The services of the first screens: entry and the user's own pages. */
const entry = (services: BootstrapServices, reporter: Reporter) =>
  new ContainerModule((options) => {
    const { bind } = options;
    bind(Configuration).toConstantValue(services.configuration);
    bind(Http).toConstantValue(services.http);
    bind(Clock).toConstantValue(services.clock);
    bind(AppStorage).toConstantValue(services.storage);
    bind(Reporter).toConstantValue(reporter);
    bind(Access).toConstantValue(services.access);
    bind(AccountScope).toConstantValue(services.scope);
    bind(Session).toConstantValue(services.session);
    bind(RecentActivity).toConstantValue(services.activity);
    bind(ApiClient).toConstantValue(services.api);
    bind(Prefetch).toConstantValue(services.reads);

    const bindClass = classBinder(options);
    bindClass(Preferences, AppStorage);
    bindClass(TreatmentLog, AccountScope, Clock);
    bindClass(EntryPolicy, ApiClient, Clock);
    bindClass(ReadDeviceUse, ApiClient, Clock);
    bindClass(ResumeTreatment, ApiClient, TreatmentLog, Clock, Reporter);
    bindClass(EnterDevice, EntryPolicy, ResumeTreatment, Session, Reporter);
    bindClass(OpenLeasedDevice, EntryPolicy);
  });

/**
 * A container with the services of the first screens; the other modules are loaded into it as their chunks arrive. It
 * compiles no resolvers at run time: the page's policy forbids the Function constructor. The reporter is told of each call
 * that fails.
 */
export function createContainer(services: BootstrapServices, reporter: Reporter): Container {
  services.api.onProblem = (problem, call, ms) => reportProblem(reporter, problem, { call, ms });
  const container = new Container({ jitless: true });
  container.load(entry(services, reporter));
  return container;
}
