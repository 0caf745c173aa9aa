import { deviceNumberOf } from './device-code.ts';
import type { PaymentTarget } from '../ports/payment-bridge.ts';
import { Problem } from './problem.ts';
import { formatQuery, parseQuery } from './query-string.ts';

/*
 * The addresses of the page that others may hold, in a message or behind a code, so that they stay as they are: an order's and a shared
 * device's. The address on a device, and the one that WeChat's menus hold, is the page's own with `sno` in its query (`device-code.ts`)
 * and the user's credentials (`session/credentials.ts`).
 */

const ORDER_PATH = '/orderDetail';
const SHARED_DEVICE_PATH = '/modeMenu';
const ORIGIN = /^(https?:\/\/)(?:[^/?#\\]*@)?([^@/?#\\]+)/i;

type NamedOrder = Pick<PaymentTarget, 'number' | 'kind' | 'operatorId'>;

/** The query parameters of an address. */
type Parameters = { get(name: string): string | null | undefined };

/** Returns the path and the query at which an order is shown. A card order is found by its operator only. */
export function orderLink({ number, kind, operatorId }: NamedOrder): string {
  const operator: [string, string][] = operatorId === undefined ? [] : [['sysUserId', operatorId]];
  return ORDER_PATH + formatQuery([['orderNo', number], ['isCardItem', String(kind === 'card')], ...operator]);
}

/** Returns the same with the places of a payment link in the place of the values. */
export function orderLinkTemplate(kind: PaymentTarget['kind'] | undefined): string {
  return `${ORDER_PATH}?orderNo={number}&isCardItem={isCard}${kind === 'card' ? '&sysUserId={operatorId}' : ''}`;
}

/** Returns the order that the query of such a link names. */
export function orderInLink(query: Parameters): NamedOrder | undefined {
  const number = query.get('orderNo') ?? undefined;
  return number === undefined
    ? undefined
    : {
        number,
        kind: query.get('isCardItem') === 'true' ? 'card' : 'lease',
        operatorId: query.get('sysUserId') ?? undefined,
      };
}

/**
 * Returns the whole address at which somebody else opens a shared device. Takes nothing of the address `here` but scheme and host: what else
 * it carries is nobody else's. Throws the Problem `invalid-input` where it has none.
 */
export function sharedDeviceLink(here: string, basePath: string, sno: string): string {
  const [, scheme, host] = ORIGIN.exec(here) ?? [];
  if (scheme === undefined || host === undefined)
    throw new Problem('invalid-input', { message: 'a shared link begins at a web address' });
  return `${scheme}${host}${basePath.replace(/\/+$/, '')}${SHARED_DEVICE_PATH}${formatQuery([
    ['isShare', 'true'],
    ['sno', sno],
  ])}`;
}

/** Returns what the query of such a link names as the device, be it a number or not. */
export function sharedDeviceInLink(query: Parameters): string | undefined {
  return query.get('isShare') === 'true' ? (query.get('sno') ?? undefined) : undefined;
}

/** Whether a whole address is that of a shared device. */
export function isSharedDeviceLink(address: string): boolean {
  const [path = '', query = ''] = address.split('#', 1).join('').split('?', 2);
  const code = sharedDeviceInLink(parseQuery(query));
  return path.endsWith(SHARED_DEVICE_PATH) && code !== undefined && deviceNumberOf(code) !== undefined;
}
