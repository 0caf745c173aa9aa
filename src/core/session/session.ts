import { Access } from '../api/access.ts';
import type { Unsubscribe } from '../../ports/clock.ts';
import { takeCredentials, type Credentials } from './credentials.ts';
import { fingerprint } from './fingerprint.ts';
import type { Visit } from './visit.ts';

/** `expired`: there was a token and the server no longer takes it. */
export type SessionState = 'signed-in' | 'no-token' | 'expired';

/** Who is here, from the address or from memory. */
export class Session extends Access {
  private expired = false;
  private hasJustCome = false;
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
    const person = personOf(taken.credentials);
    const fresh = person !== undefined;
    if (fresh && !this.isSamePerson(before, taken.credentials)) this.visit.forgetEverything();
    this.visit.set('credentials', fresh ? taken.credentials : { ...before, ...taken.credentials });
    if (fresh) {
      this.visit.set('person', fingerprint(person));
      this.hasJustCome = true;
      this.become(false);
    }
    return taken.query;
  }

  /**
   * Says which server is spoken to, before it is. Nothing that is remembered of another one stays; its token stays only where it has just come with the address,
   * since one that was kept was given for the other server.
   */
  useServer(apiBase: string): void {
    const server = fingerprint(apiBase);
    const before = this.visit.get('server');
    if (before === server) return;
    if (before !== undefined) this.leaveServer();
    this.visit.set('server', server);
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

  override refused(token: string): void {
    if (token === this.credentials().accessToken) this.become(true);
  }

  /** Tells when the state changes, until switched off. */
  onChange(listener: () => void): Unsubscribe {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** What is kept on the phone outlives the visit's credentials: then the mark alone tells. */
  private isSamePerson(before: Credentials, now: Credentials): boolean {
    if (before.accessToken !== undefined) return before.accessToken === now.accessToken || (before.openid !== undefined && before.openid === now.openid);
    const mark = this.visit.get('person');
    return mark === undefined || mark === fingerprint(personOf(now) ?? '');
  }

  private leaveServer(): void {
    const credentials = this.credentials();
    const person = personOf(credentials);
    this.visit.forgetEverything();
    if (!this.hasJustCome || person === undefined) return;
    this.visit.set('credentials', credentials);
    this.visit.set('person', fingerprint(person));
  }

  private become(expired: boolean): void {
    if (this.expired === expired) return;
    this.expired = expired;
    for (const listener of this.listeners) listener();
  }
}

/** What tells a person from others, where there is a token at all. */
function personOf({ accessToken, openid }: Credentials): string | undefined {
  return accessToken === undefined ? undefined : (openid ?? accessToken);
}
