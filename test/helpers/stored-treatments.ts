import type { AccountScope } from '../../src/core/state/account-scope.ts';
import type { StoredRecord } from '../../src/core/state/stored.ts';
import { storedTreatments } from '../../src/core/treatment/records/stored.ts';
import type { StartedTreatment } from '../../src/core/treatment/treatment.ts';

/** The stored values of the treatment log, for tests of one started treatment. */
export function oneStoredTreatment(scope: AccountScope) {
  const { started, pendingStarts, stoppedAt, stopsAsked } = storedTreatments(scope);
  return {
    pendingStarts: orUndefined(pendingStarts),
    stoppedAt: orUndefined(stoppedAt),
    stopsAsked: orUndefined(stopsAsked),
    started: {
      /** The treatment that was started last. */
      get: (): StartedTreatment | undefined =>
        Object.values(started.get()).toSorted((one, other) => other.at - one.at)[0],
      /** Replaces all treatments by this one. */
      set: (treatment: StartedTreatment | undefined) => started.set(treatment ? { [treatment.sno]: treatment } : {}),
    },
  };
}

/** A record without rows is undefined. */
function orUndefined<Row>(record: StoredRecord<Row>) {
  return {
    get: (): Readonly<Record<string, Row>> | undefined => {
      const rows = record.get();
      return Object.keys(rows).length > 0 ? rows : undefined;
    },
    set: (rows: Readonly<Record<string, Row>> | undefined) => record.set(rows ?? {}),
  };
}
