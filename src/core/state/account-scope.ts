import type { AppStorage } from '../../ports/app-storage.ts';
import { notifyAll } from './notify-all.ts';
import { guardsForMs, isToBeRead } from './activity-keys.ts';
import { latestInstantIn } from './latest-instant.ts';

/** `session` ends with the tab, or with the CLI's sign-out. `account` stays on the phone until another account comes. */
export type StoredArea = 'session' | 'account';

/** Key of the area `session` that names the account whose page the tab shows. */
const TAB = 'tab';

/** How a stored value's key names its account. */
export const ACCOUNT_KEYS = { keyOf: (account: string, key: string): string => account + key };

/**
 * The stored state of one account at one server. Its keys begin with the account, so that a page neither reads nor
 * writes the state of another account, even if that account signs in on the same phone while the page runs. Without an
 * account the keys stand alone: before a sign-in, and on the command line, where each account has its own directory.
 */
export class AccountScope {
  private known: string | undefined;
  private readonly listeners = new Set<() => void>();

  /** `storage` also has the area `local`, which belongs to the phone. */
  constructor(readonly storage: AppStorage) {}

  /** The account whose state this page works on, always of the same length; empty before a sign-in. Throws the Problem `storage`. */
  get account(): string {
    return (this.known ??= this.accountOfTab());
  }

  /** True if the page of another account was opened in this page's tab, for example before the user went back. */
  get isReplaced(): boolean {
    return this.accountOfTab() !== this.account;
  }

  read(area: StoredArea, key: string): string | undefined {
    return this.storage.read(area, ACCOUNT_KEYS.keyOf(this.account, key));
  }

  write(area: StoredArea, key: string, value: string): void {
    this.storage.write(area, ACCOUNT_KEYS.keyOf(this.account, key), value);
  }

  remove(area: StoredArea, key: string): void {
    this.storage.remove(area, ACCOUNT_KEYS.keyOf(this.account, key));
  }

  /** Runs `work`, which reads and then writes, while no other process changes the state. */
  exclusively<Result>(work: () => Result): Result {
    return this.storage.exclusively(work);
  }

  /** Works on the state of this account from now on. Throws the Problem `storage`. */
  enter(account: string): void {
    this.storage.write('session', TAB, account);
    if (account === this.known) return;
    this.known = account;
    notifyAll(this.listeners);
  }

  /**
   * Removes what is personal of all other accounts from the phone, including values whose code is not loaded yet, and
   * enters this one. Their open payments and running treatments stay: a page of theirs may be open, and a reload of it
   * must still know them. Throws the Problem `storage`.
   */
  enterAlone(account: string): void {
    this.storage.clear('session', (key) => key.startsWith(account));
    this.storage.clear('account', (key) => key.startsWith(account) || guardsFor(key, account) !== undefined);
    this.enter(account);
  }

  /**
   * Removes what guarded the payments and treatments of other accounts and is over, as `guardsForMs` says of each key, unless
   * its person still has to read of it.
   * `now`: epoch ms. Throws the Problem `storage`.
   */
  forgetOthers(now: number): void {
    const { account, storage } = this;
    if (account === '') return;
    const stillGuards = (key: string) => {
      const text = storage.read('account', key);
      const latest = latestInstantIn(text);
      const isRecent = latest !== undefined && now - latest < (guardsFor(key, account) ?? 0);
      return isRecent || isToBeRead(key.slice(account.length), text);
    };
    storage.clear('account', (key) => key.startsWith(account) || stillGuards(key));
  }

  /** Calls `listener` after each change of account. Listeners are never removed, because a stored value lives as long as the page. */
  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  private accountOfTab(): string {
    return this.storage.read('session', TAB) ?? '';
  }
}

/** How long a key of any account guards; all accounts have the same length. */
function guardsFor(key: string, { length }: string): number | undefined {
  return guardsForMs(key.slice(length));
}
