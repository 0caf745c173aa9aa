import type { AbortSignalLike } from './http.ts';

/** `text` is what the code says, as it stands: data, never an address to follow. */
export type ScanOutcome = { kind: 'scanned'; text: string } | { kind: 'cancelled' };

/** Reads the code that somebody holds before it. */
export abstract class Scanner {
  /** Reads one code. Rejects with the Problem `scanner` where none can be read here (no camera, no permission, no code in the picture). */
  abstract scan(signal?: AbortSignalLike): Promise<ScanOutcome>;
}
