import type { CommandHint } from '../../../words/command-hint.ts';

/** What is checked; `call` is a read, `write` a call that is never sent. */
export type Check =
  | 'configuration'
  | 'proxy'
  | 'address'
  | 'tls'
  | 'clock'
  | 'token'
  | 'no-token'
  | 'success-code'
  | 'device'
  | 'call'
  | 'field'
  | 'channel'
  | 'cors'
  | 'write';

/** One checked item in words; a `note` requires no action. */
export interface Line {
  check: Check;
  subject?: string;
  /** The method and the path of a call. */
  method?: string;
  path?: string;
  result: 'good' | 'bad' | 'warning' | 'skipped' | 'note';
  ms?: number;
  detail?: string;
  advice?: string;
}

export interface LineOptions {
  /** The API uses TLS. */
  isSecure: boolean;
  /** List each field. */
  inDetail: boolean;
  /** One line for each field, instead of one for all that need no action. */
  isMachine: boolean;
  /** The duration above which a response is slow, ms. */
  slowMs: number;
  hint: CommandHint;
}

export function requestOf({ path }: { path: string }) {
  return { method: 'POST', path };
}
