import { observer } from 'mobx-react-lite';
import { useApplication } from '../../application.ts';
import { Lazy, useLazy } from '../../lazy.ts';
import { OverlayError } from '../failure/OverlayError.tsx';

const scannerView = new Lazy(() => import('./ScannerView.tsx').then(({ ScannerView }) => ScannerView));

/** The camera overlay, shown while a scan is under way. */
export const ScannerOverlay = observer(function ScannerOverlay() {
  return useApplication().viewfinder.scan ? <OpenScanner /> : null;
});

const OpenScanner = observer(function OpenScanner() {
  const { viewfinder } = useApplication();
  const { content: View, problem, retry } = useLazy(scannerView);
  if (View) return <View />;
  return problem ? <OverlayError problem={problem} onRetry={retry} onClose={viewfinder.scan?.cancel} /> : null;
});
