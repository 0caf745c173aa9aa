import { account } from './account.ts';
import { device } from './device.ts';
import type { HandlerTable } from './handler-table.ts';
import { lease } from './lease.ts';
import { order, payment } from './order.ts';
import { share } from './share.ts';
import { treatment } from './treatment.ts';
import { feedback, wallet } from './wallet.ts';

export const handlers: HandlerTable = { account, device, share, wallet, order, lease, payment, treatment, feedback };
