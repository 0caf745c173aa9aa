import { common } from './zh-CN/common.ts';
import { lease } from './zh-CN/lease.ts';
import { my } from './zh-CN/my.ts';
import { orders } from './zh-CN/orders.ts';
import { treatment } from './zh-CN/treatment.ts';

/** All texts of the page, in the language that it shows: Chinese until `translate` puts the English ones in. */
export const copy = {
  ...common,
  ...my,
  ...lease,
  ...treatment,
  ...orders,
  update: { ready: '有新版本', now: '更新' },
} as const;
