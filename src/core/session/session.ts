import { Access } from '../api/access.ts';
import type { AppStorage } from '../../ports/app-storage.ts';
import type { Unsubscribe } from '../../ports/clock.ts';
import { notifyAll } from '../state/notify-all.ts';
import { AccountScope } from '../state/account-scope.ts';
import type { Stored } from '../state/stored.ts';
import { takeCredentials, type Credentials } from './credentials.ts';
import { fingerprint } from './fingerprint.ts';
import { storedCredentials } from './stored.ts';

const LAST_SERVER = 'lastServer';

/** `expired`: the server no longer accepts the token. */
export type SessionState = 'signed-in' | 'no-token' | 'expired';

/** Who uses the app, as storage has it. */
export interface OpenSession {
  scope: AccountScope;
  session: Session;
}

export function openSession(storage: AppStorage): OpenSession {
  const scope = new AccountScope(storage);
  return { scope, session: new Session(scope) };
}

/** The user's session, from the address or from storage. */
export class Session extends Access {
  private expired = false;
  private hasNewToken = false;
  private readonly listeners = new Set<() => void>();
  private readonly stored: Stored<Credentials>;

  constructor(private readonly scope: AccountScope) {
    super();
    this.stored = storedCredentials(scope);
  }

  /**
   * Extracts the credentials from an address and stores them for the session. Returns the query without its secrets.
   * `path` is that below the path at which the page is deployed. A new token replaces all credentials; the page then
   * works on the state of its account only. The page calls it once.
   */
  open(path: string, query: string): string {
    const extracted = takeCredentials(path, query);
    const userId = userIdOf(extracted.credentials);
    if (userId === undefined) this.stored.set({ ...this.credentials(), ...extracted.credentials });
    else {
      this.scope.enter(fingerprint(this.lastServer() ?? '', userId));
      this.stored.set(extracted.credentials);
      this.hasNewToken = true;
      this.setExpired(false);
    }
    return extracted.query;
  }

  /**
   * Sets the server; call it before the first request. The token of another server survives only if it has just arrived
   * with the address. A token that has just arrived removes the state of all other accounts from the phone.
   */
  useServer(apiBase: string): void {
    const server = fingerprint(apiBase);
    const last = this.lastServer();
    if (last !== server) this.scope.storage.write('local', LAST_SERVER, server);
    const credentials = this.credentials();
    const userId = userIdOf(credentials);
    if (userId === undefined) return;
    const account = fingerprint(server, userId);
    if (this.hasNewToken || last === undefined) {
      this.scope.enterAlone(account);
      this.stored.set(credentials);
    } else if (account !== this.scope.account) {
      this.stored.set(undefined);
      this.scope.enter('');
    }
  }

  credentials(): Credentials {
    return this.stored.get() ?? {};
  }

  /** Removes the page type of the entry link; call it after a scan, which is a new intent. */
  forgetEntrySource(): void {
    const { pageType: _, ...rest } = this.credentials();
    this.stored.set(rest);
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

  /** Fingerprint of the server that this phone used last. */
  private lastServer(): string | undefined {
    return this.scope.storage.read('local', LAST_SERVER);
  }

  private setExpired(expired: boolean): void {
    if (this.expired === expired) return;
    this.expired = expired;
    notifyAll(this.listeners);
  }
}

/** Identifies the user; undefined without a token. */
function userIdOf({ accessToken, openid }: Credentials): string | undefined {
  return accessToken === undefined ? undefined : (openid ?? accessToken);
}
