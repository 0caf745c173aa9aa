const REACHABILITY_TIMEOUT_MS = 5_000;

/** Whether the server answers, past any cache, that the page's own file `address` came from. Never rejects. */
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
