import type { AccountScope } from '../../core/state/account-scope.ts';
import { maybe, objectOf, text } from '../../core/state/schemas.ts';
import { Stored } from '../../core/state/stored.ts';
import { StoredValue } from '../stores/stored-value.ts';

/** The unsent input of each form. */
export interface Drafts {
  login: { mobile: string; code: string };
  share: { mobile: string };
  feedback: { content: string; phone: string };
}

const schema = objectOf<Partial<Drafts>>({
  login: maybe(objectOf<Drafts['login']>({ mobile: text, code: text })),
  share: maybe(objectOf<Drafts['share']>({ mobile: text })),
  feedback: maybe(objectOf<Drafts['feedback']>({ content: text, phone: text })),
});

/** The drafts of all forms as observable state. */
export class DraftStore {
  constructor(private readonly all: StoredValue<Partial<Drafts>>) {}

  of<Name extends keyof Drafts>(name: Name): Drafts[Name] | undefined {
    return this.all.current?.[name];
  }

  keep<Name extends keyof Drafts>(name: Name, draft: Drafts[Name]): void {
    this.all.set({ ...this.all.current, [name]: draft });
  }

  discard(name: keyof Drafts): void {
    const { [name]: _, ...others } = this.all.current ?? {};
    this.all.set(Object.keys(others).length > 0 ? others : undefined);
  }
}

export function drafts(scope: AccountScope): DraftStore {
  return new DraftStore(new StoredValue(new Stored(scope, 'session', 'drafts', schema)));
}
