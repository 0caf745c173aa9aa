import { Problem } from '../core/problem.ts';

/** The phone number as typed; only the server validates it. Throws the Problem `invalid-input` if it is not made of digits. */
export function requirePhone(typed = ''): string {
  if (/^[+\d][\d\s-]*$/.test(typed.trim()) && /\d/.test(typed)) return typed.trim();
  throw new Problem('invalid-input', { message: 'invalid phone number: enter digits, for example 13800000001' });
}
