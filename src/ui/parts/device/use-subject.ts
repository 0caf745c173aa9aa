import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { deviceNumberOf } from '../../../core/basics/device-code.ts';
import { Problem } from '../../../core/problem.ts';
import { deviceIn, leaseTermsOf } from '../../addresses.ts';
import { lastDevice } from '../../state/last-device.ts';
import { useScreenState } from '../../state/use-screen-state.ts';

/**
 * Returns the number of the device that the address names; for an address without one, the last device of this visit.
 * Undefined if there is none, or if the address names none that can exist. The caller must be an observer.
 */
export function useSubject(): string | undefined {
  const { search } = useLocation();
  const last = useScreenState(lastDevice);
  const named = deviceIn(search);
  return named === undefined ? last.current : deviceNumberOf(named);
}

/** The screens about a device. */
const DEVICE_SCREENS = ['/modeMenu', '/custom', '/lease', '/share', '/process'];

/**
 * Keeps the device of each device screen as the last one of this visit, and writes it into an address without one: a
 * later way back to that address then leads to the same device. It does not navigate, because nothing on the screen
 * changes.
 */
export function useRememberedDevice(): void {
  const { pathname, search } = useLocation();
  const sno = useSubject();
  const last = useScreenState(lastDevice);
  const isOfCard = leaseTermsOf(new URLSearchParams(search)).rechargeOperatorId !== undefined;
  const isDeviceScreen = DEVICE_SCREENS.includes(pathname) && !(isOfCard && pathname === '/lease');
  useEffect(() => {
    if (!isDeviceScreen || sno === undefined) return;
    try {
      if (sno !== last.current) last.set(sno);
      if (deviceIn(search) === undefined)
        window.history.replaceState(window.history.state, '', withDevice(search, sno));
    } catch (thrown) {
      Problem.expected(thrown);
    }
  }, [isDeviceScreen, search, sno, last]);
}

function withDevice(search: string, sno: string): string {
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== 'sno');
  return `${window.location.pathname}?${new URLSearchParams([['sno', sno], ...others]).toString()}`;
}
