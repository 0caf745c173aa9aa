import type { ShownState } from '../../core/order/order.ts';
import type { IconName } from './Icon.tsx';

/** How an order stands, as a picture. */
export const ORDER_ICONS: Record<ShownState, IconName> = { 'to-pay': 'clock', paid: 'check', cancelled: 'close' };
