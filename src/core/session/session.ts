import { Access } from '../api/access.ts';
import type { Unsubscribe } from '../../ports/clock.ts';
import type { AccountScope } from '../state/account-scope.ts';
import { takeCredentials, type Credentials } from './credentials.ts';
import { fingerprint } from './fingerprint.ts';
import { storedSession } from './stored.ts';

/** `expired`: the server no longer accepts the token. */
export type SessionState = 'signed-in' | 'no-token' | 'expired';

/** The user's session, from the address or from storage. */
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
   * Extracts the credentials from an address and stores them for the session. Returns the query without its secrets. A
   * new token replaces all credentials; a token of another user also clears the account scope.
   */
  open(path: string, query: string): string {
    const extracted = takeCredentials(path, query);
    const before = this.credentials();
    const userId = userIdOf(extracted.credentials);
    const hasToken = userId !== undefined;
    if (hasToken && !this.isSameUser(before, extracted.credentials)) this.scope.clear();
    this.stored.credentials.set(hasToken ? extracted.credentials : { ...before, ...extracted.credentials });
    if (hasToken) {
      this.stored.person.set(fingerprint(userId));
      this.hasNewToken = true;
      this.setExpired(false);
    }
    return extracted.query;
  }

  /**
   * Sets the server; call it before the first request. A change of server clears the account scope. The token survives
   * only if it has just arrived with the address, because a stored token belongs to the previous server.
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

  /** Removes the page type of the entry link; call it after a scan, which is a new intent. */
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

  /** Calls `listener` after each change of the state, until the caller unsubscribes. */
  onChange(listener: () => void): Unsubscribe {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Compares users. The account scope outlives the session's credentials; then only the fingerprint identifies the
   * user.
   */
  private isSameUser(before: Credentials, now: Credentials): boolean {
    if (before.accessToken !== undefined)
      return before.accessToken === now.accessToken || (before.openid !== undefined && before.openid === now.openid);
    const known = this.stored.person.get();
    return known === undefined || known === fingerprint(userIdOf(now) ?? '');
  }

  private leaveServer(): void {
    const credentials = this.credentials();
    const userId = userIdOf(credentials);
    this.scope.clear();
    if (!this.hasNewToken || userId === undefined) return;
    this.stored.credentials.set(credentials);
    this.stored.person.set(fingerprint(userId));
  }

  private setExpired(expired: boolean): void {
    if (this.expired === expired) return;
    this.expired = expired;
    for (const listener of this.listeners) listener();
  }
}

/** Identifies the user; undefined without a token. */
function userIdOf({ accessToken, openid }: Credentials): string | undefined {
  return accessToken === undefined ? undefined : (openid ?? accessToken);
}
