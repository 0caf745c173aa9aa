/** A refusal with the server's code and message. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly code: string = '500',
  ) {
    super(message);
  }
}
