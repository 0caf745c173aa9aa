import type { Container } from 'inversify';
import { createBootstrapServices, createSessionServices, type ApiAdapters } from './container/bootstrap-services.ts';
import { diagnosis } from './container/diagnosis.ts';
import { createContainer } from './container/entry.ts';
import { payments } from './container/payments.ts';
import { screens } from './container/screens.ts';
import { rest, type RestAdapters } from './container/rest.ts';
import { treatment, type TreatmentAdapters } from './container/treatment.ts';
import type { AppStorage } from './ports/app-storage.ts';
import type { Reporter } from './ports/reporter.ts';

/** The adapters of one platform: the browser, Node, or a test's fakes. */
export interface PlatformAdapters extends ApiAdapters, TreatmentAdapters, RestAdapters {
  storage: AppStorage;
  reporter: Reporter;
}

/** Builds the container with all modules at once; the page loads the same modules chunk by chunk. */
export function compose(adapters: PlatformAdapters): Container {
  const services = createBootstrapServices(createSessionServices(adapters.storage), adapters);
  const container = createContainer(services, adapters.reporter);
  container.load(screens(), payments(), treatment(adapters), rest(adapters), diagnosis());
  return container;
}
