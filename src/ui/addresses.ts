import type { Destination, LeaseTerms } from '../core/destination.ts';
import type { TreatmentMode } from '../core/treatment/settings/settings.ts';

/** The two tabs of the user's own pages. */
export type MainTab = 'device' | 'my';

/** Value of the query parameter `renewal` after the renewal of a device. */
export const DEVICE_RENEWED = '1';

/** Returns the tab in the query; without one, the tab that the entry link requested. */
export function mainTabOf(query: URLSearchParams, pageType: string | undefined): MainTab {
  const chosen = query.get('tab');
  if (chosen === 'device' || chosen === 'my') return chosen;
  return query.get('renewal') === DEVICE_RENEWED || pageType === 'device' ? 'device' : 'my';
}

const RENEWALS = { device: DEVICE_RENEWED, card: '2' } as const;

type Parameters = Record<string, string | boolean | undefined>;

/** Returns the in-app address of a destination. */
export function addressOf(destination: Destination): string {
  switch (destination.to) {
    case 'my':
      return address('/my', { renewal: mark(destination.renewed) });
    case 'lease': {
      const { renewal, forWhom, rechargeOperatorId } = destination.terms;
      const isOfCard = renewal === 'card' || rechargeOperatorId !== undefined;
      return address('/lease', {
        sno: destination.sno,
        by: destination.by,
        renewal: renewal && RENEWALS[renewal],
        assist: isOfCard || forWhom === 'unsaid' ? undefined : forWhom === 'customer',
        type: rechargeOperatorId === undefined || renewal ? undefined : 'recharge',
        sysUserId: rechargeOperatorId,
        renews: destination.renews,
      });
    }
    case 'mode-menu':
      return address('/modeMenu', {
        sno: destination.sno,
        isShare: destination.isShare,
        paid: mark(destination.paid),
        stop: mark(destination.stopped),
      });
    case 'process':
      return address('/process', { sno: destination.sno, paid: mark(destination.paid) });
    case 'order-detail':
      return address('/orderDetail', {
        orderNo: destination.number,
        isCardItem: destination.kind === 'card',
        sysUserId: destination.kind === 'card' ? destination.operatorId : undefined,
        type: destination.cancelled ? 'cancel' : undefined,
      });
    case 'cards':
      return address('/my/cardList', { paid: mark(destination.paid) });
  }
}

/** Returns the address of the list of one operator's card orders. */
export function cardOrdersAddress(operatorId: string): string {
  return address('/my/orderList', { type: 'cardlist', sysUserId: operatorId });
}

/** Returns the address of the custom settings of a device. */
export function customAddress(sno: string, { paid }: { paid?: boolean } = {}): string {
  return address('/custom', { sno, paid: mark(paid) });
}

/** Returns the address at which a treatment of a device can be repeated. */
export function repeatAddress(sno: string, mode: TreatmentMode): string {
  return mode === 'custom' ? customAddress(sno) : address('/modeMenu', { sno, again: mode });
}

/** Returns the address of the shared users of a device. */
export function shareAddress(sno: string): string {
  return address('/share', { sno });
}

/** The address of the device tab. */
export const devicesAddress = '/my?tab=device';

/** Returns the device that a query names, as it stands there. */
export function deviceIn(query: string): string | undefined {
  return new URLSearchParams(query).get('sno') || undefined;
}

/**
 * Parses the lease terms from the query of the lease screen. A recharge that names no operator is of the card with the
 * device's.
 */
export function leaseTermsOf(query: URLSearchParams): LeaseTerms {
  const renewal = query.get('renewal');
  const assist = query.get('assist');
  const isOfCard = query.get('type') === 'recharge' || renewal === RENEWALS.card;
  const rechargeOperatorId = (isOfCard && query.get('sysUserId')) || undefined;
  const renewsCard = renewal === RENEWALS.card || (isOfCard && rechargeOperatorId === undefined);
  return {
    renewal: renewsCard ? 'card' : renewal === RENEWALS.device ? 'device' : undefined,
    forWhom: assist === 'true' ? 'customer' : assist === 'false' || isOfCard ? 'self' : 'unsaid',
    rechargeOperatorId,
  };
}

/** Returns the order of the customer's rental that is renewed; who rents a device anew may do so for another customer. */
export function renewedOrderIn(query: URLSearchParams): string | undefined {
  return leaseTermsOf(query).renewal === 'device' ? (query.get('renews') ?? undefined) : undefined;
}

function mark(set: boolean | undefined): string | undefined {
  return set ? '1' : undefined;
}

function address(path: string, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
