/** Captured before a test replaces the global timers. */
const nextMacrotask = setImmediate;

/** Resolves once every promise that can go on has gone on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => nextMacrotask(resolve));
}
