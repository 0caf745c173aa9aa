import { jwtClaims } from './jwt-claims.ts';

/** The expiry of a JWT, epoch ms, from its `exp` (RFC 7519); undefined for any other token. */
export function jwtExpiry(token: string): number | undefined {
  const exp = jwtClaims(token)?.['exp'];
  const end = typeof exp === 'number' ? exp * 1000 : Number.NaN;
  return Number.isNaN(new Date(end).getTime()) ? undefined : end;
}
