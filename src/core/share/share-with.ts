import type { ApiClient } from '../api/api-client.ts';
import type { Records } from '../paging.ts';
import { isSamePhone, phoneNumber } from '../phone.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { SingleFlight } from '../single-flight.ts';
import type { AccountScope } from '../state/account-scope.ts';
import type { Stored } from '../state/stored.ts';
import { listShares, shareDevice, unshareDevice } from './api.ts';
import type { SharedUser } from './share.ts';
import { storedShareState } from './stored.ts';

export type ShareOutcome = { kind: 'shared' } | { kind: 'refused'; message?: string };
export type UnshareOutcome = { kind: 'removed' } | { kind: 'not-removed' };

/** Shares a leased device with other phone numbers, and ends the sharing. */
export class ShareWith {
  private readonly flights = new SingleFlight();
  private readonly shareState: Stored<2>;

  constructor(
    private readonly api: ApiClient,
    scope: AccountScope,
  ) {
    this.shareState = storedShareState(scope);
  }

  /**
   * Lists the users of a shared device. Records in the session that share management was opened. Rejects with the
   * Problem of the request.
   */
  list(sno: string): Promise<Records<SharedUser>> {
    this.shareState.set(2);
    return this.api.call(listShares, { sno });
  }

  /**
   * Shares the device with a phone number. If the response is lost, the list decides. Rejects with the Problem if the
   * list is not available.
   */
  share(sno: string, mobile: string): Promise<ShareOutcome> {
    const number = phoneNumber(mobile);
    return this.flights.run(`share ${sno} ${number}`, async () => {
      try {
        await this.api.call(shareDevice, { sno, mobile: number });
      } catch (thrown) {
        const problem = Problem.of(thrown);
        if (problem.code === 'refused') return { kind: 'refused', message: problem.serverMessage };
        if (!problem.mayHaveTakenEffect || !(await this.isShared(sno, number))) throw problem;
      }
      return { kind: 'shared' };
    });
  }

  /**
   * Ends the sharing with a phone number. Resolves to `not-removed` after a failure; rejects only if the session has
   * ended, or with an internal error.
   */
  unshare(sno: string, mobile: string): Promise<UnshareOutcome> {
    return this.flights.run(`unshare ${sno} ${mobile}`, async () => {
      try {
        await this.api.call(unshareDevice, { sno, mobile });
      } catch (thrown) {
        const problem = Problem.expected(thrown);
        if (problem.endsTheSession) throw problem;
        const isGone = problem.mayHaveTakenEffect && !(await this.isShared(sno, mobile, true));
        if (!isGone) return { kind: 'not-removed' };
      }
      return { kind: 'removed' };
    });
  }

  /** Returns `unknown` if the list is not available or has unreadable rows. */
  private async isShared(sno: string, number: string, unknown = false): Promise<boolean> {
    const people = await this.api.call(listShares, { sno }).catch(ignoreFailure);
    if (people?.records.some((person) => isSamePhone(person.mobile, number))) return true;
    return people?.unreadable === 0 ? false : unknown;
  }
}
