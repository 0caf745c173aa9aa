import { isPhoneLike, phoneNumber } from '../core/phone.ts';
import { Problem } from '../core/problem.ts';

/** Returns the number in a typed phone number. Throws the Problem `invalid-input` for a text that cannot be one. */
export function requirePhone(typed = ''): string {
  if (isPhoneLike(typed)) return phoneNumber(typed);
  throw new Problem('invalid-input', { message: 'this is no phone number: digits are expected, 13800000001 for instance' });
}
