import { useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { deviceKey } from '../../../core/basics/device-code.ts';
import { deviceIn } from '../../addresses.ts';

/**
 * Names this visit of the screen. Each step forward or back begins another one, also to the same screen, which may be for the
 * next customer. An address that only takes the place of the last one goes on with its visit, unless it is of another screen or
 * device.
 */
export function useScreenVisit(): string {
  const { key, pathname, search } = useLocation();
  const isInPlace = useNavigationType() === 'REPLACE';
  const screen = `${pathname} ${deviceKey(deviceIn(search) ?? '')}`;
  const [last, setLast] = useState({ key, screen, visit: key + screen });
  if (last.key === key && last.screen === screen) return last.visit;
  const visit = isInPlace && last.screen === screen ? last.visit : key + screen;
  setLast({ key, screen, visit });
  return visit;
}
