import { jwtClaims } from './jwt-claims.ts';

/** Whether a given file name may be a secret or a link that contains one; it must not be printed. */
export function looksLikeSecret(text: string): boolean {
  if (/^[./~\\]|^[A-Za-z]:[\\/]/.test(text)) return false;
  return text.includes('://') || jwtClaims(text) !== undefined || /^[\w+/=-]{24,}$/.test(text);
}
