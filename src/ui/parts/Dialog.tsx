import { observer } from 'mobx-react-lite';
import { useApplication } from '../application.ts';
import { dialogSurface } from '../deferred.ts';
import type { DialogProps } from './DialogSurface.tsx';
import { ChunkError } from './ChunkError.tsx';
import { useChunk } from './use-chunk.ts';

/**
 * A question, a notice or a sheet, open while it is mounted. Its surface loads on first use. It renders nothing while
 * the notice of the expired session is shown: a dialog would take the focus and the taps from that notice.
 */
export const Dialog = observer(function Dialog(props: DialogProps) {
  const { session } = useApplication();
  const { content: Surface, problem, retry } = useChunk(dialogSurface);
  if (session.state === 'expired') return null;
  if (Surface) return <Surface {...props} />;
  return problem ? <ChunkError problem={problem} onRetry={retry} onClose={props.onDismiss} /> : null;
});
