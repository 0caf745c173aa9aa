/** What a JWT says (RFC 7519), unverified; undefined for a token that is none. */
export function claimsOf(token: string): Record<string, unknown> | undefined {
  const [, claims, signature] = token.split('.');
  if (claims === undefined || signature === undefined) return undefined;
  try {
    const said: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
    return typeof said === 'object' && said !== null && !Array.isArray(said) ? (said as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
