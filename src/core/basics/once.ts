/** Caches the result of the first call. A failed call is not cached. */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined;
  const forget = (thrown: unknown) => {
    cached = undefined;
    throw thrown;
  };
  return () => (cached ??= load().catch(forget));
}
