import { useState } from 'react';
import { Preferences } from '../../../core/account/preferences.ts';
import { useService } from '../../application.ts';

/** Switches large type on or off for the whole page. */
export function showLargeType(on: boolean): void {
  document.documentElement.toggleAttribute('data-large', on);
}

/** Returns the large-type preference and its setter. */
export function useLargeType(): [boolean, (on: boolean) => void] {
  const preferences = useService(Preferences);
  const [isLarge, setIsLarge] = useState(() => preferences.largeType());
  return [
    isLarge,
    (on) => {
      preferences.setLargeType(on);
      showLargeType(on);
      setIsLarge(on);
    },
  ];
}
