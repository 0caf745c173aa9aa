import { claimsOf } from './token-claims.ts';

/** When a token ends by its own account, epoch ms: the `exp` (seconds) of a JWT, RFC 7519; undefined where it is none or does not say. */
export function endOfToken(token: string): number | undefined {
  const exp = claimsOf(token)?.['exp'];
  const end = typeof exp === 'number' ? exp * 1000 : Number.NaN;
  return Number.isNaN(new Date(end).getTime()) ? undefined : end;
}
