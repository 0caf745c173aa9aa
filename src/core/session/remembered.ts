import type { PayableOrder } from '../order/order.ts';
import type { Memory, OpenPayment, Wish } from './visit.ts';

/** Whether a value that was read from somewhere is what is meant. */
type Check = (value: unknown) => boolean;
/** A check for every field there is. */
type Fields<Thing> = Record<keyof Required<Thing>, Check>;

const LAST_INSTANT = 8.64e15;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const instant: Check = (value) => typeof value === 'number' && Math.abs(value) <= LAST_INSTANT;
const oneOf = (...values: readonly unknown[]): Check => (value) => values.includes(value);
const maybe = (check: Check): Check => (value) => value === undefined || check(value);
const list = (check: Check): Check => (value) => Array.isArray(value) && value.every(check);
const each = (check: Check): Check => (value) => isObject(value) && Object.values(value).every(check);

/** Fields of its own, since every object has some by birth. */
function fields<Thing>(checks: Fields<Thing>): Check {
  const all = Object.entries<Check>(checks);
  return (value) => isObject(value) && all.every(([name, check]) => check(Object.prototype.hasOwnProperty.call(value, name) ? value[name] : undefined));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const kind = oneOf('lease', 'card');
const payableOrder = fields<PayableOrder>({ number: text, kind, amountFen: number, operatorId: maybe(text), sno: maybe(text) });
const destination: Check = (value) =>
  isObject(value) && oneOf('my', 'lease', 'mode-menu', 'order-detail', 'cards', 'process')(value['to']) && (value['to'] !== 'process' || text(value['sno']));
const payment = fields<OpenPayment>({
  order: payableOrder,
  answer: oneOf('opened', 'ok', 'none', 'cancel', 'fail'),
  at: instant,
  leadsTo: maybe(destination),
});
/** What each thing that is remembered must be, to be believed. */
const shapes: Record<keyof Memory, Check> = {
  wishes: each(fields<Wish>({ key: text, at: instant, inDoubt: maybe(flag), before: maybe(list(text)), order: maybe(payableOrder) })),
  payment,
  earlierPayments: list(payment),
  paidOrder: payableOrder,
};

/** The text as what is remembered under that name; undefined for whatever else somebody may have written there. */
export function rememberedAs<Name extends keyof Memory>(name: Name, written: string): Memory[Name] | undefined {
  try {
    const value: unknown = JSON.parse(written);
    return shapes[name](value) ? (value as Memory[Name]) : undefined;
  } catch {
    return undefined;
  }
}
