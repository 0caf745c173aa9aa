import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Problem } from '../../../core/problem.ts';
import { deviceIn, devicesAddress } from '../../addresses.ts';
import { positionBefore } from './history-way.ts';
import { historyAddresses } from '../../state/history-addresses.ts';
import { useScreenState } from '../../state/use-screen-state.ts';

/**
 * Records the address of the current screen in the history of the tab. The position is `history.state.idx`, which the
 * router counts from 0 and which survives a reload and the back-forward cache. `location.key` is no substitute:
 * replacing the first entry changes its key.
 */
export function useHistoryEntry(): void {
  const addresses = useScreenState(historyAddresses);
  const { pathname, search } = useLocation();
  const position = currentPosition();
  useEffect(() => {
    try {
      addresses.set({ ...addresses.get(), [position]: pathname + search });
    } catch (thrown) {
      Problem.expected(thrown);
    }
  }, [addresses, position, pathname, search]);
}

/**
 * Returns a function that navigates back, past the screens that the current one has concluded. If the tab's history has no
 * earlier screen of the app, it leads from the screen of a device to the devices, and else to /my. Repeated calls navigate once.
 */
export function useBack(): () => void {
  const addresses = useScreenState(historyAddresses);
  const navigate = useNavigate();
  const { key, search } = useLocation();
  const left = useRef<string>(undefined);
  return () => {
    if (left.current === key) return;
    left.current = key;
    const home = deviceIn(search) === undefined ? '/my' : devicesAddress;
    const position = currentPosition();
    const target = positionBefore(position, addresses.get() ?? {});
    void (target >= 0 ? navigate(target - position) : navigate(home, { replace: position > 0 }));
  };
}

function currentPosition(): number {
  return ((window.history.state ?? {}) as { idx?: number }).idx ?? 0;
}
