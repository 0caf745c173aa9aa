import type { AbortSignalLike } from '../../ports/http.ts';
import type { Reporter } from '../../ports/reporter.ts';
import { throwIfCancelled } from '../basics/cancellation.ts';
import type { Destination } from '../destination.ts';
import type { Problem } from '../problem.ts';
import { reportOutcome, reportProblem } from '../basics/report-problem.ts';
import type { DeviceCheck, Notice } from '../device/device.ts';
import { deviceNumberOf } from '../basics/device-code.ts';
import type { Session } from '../session/session.ts';
import type { ResumeTreatment } from '../treatment/resume-treatment.ts';
import type { EntryPolicy, StartDoubt, UserContext } from './entry-policy.ts';

/**
 * Result of one entry step: a question that `proceed` answers, a notice, a destination, or a code without a device
 * number.
 */
export type EntryOutcome =
  | { kind: 'ask-on-behalf'; question: EntryQuestion }
  | { kind: 'unreadable' }
  | (Notice & { sno: string })
  | { kind: 'go'; destination: Destination; entered: EnteredDevice; startDoubt?: StartDoubt | undefined };

/** How the app begins: with the entry of a device, or at a destination for which none was entered. */
export type ArrivalOutcome = EntryOutcome | { kind: 'go'; destination: Destination };

/** A device with its operator, and how the user entered it. */
export interface EnteredDevice {
  sno: string;
  /** Undefined if the server does not name the operator, and the way does not need it. */
  operatorId?: string;
  /** On behalf of a customer. */
  assist: boolean;
  /** Undefined if not asked. */
  isShare?: boolean;
}

const TO_MY: ArrivalOutcome = { kind: 'go', destination: { to: 'my' } };

/** A question about one device. Its answer is about this device, whatever is entered meanwhile. */
export interface EntryQuestion {
  readonly sno: string;
}

/** The reads that decide where an entry leads, sent at once. */
interface EntryReads {
  context: UserContext;
  checked: Promise<DeviceCheck | Problem>;
}

/**
 * Leads a user from a device's code to the screen that fits the device and the user. Each step rejects with
 * `cancelled` once its signal has aborted.
 */
export class EnterDevice {
  constructor(
    private readonly entryPolicy: EntryPolicy,
    private readonly resuming: ResumeTreatment,
    private readonly session: Session,
    private readonly reporter: Reporter,
  ) {}

  /** For promises that the entry may end without: what no step awaits must not vanish. */
  private readonly reportFailure = (thrown: unknown) => reportProblem(this.reporter, thrown);

  /**
   * Handles the start of the app. It enters the link's device, unless the link names none or requests the user's own
   * pages. A treatment that was started on this phone and still runs takes precedence, except over a link to another
   * device or to the user's own pages.
   */
  async arrive(signal?: AbortSignalLike): Promise<ArrivalOutcome> {
    const { pageType, sno } = this.session.credentials();
    const linkedSno = pageType === 'device' || pageType === 'account' ? undefined : sno;
    const entered: Promise<ArrivalOutcome> =
      linkedSno === undefined ? Promise.resolve(TO_MY) : this.enter(linkedSno, signal);
    if (pageType === 'account' || pageType === 'device' || this.resuming.remembered(linkedSno) === undefined)
      return entered;
    entered.catch(this.reportFailure);
    const destination = await this.resuming.resume(signal, linkedSno);
    throwIfCancelled(signal);
    return destination ? { kind: 'go', destination } : entered;
  }

  /** Enters the device of a scanned code or a typed number. `said`: for whom, if the user has said it before the scan. */
  async begin(code: string, signal?: AbortSignalLike, said?: { assist: boolean }): Promise<EntryOutcome> {
    const sno = deviceNumberOf(code);
    if (sno === undefined) return { kind: 'unreadable' };
    this.session.forgetEntrySource();
    return said ? this.proceed({ sno }, said, signal) : this.enter(code, signal);
  }

  /** Answers an `ask-on-behalf` question. Reads everything again, because the answer may come hours after the question. */
  proceed(
    { sno }: EntryQuestion,
    { assist }: { assist: boolean },
    signal?: AbortSignalLike,
  ): Promise<Exclude<EntryOutcome, { kind: 'ask-on-behalf' | 'unreadable' }>> {
    return this.evaluate(sno, assist, this.read(sno, assist), signal);
  }

  private async enter(code: string, signal: AbortSignalLike | undefined): Promise<EntryOutcome> {
    const sno = deviceNumberOf(code);
    if (sno === undefined) return { kind: 'unreadable' };
    const reads = this.read(sno, false);
    const { assist } = await reads.context.user();
    throwIfCancelled(signal);
    return assist ? { kind: 'ask-on-behalf', question: { sno } } : this.evaluate(sno, false, reads, signal);
  }

  private read(sno: string, assist: boolean): EntryReads {
    const context = this.entryPolicy.userContext();
    const checked = this.entryPolicy.check(sno, assist);
    const prefetches: Promise<unknown>[] = assist ? [checked] : [checked, context.devices(), context.cards()];
    for (const prefetch of prefetches) prefetch.catch(this.reportFailure);
    return { context, checked };
  }

  private async evaluate(
    sno: string,
    assist: boolean,
    { context, checked }: EntryReads,
    signal: AbortSignalLike | undefined,
  ): Promise<Exclude<EntryOutcome, { kind: 'ask-on-behalf' | 'unreadable' }>> {
    const entry = await this.entryPolicy.evaluate(sno, assist, context, checked);
    throwIfCancelled(signal);
    if (entry.kind === 'notice') return { ...entry, sno };
    const { destination, operatorId, startDoubt } = entry;
    const isShare = destination.to === 'mode-menu' ? destination.isShare : entry.isShare;
    reportOutcome(this.reporter, 'entered');
    return { kind: 'go', destination, entered: { sno, operatorId, assist, isShare }, startDoubt };
  }
}
