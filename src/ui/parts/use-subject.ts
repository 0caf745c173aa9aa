import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { deviceNumberOf } from '../../core/device-code.ts';
import { Problem } from '../../core/problem.ts';
import { deviceIn } from '../addresses.ts';
import { lastDevice } from '../state/last-device.ts';
import { useScreenState } from '../state/use-screen-state.ts';

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

/** Keeps the device of each device screen as the last one of this visit. */
export function useRememberedDevice(isDeviceScreen: boolean): void {
  const sno = useSubject();
  const last = useScreenState(lastDevice);
  useEffect(() => {
    if (!isDeviceScreen || sno === undefined || sno === last.current) return;
    try {
      last.set(sno);
    } catch (thrown) {
      Problem.expected(thrown);
    }
  }, [isDeviceScreen, sno, last]);
}
