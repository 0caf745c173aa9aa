import { deviceNumberOf } from './basics/device-code.ts';
import type { PaymentTarget } from '../ports/payment-bridge.ts';
import { Problem } from './problem.ts';
import { formatQuery, parseQuery } from './basics/query-string.ts';

/*
 * Public addresses of the page. Users keep them in messages and codes, so they must not change: an order's and a shared
 * device's address. The codes on devices and WeChat's menus use the page's own address with `sno` (`device-code.ts`)
 * and the user's credentials (`session/credentials.ts`) in the query.
 */

const ORDER_PATH = '/orderDetail';
const SHARED_DEVICE_PATH = '/modeMenu';
const ORIGIN = /^(https?:\/\/)(?:[^/?#\\]*@)?([^@/?#\\]+)/i;

type OrderRef = Pick<PaymentTarget, 'number' | 'kind' | 'operatorId'>;

/** The query parameters of an address. */
type Parameters = { get(name: string): string | null | undefined };

/** Returns the path and query of an order's page. The link to a card order needs the operator. */
export function orderLink({ number, kind, operatorId }: OrderRef): string {
  const operator: [string, string][] = operatorId === undefined ? [] : [['sysUserId', operatorId]];
  return ORDER_PATH + formatQuery([['orderNo', number], ['isCardItem', String(kind === 'card')], ...operator]);
}

/** Returns the same address with placeholders of a payment link instead of values. */
export function orderLinkTemplate(kind: PaymentTarget['kind'] | undefined): string {
  return `${ORDER_PATH}?orderNo={number}&isCardItem={isCard}${kind === 'card' ? '&sysUserId={operatorId}' : ''}`;
}

/** Returns the order in the query of an order link. */
export function orderInLink(query: Parameters): OrderRef | undefined {
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
 * Returns the absolute address that opens a shared device for another user. It uses only the scheme and host of `here`,
 * because the rest may be private. Throws the Problem `invalid-input` if `here` has none.
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

/** Returns the device code in the query of a shared link; it may be invalid. */
export function sharedDeviceInLink(query: Parameters): string | undefined {
  return query.get('isShare') === 'true' ? (query.get('sno') ?? undefined) : undefined;
}

/** True if an absolute address opens a shared device. */
export function isSharedDeviceLink(address: string): boolean {
  const [path = '', query = ''] = address.split('#', 1).join('').split('?', 2);
  const code = sharedDeviceInLink(parseQuery(query));
  return path.endsWith(SHARED_DEVICE_PATH) && code !== undefined && deviceNumberOf(code) !== undefined;
}
