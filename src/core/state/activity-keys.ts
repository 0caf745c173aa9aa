/** Keys of the account area that hold purchases and treatments which are not finished. */
export const ACTIVITY_KEYS = {
  purchases: 'purchases',
  treatments: 'treatments',
  pendingStarts: 'pendingStarts',
} as const;

/** Key of the account area with the time of each device's last stop. */
export const STOPPED_AT = 'stoppedAt';

/**
 * Keys that guard money and bodies: against a second payment, a second start, and a device that nobody can stop. Their
 * values have numbers of orders and devices, and no names or phone numbers.
 */
export const GUARDING_KEYS: readonly string[] = [...Object.values(ACTIVITY_KEYS), STOPPED_AT];
