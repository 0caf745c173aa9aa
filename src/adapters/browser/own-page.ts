const REACHABILITY_TIMEOUT_MS = 5_000;

/** Whether the page's server responds to a request for the page's own file `address`, bypassing all caches. Never rejects. */
export async function isReachable(address: URL): Promise<boolean> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), REACHABILITY_TIMEOUT_MS);
  try {
    return (await fetch(address, { cache: 'no-store', signal: abort.signal })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
