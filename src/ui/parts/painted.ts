/** Once what has just been decided can be seen; not before the page itself is seen. */
export function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
