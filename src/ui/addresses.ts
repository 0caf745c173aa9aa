import type { Destination } from '../core/destination.ts';
import type { LeaseTerms } from '../core/lease/lease-terms.ts';

const RENEWALS = { device: '1', card: '2' } as const;

type Parameters = Record<string, string | boolean | undefined>;

/** The address inside the app of a place that a flow leads to. */
export function addressOf(destination: Destination): string {
  switch (destination.to) {
    case 'my':
      return address('/my', { renewal: mark(destination.renewed) });
    case 'lease':
      return address('/lease', {
        renewal: destination.renewal && RENEWALS[destination.renewal],
        assist: destination.assist,
        type: destination.rechargeOperatorId === undefined ? undefined : 'recharge',
        sysUserId: destination.rechargeOperatorId,
      });
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

/** The address of the orders behind one operator's card. */
export function cardOrdersAddress(operatorId: string): string {
  return address('/my/orderList', { type: 'cardlist', sysUserId: operatorId });
}

/** The address of the user's devices. */
export const devicesAddress = '/my?tab=device';

/** The terms that the lease screen's query asks for. */
export function leaseTermsOf(query: URLSearchParams): LeaseTerms {
  const renewal = query.get('renewal');
  return {
    renewal: renewal === RENEWALS.device ? 'device' : renewal === RENEWALS.card ? 'card' : undefined,
    assist: query.get('assist') === 'true',
    rechargeOperatorId: query.get('type') === 'recharge' ? (query.get('sysUserId') ?? undefined) : undefined,
  };
}

/** The two halves of the user's own pages. */
export type MainTab = 'device' | 'my';

/** The half that is shown: the one chosen, else the one that the way in asked for. */
export function mainTabOf(query: URLSearchParams, pageType: string | undefined): MainTab {
  const chosen = query.get('tab');
  if (chosen === 'device' || chosen === 'my') return chosen;
  return query.get('renewal') === RENEWALS.device || pageType === 'device' ? 'device' : 'my';
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
