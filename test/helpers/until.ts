import { setTimeout as rest } from 'node:timers/promises';

const PATIENCE = 20_000;

/** Looks again and again until what is seen is good; fails with what was seen last. */
export async function until<Seen>(
  look: () => Seen | Promise<Seen>,
  isGood: (seen: Seen) => boolean,
  patience = PATIENCE,
): Promise<Seen> {
  const deadline = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (isGood(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`waited ${patience} ms in vain; last seen: ${JSON.stringify(seen)}`);
    await rest(20);
  }
}
