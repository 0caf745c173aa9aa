/** When a token ends by its own account, epoch ms: the `exp` (seconds) of a JWT, RFC 7519; undefined where it is none or does not say. */
export function endOfToken(token: string): number | undefined {
  const [, claims, signature] = token.split('.');
  if (claims === undefined || signature === undefined) return undefined;
  try {
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { exp?: unknown };
    const end = typeof exp === 'number' ? exp * 1000 : Number.NaN;
    return Number.isNaN(new Date(end).getTime()) ? undefined : end;
  } catch {
    return undefined;
  }
}
