import { FollowDevice } from '../../../src/core/device/follow/follow-device.ts';
import type { ApiClient } from '../../../src/core/api/api-client.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';
import { FollowTreatment } from '../../../src/core/treatment/follow/follow-treatment.ts';
import { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import { ResumeTreatment } from '../../../src/core/treatment/resume-treatment.ts';
import { StartCommand } from '../../../src/core/treatment/start/start-command.ts';
import { StartTreatment } from '../../../src/core/treatment/start/start-treatment.ts';
import { StopTreatment } from '../../../src/core/treatment/stop/stop-treatment.ts';
import type { AppStorage } from '../../../src/ports/app-storage.ts';
import type { Mutex } from '../../../src/ports/mutex.ts';
import { RunningStore } from '../../../src/ui/stores/running-store.ts';
import type { Account } from './device.ts';

/** How a page gets its use-cases and stores. A planted mistake replaces one entry. */
export const WIRING = {
  api: (api: ApiClient): ApiClient => api,
  storage: (storage: AppStorage): AppStorage => storage,
  mutex: (mutex: Mutex): Mutex => mutex,
  scope: (storage: AppStorage, account: Account): AccountScope => {
    const scope = new AccountScope(storage);
    scope.enter(account.padEnd(8, '-'));
    return scope;
  },
  log: (...ports: ConstructorParameters<typeof TreatmentLog>) => new TreatmentLog(...ports),
  devices: (...ports: ConstructorParameters<typeof FollowDevice>) => new FollowDevice(...ports),
  command: (...ports: ConstructorParameters<typeof StartCommand>) => new StartCommand(...ports),
  starting: (...ports: ConstructorParameters<typeof StartTreatment>) => new StartTreatment(...ports),
  stopping: (...ports: ConstructorParameters<typeof StopTreatment>) => new StopTreatment(...ports),
  resuming: (...ports: ConstructorParameters<typeof ResumeTreatment>) => new ResumeTreatment(...ports),
  following: (...ports: ConstructorParameters<typeof FollowTreatment>) => new FollowTreatment(...ports),
  running: (...ports: ConstructorParameters<typeof RunningStore>) => new RunningStore(...ports),
};
