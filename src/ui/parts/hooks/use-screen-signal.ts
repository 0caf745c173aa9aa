import { useEffect, useState } from 'react';

/**
 * Returns a signal that aborts when the component unmounts. An action of a screen navigates or opens the
 * payment sheet only before the abort. Afterwards a toast reports its outcome.
 */
export function useScreenSignal(): AbortSignal {
  const [controller] = useState(() => new AbortController());
  useEffect(() => () => controller.abort(), [controller]);
  return controller.signal;
}
