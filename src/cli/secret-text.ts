import { claimsOf } from './token-claims.ts';

/** Whether what was given as the name of a file may be the secret itself, or a link that holds it: it must not be repeated. */
export function looksLikeSecret(text: string): boolean {
  if (/^[./~\\]|^[A-Za-z]:[\\/]/.test(text)) return false;
  return text.includes('://') || claimsOf(text) !== undefined || /^[\w+/=-]{24,}$/.test(text);
}
