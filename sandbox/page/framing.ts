import type { IncomingHttpHeaders } from 'node:http';

/** Where a response depends on who frames the page. */
export const FRAMING_HEADERS = 'Sec-Fetch-Dest, Sec-Fetch-Site';

/** True if a page of this origin frames the document: the sandbox's page is the only one that does. Browsers send these headers themselves; no script can set them. */
export function isFramedHere(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'same-origin';
}

/** The page's headers with its own origin as the only allowed ancestor. The browser checks every ancestor, so a page around the sandbox's page is refused as well. */
export function framedHeaders(headers: Record<string, string>): Record<string, string> {
  const policy = headers['content-security-policy'];
  if (policy === undefined) return headers;
  return {
    ...headers,
    'content-security-policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
  };
}
