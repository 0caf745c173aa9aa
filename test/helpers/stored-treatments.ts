import type { AccountScope } from '../../src/core/state/account-scope.ts';
import { storedTreatments } from '../../src/core/treatment/stored.ts';
import type { StartedTreatment } from '../../src/core/treatment/treatment.ts';

/** The stored values of the treatment log, for tests of one started treatment. */
export function oneStoredTreatment(scope: AccountScope) {
  const { started, ...others } = storedTreatments(scope);
  return {
    ...others,
    started: {
      /** The treatment that was started last. */
      get: (): StartedTreatment | undefined =>
        Object.values(started.get() ?? {}).toSorted((one, other) => other.at - one.at)[0],
      /** Replaces all treatments by this one. */
      set: (treatment: StartedTreatment | undefined) => started.set(treatment && { [treatment.sno]: treatment }),
    },
  };
}
