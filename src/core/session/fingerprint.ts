const LANES = [
  { start: 0x811c9dc5, prime: 0x01000193 },
  { start: 0x9e3779b9, prime: 0x9e3779b1 },
  { start: 0x85ebca6b, prime: 0x85ebca77 },
  { start: 0xc2b2ae35, prime: 0xc2b2ae3d },
];

/**
 * 128 bits in 32 hexadecimal digits that tell texts apart and that none of them can be read from. The core has no digest that answers at once, so this
 * withstands chance, not somebody who chooses both texts: who can choose the name of an account can claim that account anyway.
 */
export function fingerprint(...texts: readonly string[]): string {
  const units = texts.flatMap(unitsOf);
  return LANES.map(({ start, prime }) =>
    hex(units.reduce((lane, unit) => rotated(Math.imul(lane ^ unit, prime)), start)),
  ).join('');
}

/** Each text after its length, so that no two lists read alike. */
function unitsOf(text: string): number[] {
  return [text.length, ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))];
}

function rotated(lane: number): number {
  return (lane << 13) | (lane >>> 19);
}

/** The lane after each of its bits has reached every other. */
function hex(lane: number): string {
  const first = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return ((second ^ (second >>> 16)) >>> 0).toString(16).padStart(8, '0');
}
