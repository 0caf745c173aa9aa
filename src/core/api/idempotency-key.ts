/** Returns a unique idempotency key: the time and 96 random bits. `now` is epoch ms. */
export function newIdempotencyKey(now: number): string {
  const random = () =>
    Math.floor(Math.random() * 2 ** 48)
      .toString(36)
      .padStart(10, '0');
  return `${now.toString(36)}-${random()}${random()}`;
}
