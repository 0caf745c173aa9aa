import { observer } from 'mobx-react-lite';
import { useApplication } from '../application.ts';
import { dialogSurface } from '../deferred.ts';
import type { DialogProps } from './DialogSurface.tsx';
import { ChunkError } from './ChunkError.tsx';
import { useChunk } from './use-chunk.ts';

/**
 * A question, a notice or a sheet over the screen, open as long as it is rendered; its parts come when first needed.
 * Under the notice that the session has expired there is none: it would take the focus and the taps from below.
 */
export const Dialog = observer(function Dialog(props: DialogProps) {
  const { session } = useApplication();
  const { content: Surface, problem, retry } = useChunk(dialogSurface);
  if (session.state === 'expired') return null;
  if (Surface) return <Surface {...props} />;
  return problem ? <ChunkError problem={problem} onRetry={retry} onClose={props.onDismiss} /> : null;
});
