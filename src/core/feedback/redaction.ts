import { maskPhones } from '../basics/phone.ts';

const QUERY = /[?#][^]*/;
const AMOUNT = /[￥¥]\s?\d[\d.,]*/g;
const LONG_RUN = /[\w=+-]{20,}/g;
const MIN_SECRET_LENGTH = 4;
const HIDDEN = '***';

/** Redacts private data by its shape: phone numbers, queries, amounts of money, and any run as long as a token. */
export function withoutPrivateShapes(text: string): string {
  return maskPhones(text.replace(QUERY, '').replace(AMOUNT, HIDDEN).replace(LONG_RUN, HIDDEN));
}

/** Redacts these values. Values shorter than 4 characters are not secrets. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  longestFirst.sort((one, other) => other.length - one.length);
  return longestFirst.reduce((left, secret) => left.split(secret).join(HIDDEN), text);
}
