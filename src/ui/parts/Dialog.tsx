import { lazy, Suspense } from 'react';
import type { DialogProps } from './DialogSurface.tsx';

const loadSurface = () => import('./DialogSurface.tsx');
const DialogSurface = lazy(() => loadSurface().then(({ DialogSurface: surface }) => ({ default: surface })));

/** Fetches what dialogs are made of before the first one is needed. */
export function preloadDialogs(): void {
  void loadSurface().catch(() => undefined);
}

/** A question, a notice or a sheet over the screen, open as long as it is rendered; its parts come when first needed. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <DialogSurface {...props} />
    </Suspense>
  );
}
