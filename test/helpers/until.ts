import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE = 20_000;

/** Polls until the value is accepted. On a timeout it rejects with the last value. */
export async function until<Seen>(
  read: () => Seen | Promise<Seen>,
  isGood: (seen: Seen) => boolean,
  patience = PATIENCE,
): Promise<Seen> {
  const deadline = Date.now() + patience;
  for (;;) {
    const seen = await read();
    if (isGood(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`timed out after ${patience} ms; last value: ${JSON.stringify(seen)}`);
    await sleep(20);
  }
}
