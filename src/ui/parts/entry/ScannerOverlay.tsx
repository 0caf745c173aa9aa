import { observer } from 'mobx-react-lite';
import { useApplication } from '../../application.ts';
import { ScannerView } from './ScannerView.tsx';

/** The camera overlay, shown while a scan is under way. */
export const ScannerOverlay = observer(function ScannerOverlay() {
  return useApplication().viewfinder.scan ? <ScannerView /> : null;
});
