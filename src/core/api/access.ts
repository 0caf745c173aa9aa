/** As whom the server is spoken to. */
export abstract class Access {
  /** The access token, undefined while nobody is signed in. */
  abstract token(): string | undefined;
  /** The server no longer takes this token; says nothing of another that was taken up meanwhile. */
  abstract refused(token: string): void;
}
