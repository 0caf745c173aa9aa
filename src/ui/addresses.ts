import type { Destination, LeaseTerms } from '../core/destination.ts';
import { DEVICE_RENEWED } from './main-tab.ts';

const RENEWALS = { device: DEVICE_RENEWED, card: '2' } as const;

type Parameters = Record<string, string | boolean | undefined>;

/** Returns the in-app address of a destination. */
export function addressOf(destination: Destination): string {
  switch (destination.to) {
    case 'my':
      return address('/my', { renewal: mark(destination.renewed) });
    case 'lease': {
      const { renewal, assist, rechargeOperatorId } = destination.terms;
      const isOfCard = renewal === 'card' || rechargeOperatorId !== undefined;
      return address('/lease', {
        renewal: renewal && RENEWALS[renewal],
        assist: isOfCard ? undefined : assist,
        type: rechargeOperatorId === undefined || renewal ? undefined : 'recharge',
        sysUserId: rechargeOperatorId,
      });
    }
    case 'mode-menu':
      return address('/modeMenu', {
        isShare: destination.isShare,
        paid: mark(destination.paid),
        stop: mark(destination.stopped),
      });
    case 'process':
      return address('/process', { sno: destination.sno, paid: mark(destination.paid) });
    case 'order-detail':
      return address('/orderDetail', {
        isCardItem: destination.kind === 'card',
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

/** The address of the device tab. */
export const devicesAddress = '/my?tab=device';

/** Parses the lease terms from the query of the lease screen. */
export function leaseTermsOf(query: URLSearchParams): LeaseTerms {
  const renewal = query.get('renewal');
  return {
    renewal: renewal === RENEWALS.device ? 'device' : renewal === RENEWALS.card ? 'card' : undefined,
    assist: query.get('assist') === 'true' ? true : query.get('assist') === 'false' ? false : undefined,
    rechargeOperatorId:
      query.get('type') === 'recharge' || renewal === RENEWALS.card ? (query.get('sysUserId') ?? undefined) : undefined,
  };
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
