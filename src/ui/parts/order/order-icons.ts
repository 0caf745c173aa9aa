import type { ShownState } from '../../../core/order/order.ts';
import type { IconName } from '../graphics/Icon.tsx';

/** The icon of each order state. */
export const ORDER_ICONS: Record<ShownState, IconName> = { 'to-pay': 'clock', paid: 'check', cancelled: 'close' };
