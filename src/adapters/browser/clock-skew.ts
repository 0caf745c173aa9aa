const IGNORED_SKEW_MS = 120_000;
const TIME_REQUEST_TIMEOUT_MS = 3_000;

/**
 * By how much this phone's clock is ahead of the server's, in ms, by the Date of an answer; 0 where the two agree to two minutes or
 * nobody says. Before a difference is believed the server is asked `again`, past any cache, since a kept answer is dated too.
 */
export async function measureClockSkew(
  answer: Response,
  again: (signal: AbortSignal) => Promise<Response>,
): Promise<number> {
  if (clockSkew(answer) === 0) return 0;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIME_REQUEST_TIMEOUT_MS);
  try {
    return clockSkew(await again(abort.signal));
  } catch {
    return 0;
  } finally {
    clearTimeout(timer);
  }
}

function clockSkew({ headers }: Response): number {
  const dated = Date.parse(headers.get('date') ?? '');
  const ahead = Date.now() - dated - Number(headers.get('age') ?? 0) * 1_000;
  return Math.abs(ahead) > IGNORED_SKEW_MS ? ahead : 0;
}
