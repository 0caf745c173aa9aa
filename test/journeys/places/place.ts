import { faults, mayRetry, type Step } from './steps.ts';

/** How far that has come which a screen waits for. */
export type State = 'full' | 'loading' | 'empty' | 'error';

/** Something that a person can have before them, and the steps to it; the last one ends when it is there. */
export interface Place {
  name: string;
  state?: State;
  steps: readonly Step[];
  /** The world's scenario, unless it is the usual one. */
  scenario?: string;
  /** What a browser may rightly say of it. */
  heard?: RegExp;
}

interface Ways {
  /** To the screen, whatever comes of it. */
  open: readonly Step[];
  loading: Step;
  full: readonly Step[];
  empty?: readonly Step[];
}

/** A screen in all its states, where one call brings what it shows. */
export function everyState(name: string, path: string, { open, loading, full, empty }: Ways): Place[] {
  const places: Place[] = [
    { name, state: 'full', steps: full },
    { name, state: 'loading', steps: [faults('hang', path), ...open, loading] },
    { name, state: 'error', steps: [faults('refuse', path), ...open, mayRetry] },
  ];
  return empty ? [...places, { name, state: 'empty', steps: empty }] : places;
}
