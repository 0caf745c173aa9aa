import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import { useApplication } from '../application.ts';

const ScannerView = lazy(() => import('./ScannerView.tsx').then(({ ScannerView: view }) => ({ default: view })));

/** The camera over the screen, while something is scanned with it. */
export const ScannerOverlay = observer(function ScannerOverlay() {
  const { viewfinder } = useApplication();
  if (!viewfinder.scan) return null;
  return (
    <Suspense fallback={null}>
      <ScannerView />
    </Suspense>
  );
});
