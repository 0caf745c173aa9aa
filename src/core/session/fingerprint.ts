const LANES = [
  { start: 0x811c9dc5, prime: 0x01000193 },
  { start: 0x9e3779b9, prime: 0x9e3779b1 },
  { start: 0x85ebca6b, prime: 0x85ebca77 },
  { start: 0xc2b2ae35, prime: 0xc2b2ae3d },
];

/**
 * Returns a 128-bit hash as 32 hexadecimal digits. The platform has no synchronous cryptographic digest, so the hash
 * resists accidental collisions, not an attacker who chooses both texts. That suffices: an attacker who can choose an
 * account's name can claim the account anyway.
 */
export function fingerprint(...texts: readonly string[]): string {
  const units = texts.flatMap(unitsOf);
  return LANES.map(({ start, prime }) =>
    hex(units.reduce((lane, unit) => rotated(Math.imul(lane ^ unit, prime)), start)),
  ).join('');
}

/** Prefixes each text with its length, so that two different lists never yield the same units. */
function unitsOf(text: string): number[] {
  return [text.length, ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))];
}

function rotated(lane: number): number {
  return (lane << 13) | (lane >>> 19);
}

/** Finalizes a lane: each input bit affects every output bit. */
function hex(lane: number): string {
  const first = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return ((second ^ (second >>> 16)) >>> 0).toString(16).padStart(8, '0');
}
