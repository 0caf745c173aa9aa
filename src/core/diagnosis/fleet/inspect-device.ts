import type { Clock } from '../../../ports/clock.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { saysNoSuchDevice } from '../../api/server-failure.ts';
import { getDetail, readLatest } from '../../device/api.ts';
import { runsBy } from '../../device/device-state.ts';
import { isSameDevice } from '../../basics/device-code.ts';
import { holdInstant } from '../../basics/instants.ts';
import { deviceUseIn } from '../../device/device-use.ts';
import { neutralStatus, type NeutralStatus } from './neutral-status.ts';
import { ignoreFailure, Problem } from '../../problem.ts';
import type { Entry, EntryPolicy, UserContext } from '../../entry/entry-policy.ts';

/** What is known about a device after it was checked. */
export interface Inspection {
  status: NeutralStatus;
  name?: string;
  online?: boolean;
  /** Where entering leads this user, or why that is not known. */
  entry: Entry | Problem;
  /** The duration of the check's call in ms. */
  ms: number;
  /** When the check was answered, epoch ms. */
  at: number;
}

/** Checks a device without changing anything. */
export class InspectDevice {
  constructor(
    private readonly api: ApiClient,
    private readonly policy: EntryPolicy,
    private readonly clock: Clock,
  ) {}

  /** Creates the facts of one user, for the inspections of several devices. */
  userContext(): UserContext {
    return this.policy.userContext();
  }

  /**
   * Checks one device, with one call besides those that the entry needs. With `describes`, a second call reads the name
   * and the connection unless they are known. A status that this program does not know is worth a call each for the
   * connection and the state. Never rejects.
   */
  async inspect(sno: string, facts: UserContext, { describes }: { describes: boolean }): Promise<Inspection> {
    const started = holdInstant(this.clock);
    const asked = await settled(this.policy.check(sno, false));
    const timed = { ms: started.passedMs(), at: this.clock.now() };
    started.release();
    if (asked.problem) return { ...timed, status: 'unknown', entry: asked.problem };
    const answer = asked.value;
    const check = answer instanceof Problem ? undefined : answer;
    const isUnknownNumber = answer instanceof Problem && saysNoSuchDevice(answer);
    const isStatusUnknown = check !== undefined && check.status === undefined;
    const [entry, description, latest] = await Promise.all([
      settled(this.policy.evaluate(sno, false, facts, Promise.resolve(answer))),
      (describes || isStatusUnknown) && !isUnknownNumber
        ? settled(this.describe(sno, facts, check?.status === 'offline'))
        : NOTHING,
      isStatusUnknown ? settled(this.api.call(readLatest, { sno }).catch(ignoreFailure)) : NOTHING,
    ]);
    const { name, online, isListed }: Description = description.value ?? {};
    return {
      ...timed,
      status: neutralStatus({ answer, online, runs: latest.value && runsBy(latest.value), isListed }),
      name,
      online,
      entry: description.problem ?? latest.problem ?? entry.problem ?? entry.value,
    };
  }

  /** Rejects only with an internal error, because a name is no reason to fail. */
  private async describe(sno: string, facts: UserContext, isOffline: boolean): Promise<Description> {
    const devices = await facts.devices().catch(ignoreFailure);
    const listed = devices?.records.find((device) => isSameDevice(device.sno, sno));
    const listedName = listed?.name === sno ? undefined : listed?.name;
    const isEnough = isOffline && listedName !== undefined;
    const detail = isEnough ? undefined : await this.api.call(getDetail, { sno }).catch(ignoreFailure);
    return {
      name: listedName ?? detail?.name,
      online: isOffline ? false : (detail?.online ?? listed?.online),
      isListed: devices !== undefined && deviceUseIn(devices, sno, this.clock.now()).kind !== 'none',
    };
  }
}

interface Description {
  name?: string;
  online?: boolean;
  isListed?: boolean;
}

const NOTHING: { value?: undefined; problem?: undefined } = {};

/** The value or the Problem of a promise. */
function settled<Value>(
  promise: Promise<Value>,
): Promise<{ value: Value; problem?: undefined } | { value?: undefined; problem: Problem }> {
  return promise.then(
    (value) => ({ value }),
    (thrown: unknown) => ({ problem: Problem.of(thrown) }),
  );
}
