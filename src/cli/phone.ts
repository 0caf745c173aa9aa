import { isPhoneLike, phoneNumber } from '../core/phone.ts';
import { Problem } from '../core/problem.ts';

/** The number in a typed phone number; only the server validates it. Throws the Problem `invalid-input` for a text that cannot be one. */
export function requirePhone(typed = ''): string {
  if (isPhoneLike(typed)) return phoneNumber(typed);
  throw new Problem('invalid-input', { message: 'invalid phone number: enter digits, for example 13800000001' });
}
