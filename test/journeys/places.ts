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

export const titleOf = ({ name, state }: Place): string => (state === undefined ? name : `${name}: ${state}`);
