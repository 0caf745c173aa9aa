import { editsBetween } from '../../core/basics/edit-distance.ts';

const MAX_EDITS = 2;

/** The known word that a misspelled one probably means, as commander suggests it; empty if none is close. */
export function closest(word: string, known: readonly string[]): string {
  const limit = Math.min(MAX_EDITS, Math.floor(word.length / 2));
  const best = known
    .map((name) => ({ name, edits: editsBetween(word, name) }))
    .filter(({ edits }) => edits <= limit)
    .toSorted((one, other) => one.edits - other.edits)[0];
  return best ? ` (Did you mean ${best.name}?)` : '';
}
