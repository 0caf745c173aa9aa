import type { AbortSignalLike } from './http.ts';

/** `text` is the unchanged content of the code. It is untrusted data: never open it as a URL. */
export type ScanOutcome = { kind: 'scanned'; text: string } | { kind: 'cancelled' };

/** Scans codes on devices. */
export abstract class Scanner {
  /** Scans one code. Rejects with the Problem `scanner` if scanning is impossible: no camera, no permission, or no code in the picture. */
  abstract scan(signal?: AbortSignalLike): Promise<ScanOutcome>;
}
