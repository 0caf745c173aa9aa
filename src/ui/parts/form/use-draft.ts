import { useEffect, useState } from 'react';
import { useApplication } from '../../application.ts';
import { drafts, type Drafts } from '../../state/drafts.ts';
import { useScreenState } from '../../state/use-screen-state.ts';

interface FormDraft<Typed> {
  draft: Typed;
  type(typed: Partial<Typed>): void;
  /** Call it once this input was sent, or given up on purpose. Keeps what was typed since, also in another window. */
  discard(): void;
}

/**
 * Keeps the input of a form across reloads, new sign-ins and windows. `about` names what the form was opened for: the
 * form is never filled with what was typed for something else. Input that equals `initial` is no draft. The caller must
 * be an observer.
 */
export function useDraft<Name extends keyof Drafts>(
  name: Name,
  initial: Drafts[Name],
  about = '',
): FormDraft<Drafts[Name]> {
  const { time } = useApplication();
  const store = useScreenState(drafts);
  const subject = { name, about };
  useEffect(() => store.forget(time.now()), [store, time]);
  const [opened, setOpened] = useState(() => ({ about, at: time.now() }));
  if (opened.about !== about) setOpened({ about, at: time.now() });
  const current = (): Drafts[Name] => ({ ...initial, ...store.of(subject, opened.at) });
  const isSame = (draft: Drafts[Name], other: Drafts[Name]) =>
    Object.entries(other).every(([field, value]) => draft[field as keyof Drafts[Name]] === value);
  const draft = current();
  return {
    draft,
    type: (typed) => {
      const next = { ...current(), ...typed };
      if (isSame(next, initial)) store.discard(subject);
      else store.keep(subject, next, time.now());
    },
    discard: () => {
      if (isSame(current(), draft)) store.discard(subject);
    },
  };
}
