/** Keys of the account area that hold purchases and treatments which are not finished. */
export const ACTIVITY_KEYS = {
  purchases: 'purchases',
  treatments: 'treatments',
  pendingStarts: 'pendingStarts',
} as const;

/** Key of the account area with the time of each device's last stop. */
export const STOPPED_AT = 'stoppedAt';
/** Key of the account area with the stops that were asked for and are not known to be sent. */
export const STOPS_ASKED = 'stopsAsked';
/** Key of the account area with the payments of cancelled or missing orders, of which the user has to read. */
export const LAPSED_PAYMENTS = 'lapsedPayments';
/** Key of the account area with the orders that were placed for customers. */
export const CUSTOMER_ORDERS = 'customerOrders';

/**
 * Keys that guard money and bodies: against a second payment, a second start, a device that nobody can stop, money that
 * nobody asks back, and a customer's rental that becomes the assistant's. Their values have numbers of orders and
 * devices, and no names or phone numbers.
 */
export const GUARDING_KEYS: readonly string[] = [
  ...Object.values(ACTIVITY_KEYS),
  STOPPED_AT,
  STOPS_ASKED,
  LAPSED_PAYMENTS,
  CUSTOMER_ORDERS,
];
