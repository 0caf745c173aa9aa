import { useSyncExternalStore } from 'react';
import type { Session, SessionState } from '../../core/session/session.ts';

/** Whether the visitor is signed in, as it changes. */
export function useSessionState(session: Session): SessionState {
  return useSyncExternalStore(
    (listener) => session.onChange(listener),
    () => session.state(),
  );
}
