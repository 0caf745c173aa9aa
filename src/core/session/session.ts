import { Access } from '../api/access.ts';
import type { Unsubscribe } from '../../ports/clock.ts';
import type { AccountScope } from '../state/account-scope.ts';
import { takeCredentials, type Credentials } from './credentials.ts';
import { fingerprint } from './fingerprint.ts';
import { storedSession } from './stored.ts';

/** `expired`: there was a token and the server no longer takes it. */
export type SessionState = 'signed-in' | 'no-token' | 'expired';

/** Who is here, from the address or from memory. */
export class Session extends Access {
  private expired = false;
  private hasNewToken = false;
  private readonly listeners = new Set<() => void>();
  private readonly stored: ReturnType<typeof storedSession>;

  constructor(private readonly scope: AccountScope) {
    super();
    this.stored = storedSession(scope);
  }

  /**
   * Takes the credentials out of an address and keeps them for the session; answers with the query without its secrets.
   * A new token begins a new set of credentials; another person's clears the account scope.
   */
  open(path: string, query: string): string {
    const taken = takeCredentials(path, query);
    const before = this.credentials();
    const person = personOf(taken.credentials);
    const fresh = person !== undefined;
    if (fresh && !this.isSamePerson(before, taken.credentials)) this.scope.clear();
    this.stored.credentials.set(fresh ? taken.credentials : { ...before, ...taken.credentials });
    if (fresh) {
      this.stored.person.set(fingerprint(person));
      this.hasNewToken = true;
      this.setExpired(false);
    }
    return taken.query;
  }

  /**
   * Says which server is spoken to, before it is. Nothing that is remembered of another one stays; its token stays only where it has just come with the address,
   * since one that was kept was given for the other server.
   */
  useServer(apiBase: string): void {
    const server = fingerprint(apiBase);
    const before = this.stored.server.get();
    if (before === server) return;
    if (before !== undefined) this.leaveServer();
    this.stored.server.set(server);
  }

  credentials(): Credentials {
    return this.stored.credentials.get() ?? {};
  }

  /** A scan inside the app is a new intent: where the user came from no longer decides. */
  forgetEntrySource(): void {
    const { pageType: _, ...rest } = this.credentials();
    this.stored.credentials.set(rest);
  }

  state(): SessionState {
    if (!this.credentials().accessToken) return 'no-token';
    return this.expired ? 'expired' : 'signed-in';
  }

  override token(): string | undefined {
    return this.expired ? undefined : this.credentials().accessToken;
  }

  override refused(token: string): void {
    if (token === this.credentials().accessToken) this.setExpired(true);
  }

  /** Tells when the state changes, until switched off. */
  onChange(listener: () => void): Unsubscribe {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** What is kept on the phone outlives the session's credentials: then the fingerprint alone tells. */
  private isSamePerson(before: Credentials, now: Credentials): boolean {
    if (before.accessToken !== undefined)
      return before.accessToken === now.accessToken || (before.openid !== undefined && before.openid === now.openid);
    const known = this.stored.person.get();
    return known === undefined || known === fingerprint(personOf(now) ?? '');
  }

  private leaveServer(): void {
    const credentials = this.credentials();
    const person = personOf(credentials);
    this.scope.clear();
    if (!this.hasNewToken || person === undefined) return;
    this.stored.credentials.set(credentials);
    this.stored.person.set(fingerprint(person));
  }

  private setExpired(expired: boolean): void {
    if (this.expired === expired) return;
    this.expired = expired;
    for (const listener of this.listeners) listener();
  }
}

/** What tells a person from others, where there is a token at all. */
function personOf({ accessToken, openid }: Credentials): string | undefined {
  return accessToken === undefined ? undefined : (openid ?? accessToken);
}
