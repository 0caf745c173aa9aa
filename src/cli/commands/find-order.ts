import { CheckoutRecords } from '../../core/checkout/records/checkout-records.ts';
import { notListedYet } from '../../core/checkout/records/purchases.ts';
import { withKnownEnd } from '../../core/checkout/order-gate.ts';
import { OrdersPlacedHere } from '../../core/checkout/orders-placed-here.ts';
import { saysServerFailed } from '../../core/api/server-failure.ts';
import { FindOrder } from '../../core/order/find-order.ts';
import { statedDueOf, wasPaid, type Order, type PayableOrder } from '../../core/order/order.ts';
import type { ForWhom } from '../../core/destination.ts';
import { isSameDevice } from '../../core/basics/device-code.ts';
import { typedText } from '../../core/basics/typed-text.ts';
import { ignoreFailure, Problem } from '../../core/problem.ts';
import { Queries } from '../../core/queries.ts';
import { keyOfRecord, type Card } from '../../core/wallet/card.ts';
import type { CommandHint } from '../words/command-hint.ts';
import { failureOf, problemMessage } from '../words/failure.ts';
import { iso, timeAndAge, yuan } from '../words/format.ts';
import type { Output, Row } from '../output/output.ts';
import type { CoreServices } from '../environment.ts';
import { missingOrderText } from './lapsed-payments.ts';
import { pages, type Pages } from './pages.ts';

type Named = Pick<PayableOrder, 'number' | 'kind' | 'operatorId' | 'sno'>;

/** The options by which a command names an order of a card package. */
export interface OrderOptions {
  card?: true;
  operator?: string;
}

/** The order that a command names. Its kind is known if the order was created in this profile. */
export async function findOrder(
  services: CoreServices,
  number: string,
  options: OrderOptions,
  output: Output,
): Promise<Order> {
  const { hint } = output;
  const named = await orderNamed(services, number, options, hint);
  const money = missingOrderText(named, services);
  const withMoney = (message: string) => (money === undefined ? message : `${message}. ${money}`);
  const found = await services
    .get(FindOrder)
    .find(named)
    .catch((thrown: unknown) => {
      const problem = Problem.of(thrown);
      // Only the refusal of a rental order may be because of its number: a card order is searched in a list.
      if (named.kind === 'card' || problem.code !== 'refused' || saysServerFailed(problem)) throw problem;
      return problem;
    });
  const refusal = found instanceof Problem ? found : undefined;
  const ofLease = found instanceof Problem ? undefined : found;
  const { order = ofLease, failure } =
    ofLease || named.kind === 'card' ? {} : await amongCardOrders(services, named.number);
  if (!order) {
    if (services.get(CheckoutRecords).purchases().mayBeUnlisted(named)) throw notListedYet();
    const isDevice = money === undefined && (await isNumberOfDevice(services, named.number));
    const unsearched = failure && `Not all card orders could be searched: ${failureOf(failure, hint).message}`;
    const missing = [unsearched, noSuchOrder(named, hint, refusal)].filter(Boolean).join(' ');
    const message = isDevice ? notAnOrder(named.number, hint) : withMoney(missing);
    throw new Problem('refused', { message, cause: refusal });
  }
  // Uses start each device of their operator, wherever they were ordered.
  const sno = order.sno ?? (order.kind === 'lease' ? named.sno : undefined);
  return asSaid(services, output)({ ...order, operatorId: order.operatorId ?? named.operatorId, sno });
}

/** True if the server names a device with this number. */
async function isNumberOfDevice(services: CoreServices, number: string): Promise<boolean> {
  const device = await services.get(Queries).device(number).catch(ignoreFailure);
  return isSameDevice(device?.sno, number);
}

function notAnOrder(sno: string, hint: CommandHint): string {
  return `${sno} is the number of a device, not of an order. To list orders: ${hint`order list`}; for a support case of the device: ${hint`support ${sno}`}`;
}

/** The order of a card package with this number, among those of known operators. `failure`: why not all could be searched. */
async function amongCardOrders(services: CoreServices, number: string): Promise<{ order?: Order; failure?: Problem }> {
  const known = await operatorsOfCards(services).catch(Problem.expected);
  if (known instanceof Problem) return { failure: known };
  const searches: { failure?: Problem } = {};
  for (const operatorId of known.operators) {
    const looked = await services
      .get(FindOrder)
      .findListed({ number, kind: 'card', operatorId })
      .catch(Problem.expected);
    if (looked instanceof Problem) searches.failure ??= looked;
    else if (looked) return { order: { ...looked, operatorId: looked.operatorId ?? operatorId } };
  }
  return searches;
}

/**
 * An order that the server has just sent, as a command says it: as `withKnownEnd` does, by the purchases of this profile,
 * and with the names that may be printed. One that was paid back was paid, whatever code the server has for it.
 */
export function asSaid(services: CoreServices, output: Output): (order: Order) => Order {
  const purchases = services.get(CheckoutRecords).purchases();
  return (sent) => {
    const order: Order = wasPaid(sent)
      ? { ...sent, state: 'paid', cancelledAt: undefined }
      : withKnownEnd(sent, purchases.doubtAbout(sent));
    return {
      ...order,
      statusText: output.name(order.statusText),
      planName: output.name(order.planName),
      deviceName: output.name(order.deviceName),
      operatorName: output.name(order.operatorName),
    };
  };
}

/**
 * Says that the order was not found, and how to look on. An order of an operator of whom the account has no card, as before its
 * first card is paid, is in none of the lists that were searched.
 */
function noSuchOrder(named: Named, hint: CommandHint, refusal: Problem | undefined): string {
  const { number, kind, operatorId } = named;
  const list = orderListHint(hint, named);
  const withOperator = hint`order show ${number} --card --operator ID`;
  if (kind === 'card') {
    const withWhom = operatorId === undefined ? '' : ` with operator ${operatorId}`;
    return `This account has no card order ${number}${withWhom}. To list its orders: ${list}. With another operator: ${withOperator}`;
  }
  const what = refusal
    ? `${problemMessage(refusal, hint)} To list the orders of this account`
    : `This account has no rental order ${number}. To list its orders`;
  return `${what}: ${list}, ${hint`order list --cards`}. For one of a first card that is not paid: ${withOperator}`;
}

async function orderNamed(
  services: CoreServices,
  typed: string,
  { card, operator: operatorId }: OrderOptions,
  hint: CommandHint,
): Promise<Named> {
  const number = typedText(typed);
  if (number === '')
    throw new Problem('invalid-input', { message: `Give the order number; to list orders: ${hint`order list`}` });
  const purchase = services
    .get(CheckoutRecords)
    .purchases()
    .known()
    .find((order) => order.number === number);
  const known = purchase ?? placedCardOrder(services, number);
  if (card || operatorId !== undefined) {
    const of = operatorId ?? known?.operatorId ?? (await onlyOperator(services));
    if (of === undefined)
      throw new Problem('invalid-input', {
        message: `A card order needs its operator: pass --operator ID; to list them: ${hint`card list`}`,
      });
    return { number, kind: 'card', operatorId: of };
  }
  return known ?? { number, kind: 'lease' };
}

/** The operator of all card packages of the account; undefined if there are several, none, or unknown ones. */
async function onlyOperator(services: CoreServices): Promise<string | undefined> {
  const { operators, cards } = await operatorsOfCards(services);
  const [only, another] = operators;
  return another === undefined && cards.unreadable === 0 && !cards.isPart ? only : undefined;
}

/** The operators of the account's cards. The first order with an operator, of whom there is no card before it is paid, is known in this profile alone. */
export async function operatorsOfCards(services: CoreServices): Promise<{ operators: string[]; cards: Pages<Card> }> {
  const ordered = services
    .get(CheckoutRecords)
    .purchases()
    .known()
    .filter(({ kind }) => kind === 'card');
  const cards = await pages(services.get(Queries).cards, keyOfRecord, true);
  const ids = [...cards.records, ...ordered].flatMap(({ operatorId }) => operatorId ?? []);
  return { operators: [...new Set([...ids, ...services.get(OrdersPlacedHere).cardOperators()])], cards };
}

/** An order of a card package that was placed in this profile, also once it is cancelled. */
function placedCardOrder(services: CoreServices, number: string): Named | undefined {
  const operatorId = services.get(OrdersPlacedHere).cardOperatorOf(number);
  return operatorId === undefined ? undefined : { number, kind: 'card', operatorId };
}

/** The command that lists orders of this kind. */
export function orderListHint(
  hint: CommandHint,
  { kind, operatorId }: Pick<PayableOrder, 'kind' | 'operatorId'>,
): string {
  if (kind === 'lease') return hint`order list`;
  return operatorId === undefined ? hint`order list --cards` : hint`order list --cards --operator ${operatorId}`;
}

/** A command for an order. */
export function orderHint(
  hint: CommandHint,
  verb: 'show' | 'pay' | 'cancel',
  { number, kind, operatorId }: Pick<PayableOrder, 'number' | 'kind' | 'operatorId'>,
): string {
  if (kind === 'lease') return hint`order ${verb} ${number}`;
  return operatorId === undefined
    ? hint`order ${verb} ${number} --card`
    : hint`order ${verb} ${number} --card --operator ${operatorId}`;
}

export const ORDER_FIELDS = [
  'number',
  'kind',
  'state',
  'statusText',
  'planName',
  'sno',
  'deviceName',
  'operatorName',
  'operatorId',
  'uses',
  'amountFen',
  'dueFen',
  'orderedAt',
  'paidAt',
  'cancelledAt',
] as const;

export function orderRow(order: Order): Row {
  return {
    ...order,
    dueFen: statedDueOf(order),
    orderedAt: iso(order.orderedAt),
    paidAt: iso(order.paidAt),
    cancelledAt: iso(order.cancelledAt),
  };
}

/** `forWhom`: for whom the order was placed, as far as this profile knows. */
export function orderLines(output: Output, order: Order, forWhom: ForWhom, now: number): string[] {
  const reader = { now, isTerminal: output.isTerminal };
  return output.pairs([
    ['order', order.number],
    ['state', stateText(order)],
    ['kind', order.kind],
    ['for', forWhom === 'customer' ? 'a customer' : undefined],
    ['plan', order.planName],
    ['uses', order.uses?.toString()],
    ['device', [order.deviceName, order.sno].filter(Boolean).join(' ') || undefined],
    ['operator', order.operatorName],
    ['price', yuan(order.amountFen)],
    ['paid', order.state === 'paid' ? yuan(order.dueFen) : undefined],
    ['due', order.state === 'to-pay' ? yuan(statedDueOf(order)) : undefined],
    ['ordered', timeAndAge(order.orderedAt, reader)],
    ['paid at', timeAndAge(order.paidAt, reader)],
    ['cancelled', timeAndAge(order.cancelledAt, reader)],
  ]);
}

/**
 * The amount of an order in a table, integer fen: what is due or was paid, else the price. The price of a paid order is no
 * proof of what was paid.
 */
export function listedFen({ state, dueFen, amountFen }: { state?: string; dueFen?: number; amountFen?: number }) {
  return state === 'paid' ? dueFen : (dueFen ?? amountFen);
}

export function stateText({ state, statusText }: Order): string {
  const own = { 'to-pay': 'to pay', paid: 'paid', cancelled: 'cancelled', unknown: 'unknown' }[state];
  return statusText === undefined ? own : `${own} (${statusText})`;
}
