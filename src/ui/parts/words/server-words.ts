import { stateWordOf } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';

/** Returns the server's word for the state of an order in the language of the page; one that is in no table as it was sent. */
export function stateWordText(word: string): string {
  const known = stateWordOf(word);
  return known === undefined ? word : copy.orders.words[known];
}

/** Returns the reason that the server or WeChat gave, in words that the page's language allows; without one, `ours`. */
export function reasonWords(said: string | undefined, ours: string): string {
  return said === undefined ? ours : copy.problems.told(said, ours);
}
