import type { Container } from 'inversify';
import { composeAtOnce, type OutsideAtOnce } from './container/at-once.ts';
import { joinLater, type OutsideLater } from './container/later.ts';

/** What differs between the browser, the command line and a test. */
export type Outside = OutsideAtOnce & OutsideLater;

/** Joins the whole core to one outside. Everything is made once, when first asked for. */
export function compose(outside: Outside): Container {
  const container = composeAtOnce(outside);
  joinLater(container, outside);
  return container;
}
