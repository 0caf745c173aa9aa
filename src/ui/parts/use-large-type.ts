import { useState } from 'react';
import { Preferences } from '../../core/account/preferences.ts';
import { useService } from '../application.ts';

/** Everything on the page larger, or as it was. */
export function showLargeType(on: boolean): void {
  document.documentElement.toggleAttribute('data-large', on);
}

/** Whether everything is larger, and the way to change that. */
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
