/** Whether an error comes from the operating system: a file or a connection cannot be used. */
export function isSystemError(thrown: unknown): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && typeof (thrown as NodeJS.ErrnoException).syscall === 'string';
}
