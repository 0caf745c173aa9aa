/** Supplies the access token of API requests. */
export abstract class Access {
  /** Returns the access token; undefined while nobody is signed in. */
  abstract token(): string | undefined;
  /** Reports that the server rejected this token. A newer token remains valid. */
  abstract refused(token: string): void;
}
