import { lazy, Suspense } from 'react';
import { Session } from '../../core/session/session.ts';
import { useUseCase } from '../application.ts';
import type { DialogProps } from './DialogSurface.tsx';
import { useSessionState } from './use-session-state.ts';

/** Fetches what dialogs are made of. */
export const loadSurface = () => import('./DialogSurface.tsx');
const DialogSurface = lazy(() => loadSurface().then(({ DialogSurface: surface }) => ({ default: surface })));

/**
 * A question, a notice or a sheet over the screen, open as long as it is rendered; its parts come when first needed.
 * Under the notice that the session has expired there is none: it would take the focus and the taps from below.
 */
export function Dialog(props: DialogProps) {
  if (useSessionState(useUseCase(Session)) === 'expired') return null;
  return (
    <Suspense fallback={null}>
      <DialogSurface {...props} />
    </Suspense>
  );
}
