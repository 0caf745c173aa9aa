import { isPhoneLike, maskPhones, phoneNumber } from '../core/phone.ts';
import { Problem } from '../core/problem.ts';

/** The number in a typed phone number; only the server validates it. Throws the Problem `invalid-input` for a text that cannot be one. */
export function requirePhone(typed = ''): string {
  if (isPhoneLike(typed)) return phoneNumber(typed);
  throw new Problem('invalid-input', { message: 'invalid phone number: enter digits, for example 13800000001' });
}

/** A longer run of digits than a phone number with the country code. */
const LONG_NUMBER = /(\d{14,})/;
const WITH_COUNTRY_CODE = /^0086\d{11}$/;

/** Masks the phone numbers of a text. The number of an order stays whole, even if some of its digits could be a phone number. */
export function maskPhonesOnly(text: string): string {
  return text
    .split(LONG_NUMBER)
    .map((part) => (LONG_NUMBER.test(part) && !WITH_COUNTRY_CODE.test(part) ? part : maskPhones(part)))
    .join('');
}
