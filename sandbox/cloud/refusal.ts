/** The server says no, in its own words. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly code: string = '500',
  ) {
    super(message);
  }
}
