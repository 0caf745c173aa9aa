/** The claims of a JWT (RFC 7519), unverified; undefined for any other token. */
export function jwtClaims(token: string): Record<string, unknown> | undefined {
  const [, claims, signature] = token.split('.');
  if (claims === undefined || signature === undefined) return undefined;
  try {
    const payload: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
    return typeof payload === 'object' && payload !== null && !Array.isArray(payload)
      ? (payload as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The expiry of a JWT, epoch ms, from its `exp` (RFC 7519); undefined for any other token. */
export function jwtExpiry(token: string): number | undefined {
  const exp = jwtClaims(token)?.['exp'];
  const end = typeof exp === 'number' ? exp * 1000 : Number.NaN;
  return Number.isNaN(new Date(end).getTime()) ? undefined : end;
}
