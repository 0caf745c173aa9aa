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

/** Lets other phone numbers use a leased device, and no longer. */
export class ShareWith {
  private readonly flights = new SingleFlight();
  private readonly shareState: Stored<2>;

  constructor(
    private readonly api: ApiClient,
    scope: AccountScope,
  ) {
    this.shareState = storedShareState(scope);
  }

  /** Whom the device is shared with; the session remembers that this was asked. Rejects with the Problem of the call. */
  list(sno: string): Promise<Records<SharedUser>> {
    this.shareState.set(2);
    return this.api.call(listShares, { sno });
  }

  /** Shares it with a number. A lost answer is looked up in the list; rejects with the Problem where that cannot be. */
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

  /** Ends the sharing with a number; any failure but a session's end leaves it as it was, and says so. */
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

  /** `unknown` stands for what is not known: the list cannot be asked, or one of its rows not be read. */
  private async isShared(sno: string, number: string, unknown = false): Promise<boolean> {
    const people = await this.api.call(listShares, { sno }).catch(ignoreFailure);
    if (people?.records.some((person) => isSamePhone(person.mobile, number))) return true;
    return people?.unreadable === 0 ? false : unknown;
  }
}
