const VISITED = 0x80;
const STEPS = 0x7f;

/**
 * 53 bits of a text. Among n texts, two share a hash with odds of about n² / 2⁵⁴: 1 in 18,000 for a million, 1 in 180
 * for ten million. A shared hash can hide a state and what follows from it; it never invents a violation.
 */
export function hashOf(text: string): number {
  let low = text.length;
  let high = 0x9e3779b9;
  for (let at = 0; at < text.length; at += 2) {
    const units = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
    low = Math.imul(low ^ units, 0xcc9e2d51);
    low = (low << 13) | (low >>> 19);
    high = Math.imul(high ^ units, 0x1b873593);
    high = (high << 15) | (high >>> 17);
  }
  low = mixed(low ^ Math.imul(high, 0x85ebca6b));
  high = mixed(high ^ Math.imul(low, 0xc2b2ae35));
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}

function mixed(bits: number): number {
  const once = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}

/**
 * What is known of each state, by its hash: whether it was visited, and its number of steps to a settled state. Nine
 * bytes for each place; at most six tenths of the places are taken.
 */
export class StateTable {
  #hashes = new Float64Array(1024);
  #facts = new Uint8Array(1024);
  #taken = 0;

  /** Returns whether this is the first visit. */
  visit(hash: number): boolean {
    const place = this.#placeOf(hash);
    const facts = this.#facts[place] ?? 0;
    if (facts & VISITED) return false;
    this.#write(place, hash, facts | VISITED);
    return true;
  }

  /** The number of steps to a settled state; undefined if nobody has counted them. */
  stepsToSettled(hash: number): number | undefined {
    const steps = (this.#facts[this.#placeOf(hash)] ?? 0) & STEPS;
    return steps === 0 ? undefined : steps - 1;
  }

  /** `steps` is at most 126. */
  setStepsToSettled(hash: number, steps: number): void {
    const place = this.#placeOf(hash);
    this.#write(place, hash, ((this.#facts[place] ?? 0) & VISITED) | (steps + 1));
  }

  #write(place: number, hash: number, facts: number): void {
    if (this.#facts[place] === 0) this.#taken += 1;
    this.#hashes[place] = hash;
    this.#facts[place] = facts;
    if (this.#taken > this.#facts.length * 0.6) this.#grow();
  }

  /** The place of the hash, or the free one where it belongs. */
  #placeOf(hash: number): number {
    const last = this.#facts.length - 1;
    let place = (hash >>> 0) & last;
    while (this.#facts[place] !== 0 && this.#hashes[place] !== hash) place = (place + 1) & last;
    return place;
  }

  #grow(): void {
    const hashes = this.#hashes;
    const facts = this.#facts;
    this.#hashes = new Float64Array(hashes.length * 2);
    this.#facts = new Uint8Array(facts.length * 2);
    for (let from = 0; from < facts.length; from += 1) {
      if (facts[from] === 0) continue;
      const hash = hashes[from] ?? 0;
      const to = this.#placeOf(hash);
      this.#hashes[to] = hash;
      this.#facts[to] = facts[from] ?? 0;
    }
  }
}
