import { deviceNumberOf } from '../device/device-code.ts';
import { Problem } from '../problem.ts';
import { formatQuery, parseQuery } from '../query-string.ts';

const PATH = '/modeMenu';
const ORIGIN = /^(https?:\/\/)(?:[^/?#\\]*@)?([^@/?#\\]+)/i;

/**
 * The address at which somebody else opens a shared device.
 * Of the address `here` only scheme and host go into it: what else it carries is nobody else's. Throws `invalid-input` where it has none.
 */
export function shareLink(here: string, basePath: string, sno: string): string {
  const [, scheme, host] = ORIGIN.exec(here) ?? [];
  if (scheme === undefined || host === undefined) throw new Problem('invalid-input', { message: 'a shared link begins at a web address' });
  return `${scheme}${host}${basePath.replace(/\/+$/, '')}${PATH}${formatQuery([['isShare', 'true'], ['sno', sno]])}`;
}

/** Whether somebody came to this address by such a link. */
export function isShareLink(address: string): boolean {
  const [path = '', query = ''] = address.split('#', 1).join('').split('?', 2);
  return path.endsWith(PATH) && parseQuery(query).get('isShare') === 'true' && deviceNumberOf(address) !== undefined;
}
