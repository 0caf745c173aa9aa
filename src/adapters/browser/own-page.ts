const READ_TIMEOUT_MS = 5_000;

/**
 * Reads a file of the page from its server, bypassing all caches. Resolves to undefined if the server does not respond
 * with it in time. Never rejects.
 */
export async function readOwnFile(name: string): Promise<string | undefined> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), READ_TIMEOUT_MS);
  try {
    const response = await fetch(new URL(name, document.baseURI), { cache: 'no-store', signal: abort.signal });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
