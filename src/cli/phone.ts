import { Problem } from '../core/problem.ts';

/** A phone number as it was typed; whether it is a good one, the server says. Throws the Problem `invalid-input` where no digit is in it. */
export function requirePhone(typed = ''): string {
  if (/^[+\d][\d\s-]*$/.test(typed.trim()) && /\d/.test(typed)) return typed.trim();
  throw new Problem('invalid-input', { message: 'this is no phone number: digits are expected, 13800000001 for instance' });
}
