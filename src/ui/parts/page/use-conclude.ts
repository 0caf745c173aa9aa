import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ignoreFailure } from '../../../core/problem.ts';
import { isSameScreen, type HistoryAddresses } from './history-way.ts';
import { historyAddresses } from '../../state/history-addresses.ts';
import { useScreenState } from '../../state/use-screen-state.ts';

/**
 * Returns a function that puts another screen in the place of the current one. If the entry below is that screen already,
 * of the same device, it takes its place as well, so that the phone's own back button does not show it twice. Repeated calls
 * navigate once.
 */
export function useConclude(): (address: string) => void {
  const addresses = useScreenState(historyAddresses);
  const navigate = useNavigate();
  const { key } = useLocation();
  const left = useRef<string>(undefined);
  return (address) => {
    if (left.current === key) return;
    left.current = key;
    const go = () => void navigate(address, { replace: true });
    const below = entryBelow(() => addresses.get());
    if (!isSameScreen(below, address)) return go();
    window.addEventListener('popstate', go, { once: true });
    return void navigate(-1);
  };
}

function entryBelow(read: () => HistoryAddresses | undefined): string | undefined {
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  try {
    return read()?.[idx - 1];
  } catch (thrown) {
    return ignoreFailure(thrown);
  }
}
