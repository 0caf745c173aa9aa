import { faults, mayRetry, type Step } from './steps.ts';

/** The state of the data that a screen shows. */
export type State = 'full' | 'loading' | 'empty' | 'error';

/** A screen, dialog or message, and the steps to it. The last step ends when it is on the screen. */
export interface Place {
  name: string;
  state?: State;
  steps: readonly Step[];
  /** The sandbox’s scenario, if not the default one. */
  scenario?: string;
  /** Console messages that the place may cause. */
  allowedMessages?: RegExp;
}

interface Ways {
  /** Opens the screen, whatever its state. */
  open: readonly Step[];
  loading: Step;
  full: readonly Step[];
  empty?: readonly Step[];
}

/** A screen in all its states. One API call provides its data. */
export function everyState(name: string, path: string, { open, loading, full, empty }: Ways): Place[] {
  const places: Place[] = [
    { name, state: 'full', steps: full },
    { name, state: 'loading', steps: [faults('hang', path), ...open, loading] },
    { name, state: 'error', steps: [faults('refuse', path), ...open, mayRetry] },
  ];
  return empty ? [...places, { name, state: 'empty', steps: empty }] : places;
}
