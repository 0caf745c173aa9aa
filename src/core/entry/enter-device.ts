import type { AbortSignalLike } from '../../ports/http.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { Destination } from '../destination.ts';
import { once } from '../once.ts';
import { Problem } from '../problem.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import type { DeviceCheck, NoticeReason } from '../device/device.ts';
import { deviceNumberOf } from '../device-code.ts';
import type { Session } from '../session/session.ts';
import type { ResumeTreatment } from '../treatment/resume-treatment.ts';
import type { Entry, EntryPolicy, UserContext } from './entry-policy.ts';

/** Where an attempt to enter stands: a question to answer with `proceed`, a notice, a place to go, or a code that names no device. */
export type EntryOutcome =
  | { kind: 'ask-on-behalf' }
  | { kind: 'unreadable' }
  | { kind: 'notice'; reason: NoticeReason }
  | { kind: 'go'; destination: Destination };

const TO_MY: EntryOutcome = { kind: 'go', destination: { to: 'my' } };

/** A device that is being entered. */
interface Entering {
  sno: string;
  facts: UserContext;
  plainCheck: () => Promise<DeviceCheck | undefined>;
}

/** Takes a user from a device's code to the screen that fits what the device and the user are. Each step rejects with `cancelled`, and selects nothing, once its signal has aborted. */
export class EnterDevice {
  private entering?: Entering;

  constructor(
    private readonly entryPolicy: EntryPolicy,
    private readonly resuming: ResumeTreatment,
    private readonly session: Session,
    private readonly current: CurrentDevice,
  ) {}

  /**
   * The app was opened: the link's device is entered, unless the link asks for the user's own pages or names none. What was started
   * here and still runs comes first, but before another device's code and the account.
   */
  async arrive(signal?: AbortSignalLike): Promise<EntryOutcome> {
    const { pageType, sno } = this.session.credentials();
    const wanted = pageType === 'device' || pageType === 'account' ? undefined : sno;
    const arrived: Promise<EntryOutcome> = wanted === undefined ? Promise.resolve(TO_MY) : this.enter(wanted, signal);
    const remembered = this.resuming.remembered();
    if (pageType === 'account' || remembered === undefined || (wanted ?? remembered) !== remembered) return arrived;
    arrived.catch(() => undefined);
    const destination = await this.resuming.resume(signal);
    throwIfCancelled(signal);
    return destination ? { kind: 'go', destination } : arrived;
  }

  /** A code was scanned or a number typed. */
  async begin(code: string, signal?: AbortSignalLike): Promise<EntryOutcome> {
    if (deviceNumberOf(code) === undefined) return { kind: 'unreadable' };
    this.session.forgetEntrySource();
    return this.enter(code, signal);
  }

  /** The answer to the question whether this is on behalf of a customer. */
  async proceed({ assist }: { assist: boolean }, signal?: AbortSignalLike): Promise<EntryOutcome> {
    if (!this.entering)
      throw new Problem('invalid-input', { message: 'begin with a device before answering the question' });
    return this.look(this.entering, assist, signal);
  }

  private async enter(code: string, signal: AbortSignalLike | undefined): Promise<EntryOutcome> {
    const sno = deviceNumberOf(code);
    if (sno === undefined) return { kind: 'unreadable' };
    const facts = this.entryPolicy.userContext();
    const plainCheck = once(() => this.entryPolicy.check(sno, false));
    const ahead: Promise<unknown>[] = [plainCheck(), facts.devices(), facts.cards()];
    for (const read of ahead) read.catch(() => undefined);
    const entering = { sno, facts, plainCheck };
    this.entering = entering;
    const { assist } = await facts.user();
    throwIfCancelled(signal);
    return assist ? { kind: 'ask-on-behalf' } : this.look(entering, false, signal);
  }

  private async look(
    { sno, facts, plainCheck }: Entering,
    assist: boolean,
    signal: AbortSignalLike | undefined,
  ): Promise<EntryOutcome> {
    const entry = await this.entryPolicy.evaluate(sno, assist, facts, assist ? undefined : plainCheck());
    throwIfCancelled(signal);
    this.current.setAssist(assist);
    if (entry.kind === 'go') this.select(sno, entry);
    return entry.kind === 'go' ? { kind: 'go', destination: entry.destination } : entry;
  }

  private select(
    sno: string,
    { destination, operatorId, orderNo, isShare: isKnownAsShare }: Extract<Entry, { kind: 'go' }>,
  ): void {
    const isShare = destination.to === 'mode-menu' ? destination.isShare : isKnownAsShare;
    this.current.select({ sno, orderNo, isShare }, { operatorId, isWorking: destination.to === 'process' });
    if (destination.to === 'lease') this.current.outdatePlans();
  }
}
