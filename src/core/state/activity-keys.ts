import { DAY } from '../basics/time.ts';

/**
 * Keys of the account area that hold purchases and treatments which are not finished, and stops that are not known to be
 * sent or to have had an effect. All but the purchases are by device number.
 */
export const ACTIVITY_KEYS = {
  purchases: 'purchases',
  treatments: 'treatments',
  pendingStarts: 'pendingStarts',
  stopsAsked: 'stopsAsked',
  stopsFailed: 'stopsFailed',
} as const;

/** Key of each part of the treatment log, all of which guard the body. */
export const TREATMENT_KEYS = {
  started: ACTIVITY_KEYS.treatments,
  pendingStarts: ACTIVITY_KEYS.pendingStarts,
  stopsAsked: ACTIVITY_KEYS.stopsAsked,
  stoppedAt: 'stoppedAt',
  stopUnconfirmedAt: 'stopUnconfirmedAt',
  stopsFailed: ACTIVITY_KEYS.stopsFailed,
  stopsRefused: 'stopsRefused',
} as const;

/** The parts of the log that are about stops alone, each by device number. */
export const STOP_KEYS: readonly string[] = [
  TREATMENT_KEYS.stopsAsked,
  TREATMENT_KEYS.stoppedAt,
  TREATMENT_KEYS.stopUnconfirmedAt,
  TREATMENT_KEYS.stopsFailed,
  TREATMENT_KEYS.stopsRefused,
];

/** Key of the account area with the payments of cancelled or missing orders, of which the user has to read. */
export const LAPSED_PAYMENTS = 'lapsedPayments';
/** Key of the account area with the orders that were placed here, and for whom. */
export const PLACED_ORDERS = 'customerOrders';

/** How long an order that was placed here can be of use for another one. */
export const PLACED_ORDERS_MS = 30 * DAY;

/**
 * Keys that guard money and bodies: against a second payment, a second start, a device that nobody can stop, money that
 * nobody asks back, and a customer's rental that becomes the assistant's. Their values have numbers of orders and
 * devices, and no names or phone numbers. Each with how long it guards after the last instant that it names: a lapsed
 * payment stays until its person has read of it.
 */
const GUARDS_FOR_MS: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...Object.values(ACTIVITY_KEYS), ...Object.values(TREATMENT_KEYS)].map((key) => [key, DAY])),
  [LAPSED_PAYMENTS]: Infinity,
  [PLACED_ORDERS]: PLACED_ORDERS_MS,
};

/** What a purchase has stored as the word of its payment sheet that the customer has paid. */
const SAID_PAID = /"answer":"ok"/;

/**
 * True of purchases with a payment that its sheet called paid and nobody has confirmed: its person has to read of it, however
 * long ago it was. `text`: what is stored under the key.
 */
export function isToBeRead(key: string, text: string | undefined): boolean {
  return key === ACTIVITY_KEYS.purchases && text !== undefined && SAID_PAID.test(text);
}

export const GUARDING_KEYS: readonly string[] = Object.keys(GUARDS_FOR_MS);

/** How long the value of a key guards after the last instant that it names, ms; undefined if it guards nothing. */
export function guardsForMs(key: string): number | undefined {
  return GUARDS_FOR_MS[key];
}
