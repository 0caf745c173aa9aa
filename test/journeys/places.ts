import { arriving } from './places/arriving.ts';
import { choosing } from './places/choosing.ts';
import { devices } from './places/devices.ts';
import { ordering } from './places/ordering.ts';
import type { Place } from './places/place.ts';
import { renting } from './places/renting.ts';
import { telling } from './places/telling.ts';
import { treating } from './places/treating.ts';

/** Every screen, dialog and message of the app, in each of its states. */
export const places: readonly Place[] = [
  ...arriving,
  ...devices,
  ...renting,
  ...choosing,
  ...treating,
  ...ordering,
  ...telling,
];

const WITH_BRAND = ['no token', 'token expired', 'about', 'order of a card'];
const WITH_ACCENT = ['plans, one chosen', 'settings, duration', 'shares, send a friend', 'treatment, stop?'];

/** The screens, and those dialogs and messages that show the brand or more of its colours. */
export const placesOfOtherBrand = places.filter(
  ({ name, state }) => state === 'full' || [...WITH_BRAND, ...WITH_ACCENT].includes(name),
);

export const titleOf = ({ name, state }: Place): string => (state === undefined ? name : `${name}: ${state}`);
