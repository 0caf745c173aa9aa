import { useEffect, useState } from 'react';

/**
 * A signal that aborts when the component that uses it is gone. What a screen asked for navigates, selects a device or opens the
 * payment sheet only while this has not aborted; afterwards its outcome is told in a message.
 */
export function useScreenSignal(): AbortSignal {
  const [controller] = useState(() => new AbortController());
  useEffect(() => () => controller.abort(), [controller]);
  return controller.signal;
}
