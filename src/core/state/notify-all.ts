/**
 * Calls every listener at once, in order. What a listener throws keeps neither the others nor the caller from going on:
 * it becomes an unhandled rejection, which the page reports and with which the command line ends.
 */
export function notifyAll<Input extends unknown[]>(
  listeners: Iterable<(...input: Input) => void>,
  ...input: Input
): void {
  for (const listener of listeners) void (async () => listener(...input))();
}
