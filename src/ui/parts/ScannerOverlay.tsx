import { observer } from 'mobx-react-lite';
import { useApplication } from '../application.ts';
import { scannerView } from '../deferred.ts';
import { ChunkError } from './ChunkError.tsx';
import { useChunk } from './use-chunk.ts';

/** The camera overlay, shown while a scan is under way. */
export const ScannerOverlay = observer(function ScannerOverlay() {
  return useApplication().viewfinder.scan ? <OpenScanner /> : null;
});

const OpenScanner = observer(function OpenScanner() {
  const { viewfinder } = useApplication();
  const { content: View, problem, retry } = useChunk(scannerView);
  if (View) return <View />;
  return problem ? <ChunkError problem={problem} onRetry={retry} onClose={viewfinder.scan?.cancel} /> : null;
});
