/** Asks when first needed and keeps the answer; what failed is asked again. */
export function once<Fact>(ask: () => Promise<Fact>): () => Promise<Fact> {
  let asked: Promise<Fact> | undefined;
  const forget = (thrown: unknown) => {
    asked = undefined;
    throw thrown;
  };
  return () => (asked ??= ask().catch(forget));
}
