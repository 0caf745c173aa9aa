/** Whether an error comes from a system call, such as opening a file or a connection. */
export function isSystemError(thrown: unknown): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && typeof (thrown as NodeJS.ErrnoException).syscall === 'string';
}
