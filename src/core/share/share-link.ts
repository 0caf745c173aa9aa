import { Problem } from '../problem.ts';
import { formatQuery } from '../query-string.ts';

const ORIGIN = /^(https?:\/\/)(?:[^/?#\\]*@)?([^@/?#\\]+)/i;

/**
 * The address at which somebody else opens a shared device.
 * Of the address `here` only scheme and host go into it: what else it carries is nobody else's. Throws `invalid-input` where it has none.
 */
export function shareLink(here: string, basePath: string, sno: string): string {
  const [, scheme, host] = ORIGIN.exec(here) ?? [];
  if (scheme === undefined || host === undefined) throw new Problem('invalid-input', { message: 'a shared link begins at a web address' });
  return `${scheme}${host}${basePath.replace(/\/+$/, '')}/modeMenu${formatQuery([['isShare', 'true'], ['sno', sno]])}`;
}
