import { useEffect, useState } from 'react';
import { Visit, type Drafts } from '../../core/session/visit.ts';
import { useUseCase } from '../application.ts';

/** What is typed into a form: there again after a reload and after signing in anew, gone when the form is left. */
export function useDraft<Name extends keyof Drafts>(name: Name, empty: Drafts[Name]): [Drafts[Name], (typed: Partial<Drafts[Name]>) => void] {
  const visit = useUseCase(Visit);
  const [draft, setDraft] = useState<Drafts[Name]>(() => ({ ...empty, ...visit.get('drafts')?.[name] }));
  useEffect(() => () => forget(visit, name), [visit, name]);
  const type = (typed: Partial<Drafts[Name]>) => {
    const next = { ...draft, ...typed };
    visit.set('drafts', { ...visit.get('drafts'), [name]: next });
    setDraft(next);
  };
  return [draft, type];
}

function forget(visit: Visit, name: keyof Drafts): void {
  const others = { ...visit.get('drafts') };
  delete others[name];
  if (Object.keys(others).length > 0) visit.set('drafts', others);
  else visit.forget('drafts');
}
