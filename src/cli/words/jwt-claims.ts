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
