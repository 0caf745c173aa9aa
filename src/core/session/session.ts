import { Access } from '../cloud/access.ts';
import type { Off } from '../../ports/clock.ts';
import { takeCredentials, type Credentials } from './credentials.ts';
import type { Visit } from './visit.ts';

/** `expired`: there was a token and the server no longer takes it. */
export type SessionState = 'signed-in' | 'no-token' | 'expired';

/** Who is here, from the address or from memory. */
export class Session extends Access {
  private expired = false;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly visit: Visit) {
    super();
  }

  /**
   * Takes the credentials out of an address and keeps them for the visit; answers with the query without its secrets.
   * A new token begins a new set of credentials; another person's leaves nothing of the visit before.
   */
  open(path: string, query: string): string {
    const taken = takeCredentials(path, query);
    const before = this.credentials();
    const fresh = taken.credentials.accessToken !== undefined;
    if (fresh && !samePerson(before, taken.credentials)) this.visit.forgetEverything();
    this.visit.set('credentials', fresh ? taken.credentials : { ...before, ...taken.credentials });
    if (fresh) this.become(false);
    return taken.query;
  }

  credentials(): Credentials {
    return this.visit.get('credentials') ?? {};
  }

  /** A scan inside the app is a fresh wish: where the visit came from no longer decides. */
  forgetEntrySource(): void {
    const { pageType: _, ...rest } = this.credentials();
    this.visit.set('credentials', rest);
  }

  state(): SessionState {
    if (!this.credentials().accessToken) return 'no-token';
    return this.expired ? 'expired' : 'signed-in';
  }

  override token(): string | undefined {
    return this.expired ? undefined : this.credentials().accessToken;
  }

  override refused(): void {
    this.become(true);
  }

  /** Tells when the state changes, until switched off. */
  onChange(listener: () => void): Off {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private become(expired: boolean): void {
    if (this.expired === expired) return;
    this.expired = expired;
    for (const listener of this.listeners) listener();
  }
}

function samePerson(before: Credentials, now: Credentials): boolean {
  if (before.accessToken === undefined || before.accessToken === now.accessToken) return true;
  return before.openid !== undefined && before.openid === now.openid;
}
