import { useEffect } from 'react';
import { drafts, type Drafts } from '../state/drafts.ts';
import { useScreenState } from '../state/use-screen-state.ts';

/**
 * Keeps the input of a form across reloads and new sign-ins. Discards it when the form unmounts. The caller must be an
 * observer.
 */
export function useDraft<Name extends keyof Drafts>(
  name: Name,
  empty: Drafts[Name],
): [Drafts[Name], (typed: Partial<Drafts[Name]>) => void] {
  const store = useScreenState(drafts);
  useEffect(() => () => store.discard(name), [store, name]);
  const draft: Drafts[Name] = { ...empty, ...store.of(name) };
  return [draft, (typed) => store.keep(name, { ...empty, ...store.of(name), ...typed })];
}
