import type { Clock } from '../../ports/clock.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Destination } from '../destination.ts';
import { isSamePhone, maskedNumber, phoneNumber } from '../basics/phone.ts';
import { typedText } from '../basics/typed-text.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { SingleFlight } from '../basics/single-flight.ts';
import type { AccountScope } from '../state/account-scope.ts';
import type { Stored } from '../state/stored.ts';
import { SECOND } from '../basics/time.ts';
import { getUser, isPhoneRefusal, PHONE_REFUSALS, sendCode, updatePhone } from './api.ts';
import { storedSentCode, type SentCode } from './stored.ts';

const CODE_RESEND_INTERVAL_MS = 60 * SECOND;

export type CodeOutcome =
  | { kind: 'sent' }
  /** The last code was sent less than a minute ago, to this masked number, which may be another one than is asked for. */
  | { kind: 'too-soon'; mobile: string }
  | { kind: 'malformed' }
  | { kind: 'taken' }
  /** It is the number of this account. */
  | { kind: 'already-bound' }
  | { kind: 'refused'; problem: Problem };

export type BindOutcome =
  | { kind: 'bound'; destination: Destination }
  /** It was the number of this account before, which a bind without an answer may have made it. */
  | { kind: 'already-bound'; destination: Destination }
  | { kind: 'wrong-code' }
  | { kind: 'refused'; problem: Problem };

/** Binds a phone number to the account with a verification code. */
export class BindPhone {
  private readonly flights = new SingleFlight();
  private readonly sentCode: Stored<SentCode>;

  constructor(
    private readonly api: ApiClient,
    scope: AccountScope,
    private readonly clock: Clock,
  ) {
    this.sentCode = storedSentCode(scope);
  }

  /** When the next code may be sent, epoch ms; undefined if it may be sent now. */
  mayAskAgainAt(): number | undefined {
    const sent = this.recentCode();
    return sent && sent.at + CODE_RESEND_INTERVAL_MS;
  }

  private recentCode(): SentCode | undefined {
    const sent = this.sentCode.get();
    const age = sent === undefined ? Infinity : this.clock.now() - sent.at;
    return age >= 0 && age < CODE_RESEND_INTERVAL_MS ? sent : undefined;
  }

  /** Calls `listener` after each code that this page sends, until the caller unsubscribes. */
  onCodeSent(listener: () => void): () => void {
    return this.sentCode.subscribe(listener);
  }

  /**
   * Requests a verification code. A refusal is an outcome; rejects with any other Problem, and with that of a server that
   * broke down: it may have sent the code.
   */
  askForCode(mobile: string): Promise<CodeOutcome> {
    return this.flights.run(`code ${phoneNumber(mobile)}`, async () => {
      const recent = this.recentCode();
      if (recent) return { kind: 'too-soon', mobile: recent.mobile };
      try {
        await this.api.call(sendCode, { mobile: phoneNumber(mobile) });
      } catch (thrown) {
        const problem = refusal(thrown);
        if (problem.serverCode === PHONE_REFUSALS.malformed) return { kind: 'malformed' };
        if (problem.serverCode === PHONE_REFUSALS.taken)
          return { kind: (await this.isBound(mobile)) ? 'already-bound' : 'taken' };
        return { kind: 'refused', problem };
      }
      this.sentCode.set({ at: this.clock.now(), mobile: maskedNumber(phoneNumber(mobile)) });
      return { kind: 'sent' };
    });
  }

  /**
   * Binds the number with its code. A refusal is an outcome; rejects with any other Problem, and with that of a server
   * that broke down: it may have bound the number.
   */
  bind(mobile: string, code: string): Promise<BindOutcome> {
    return this.flights.run(JSON.stringify([mobile, code]), async () => {
      try {
        await this.api.call(updatePhone, { mobile: phoneNumber(mobile), code: typedText(code).replaceAll(/\s/g, '') });
      } catch (thrown) {
        const problem = refusal(thrown);
        const { taken, wrongCode } = PHONE_REFUSALS;
        const { serverCode } = problem;
        const mayBeBound = serverCode === taken || serverCode === wrongCode;
        if (mayBeBound && (await this.isBound(mobile))) return { kind: 'already-bound', destination: { to: 'my' } };
        return serverCode === wrongCode ? { kind: 'wrong-code' } : { kind: 'refused', problem };
      }
      this.sentCode.set(undefined);
      return { kind: 'bound', destination: { to: 'my' } };
    });
  }

  /** True if the account shows the number as its own. */
  private async isBound(number: string): Promise<boolean> {
    const user = await this.api.call(getUser, {}).catch(ignoreFailure);
    return user?.mobile !== undefined && isSamePhone(user.mobile, number);
  }
}

/** Returns the server's refusal; rethrows anything else. */
function refusal(thrown: unknown): Problem {
  const problem = Problem.of(thrown);
  const isRefusal = !problem.mayHaveTakenEffect || isPhoneRefusal(problem.serverCode);
  if (problem.code !== 'refused' || !isRefusal) throw problem;
  return problem;
}
