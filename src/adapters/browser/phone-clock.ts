const AGREE_WITHIN = 120_000;
const ANSWERS_WITHIN = 3_000;

/**
 * By how much this phone's clock is ahead of the server's, in ms, by the Date of an answer; 0 where the two agree to two minutes or
 * nobody says. Before a difference is believed the server is asked `again`, past any cache, since a kept answer is dated too.
 */
export async function phoneAhead(answer: Response, again: (signal: AbortSignal) => Promise<Response>): Promise<number> {
  if (aheadOf(answer) === 0) return 0;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ANSWERS_WITHIN);
  try {
    return aheadOf(await again(abort.signal));
  } catch {
    return 0;
  } finally {
    clearTimeout(timer);
  }
}

function aheadOf({ headers }: Response): number {
  const dated = Date.parse(headers.get('date') ?? '');
  const ahead = Date.now() - dated - Number(headers.get('age') ?? 0) * 1_000;
  return Math.abs(ahead) > AGREE_WITHIN ? ahead : 0;
}
