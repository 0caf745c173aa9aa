import { common } from './en/common.ts';
import { lease } from './en/lease.ts';
import { my } from './en/my.ts';
import { orders } from './en/orders.ts';
import type { Texts } from './en/texts.ts';
import { treatment } from './en/treatment.ts';
import { copy } from './zh-CN.ts';

/** The English texts, complete by their type. */
export const english: Texts<typeof copy> = {
  ...common,
  ...my,
  ...lease,
  ...treatment,
  ...orders,
  update: { ready: 'New version', now: 'Update' },
};

/**
 * Puts the English texts into the catalogue, and names the language of the page. A module may therefore read a text only
 * when it shows it, not while it is evaluated. The Chinese page does without any of this.
 */
export function translate({ documentElement }: Document): void {
  documentElement.lang = 'en';
  Object.assign(copy, english);
}
