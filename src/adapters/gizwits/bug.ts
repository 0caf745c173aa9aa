/**
 * Rethrows an error outside of its caller, who goes on, unless the platform threw it: it becomes an unhandled rejection,
 * which the page reports and with which the command line ends.
 */
export function surfaceBug(thrown: unknown): void {
  if (thrown instanceof TypeError || thrown instanceof ReferenceError) void Promise.reject(thrown);
}
