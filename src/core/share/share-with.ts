import { isSameDevice } from '../basics/device-code.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Records } from '../basics/paging.ts';
import { isMaskedNumber, isSamePhone, mayBePhone, phoneNumber } from '../basics/phone.ts';
import { ageOf } from '../basics/time.ts';
import { LIST_LAG_MS } from '../checkout/records/purchase.ts';
import { notListedYet } from '../checkout/records/purchases.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { SingleFlight } from '../basics/single-flight.ts';
import type { AccountScope } from '../state/account-scope.ts';
import type { Stored } from '../state/stored.ts';
import { listShares, shareDevice, unshareDevice } from './api.ts';
import type { SharedUser } from './share.ts';
import { storedShareState } from './stored.ts';

/** `unknown`: the request may have taken effect, and neither its answer nor the list tells, as `problem` says. */
export type ShareOutcome =
  | { kind: 'shared' }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'unknown'; problem: Problem };
/**
 * `alike`: nothing was sent, because the list has several people whose masked numbers are the given one. `unknown`: as in
 * `ShareOutcome`.
 */
export type UnshareOutcome =
  | { kind: 'removed' }
  | { kind: 'not-removed'; problem: Problem }
  | { kind: 'alike' }
  | { kind: 'unknown'; problem: Problem };

const STILL_LISTED = 'the list does not show that the person with these hidden digits is gone';

/** Shares a leased device with other phone numbers, and ends the sharing. */
export class ShareWith {
  private readonly flights = new SingleFlight();
  private readonly shareState: Stored<2>;
  /** The last change of who shares a device that the server has accepted here. A list that shows it shows those before, too. */
  private latest?: { sno: string; number: string; isShared: boolean; at: number };

  constructor(
    private readonly api: ApiClient,
    scope: AccountScope,
    private readonly clock: Clock,
  ) {
    this.shareState = storedShareState(scope);
  }

  /**
   * Lists the users of a shared device. Records in the session that share management was opened. Rejects with the
   * Problem of the request, and with `refused` for a list that does not show yet what the server has just accepted.
   */
  async list(sno: string): Promise<Records<SharedUser>> {
    this.shareState.set(2);
    const people = await this.api.call(listShares, { sno });
    if (this.isOutdated(sno, people)) throw notListedYet();
    return people;
  }

  /**
   * Shares the device with a phone number. If the response is lost, the list decides. Rejects with the Problem if the
   * device is not shared for another reason than a refusal.
   */
  share(sno: string, mobile: string): Promise<ShareOutcome> {
    const number = phoneNumber(mobile);
    return this.flights.run(`share ${sno} ${number}`, async () => {
      try {
        await this.api.call(shareDevice, { sno, mobile: number });
      } catch (thrown) {
        const problem = Problem.of(thrown);
        const isShared = problem.mayHaveTakenEffect ? await this.isShared(sno, number) : false;
        if (isShared === undefined) return { kind: 'unknown', problem };
        if (!isShared && problem.code === 'refused') return { kind: 'refused', problem };
        if (!isShared) throw problem;
      }
      this.latest = { sno, number, isShared: true, at: this.clock.now() };
      return { kind: 'shared' };
    });
  }

  /**
   * Ends the sharing with a phone number. If the response is lost, or the number has hidden digits, the list decides.
   * Resolves to `not-removed` if the sharing goes on. Rejects with the Problem if the session has ended, or if the list
   * that hidden digits need beforehand cannot be read.
   */
  unshare(sno: string, mobile: string): Promise<UnshareOutcome> {
    return this.flights.run(`unshare ${sno} ${mobile}`, async () => {
      if (isMaskedNumber(mobile)) {
        const { records } = await this.api.call(listShares, { sno });
        if (records.filter((person) => mayBePhone(person.mobile, mobile)).length > 1) return { kind: 'alike' };
      }
      try {
        await this.api.call(unshareDevice, { sno, mobile });
      } catch (thrown) {
        const problem = Problem.expected(thrown);
        if (problem.endsTheSession) throw problem;
        if (!problem.mayHaveTakenEffect) return { kind: 'not-removed', problem };
        const isAbsent = await this.isAbsent(sno, mobile);
        if (isAbsent === undefined) return { kind: 'unknown', problem };
        if (!isAbsent) return { kind: 'not-removed', problem };
        return { kind: 'removed' };
      }
      // A server may accept hidden digits and find nobody with them. Its list may also be older than the removal.
      if (isMaskedNumber(mobile) && !(await this.isAbsent(sno, mobile)))
        return { kind: 'unknown', problem: new Problem('parse', { call: listShares.name, message: STILL_LISTED }) };
      this.latest = { sno, number: mobile, isShared: false, at: this.clock.now() };
      return { kind: 'removed' };
    });
  }

  /** True if nobody in the list can be the person with the number. Undefined if the list does not tell. */
  async isAbsent(sno: string, number: string): Promise<boolean | undefined> {
    const people = await this.api.call(listShares, { sno }).catch(ignoreFailure);
    if (people?.records.some((person) => mayBePhone(person.mobile, number))) return false;
    return people?.unreadable === 0 ? true : undefined;
  }

  private isOutdated(sno: string, { records, unreadable }: Records<SharedUser>): boolean {
    const { latest } = this;
    if (!latest || !isSameDevice(latest.sno, sno) || ageOf(latest.at, this.clock.now()) >= LIST_LAG_MS) return false;
    const { number, isShared } = latest;
    return isShared
      ? unreadable === 0 && !records.some((person) => mayBePhone(person.mobile, number))
      : records.some((person) => isSamePhone(person.mobile, number));
  }

  /** True if the list names the number whole, false if nobody in it can be the person. Undefined if it does not tell. */
  private async isShared(sno: string, number: string): Promise<boolean | undefined> {
    const people = await this.api.call(listShares, { sno }).catch(ignoreFailure);
    if (people?.records.some((person) => isSamePhone(person.mobile, number))) return true;
    const isAbsent = people?.unreadable === 0 && !people.records.some((person) => mayBePhone(person.mobile, number));
    return isAbsent ? false : undefined;
  }
}
