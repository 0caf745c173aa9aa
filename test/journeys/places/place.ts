import type { Visitor } from '../visitor.ts';

/** How far that has come which a screen waits for. */
export type State = 'full' | 'loading' | 'empty' | 'error';

/** Something that a person can have before them, and how they come there. */
export interface Place {
  name: string;
  state?: State;
  /** Ends when the place is there. */
  come: (visitor: Visitor) => Promise<unknown>;
  scenario?: string;
  /** What a browser may rightly say of it. */
  heard?: RegExp;
}

/** A screen in all its states, where one call brings what it shows. */
export function everyState(
  name: string,
  path: string,
  { open, waits, full, empty }: { open: Place['come']; waits: string; full: Place['come']; empty?: Place['come'] },
): Place[] {
  const places: Place[] = [
    { name, state: 'full', come: full },
    { name, state: 'loading', come: async (visitor) => (await visitor.meets('hang', path), await open(visitor), visitor.reads(waits)) },
    { name, state: 'error', come: async (visitor) => (await visitor.meets('refuse', path), await open(visitor), visitor.retry().waitFor()) },
  ];
  return empty ? [...places, { name, state: 'empty', come: empty }] : places;
}
