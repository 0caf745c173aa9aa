import { soldBy, stateWordOf } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';

/** Returns the server's word for the state of an order in the language of the page; one that is in no table as it was sent. */
export function stateWordText(word: string): string {
  const known = stateWordOf(word);
  return known === undefined ? word : copy.orders.words[known];
}

/** Returns the name of a plan in the language of the page; one that says more than what it sells as it was sent. */
export function planNameText(name: string): string {
  const sold = soldBy(name);
  return sold === undefined ? name : copy.orders.plans[sold.unit](sold.amount, name);
}

/** Returns the reason that the server or WeChat gave, in words that the page's language allows; without one, `ours`. */
export function reasonWords(said: string | undefined, ours: string): string {
  return said === undefined ? ours : copy.problems.told(said, ours);
}
