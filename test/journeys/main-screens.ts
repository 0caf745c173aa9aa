import { places, titleOf } from './places.ts';
import type { Place } from './places/place.ts';

/** The ten main screens in their full state: a name for files, and the title of the place. */
const TITLES = {
  'my-devices': 'devices: full',
  'my-account': 'account: full',
  lease: 'plans: full',
  'mode-menu': 'modes: full',
  custom: 'settings: full',
  process: 'treatment: full',
  'order-list': 'orders: full',
  'order-detail': 'order: full',
  share: 'shares: full',
  login: 'phone: full',
} as const;

export const mainScreens: readonly (readonly [name: string, place: Place])[] = Object.entries(TITLES).map(
  ([name, title]) => {
    const place = places.find((each) => titleOf(each) === title);
    if (!place) throw new Error(`no place ${title}`);
    return [name, place];
  },
);
