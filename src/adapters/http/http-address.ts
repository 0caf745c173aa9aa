import { Problem } from '../../core/problem.ts';

/** True for `localhost`, 127.0.0.0/8 and ::1. Expects the `hostname` of a parsed URL. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * The parsed address, if it is safe to call or to pass on. Throws the Problem `invalid-input` otherwise. Plain http is
 * only safe to this machine, and to `ownOrigin`: whoever reads or changes that traffic already did so with the page.
 */
export function safeAddress(text: string, ownOrigin?: string): URL {
  const address = parsedUrl(text);
  if (!address || !['https:', 'http:'].includes(address.protocol))
    throw new Problem('invalid-input', { message: 'enter a full URL starting with https://' });
  if (address.username || address.password)
    throw new Problem('invalid-input', { message: 'the URL must not contain a user name or password' });
  if (address.protocol === 'http:' && !isLoopback(address.hostname) && address.origin !== ownOrigin)
    throw new Problem('invalid-input', { message: 'plain http is only accepted for this machine; use https://' });
  return address;
}

/** The parsed address; undefined if it is invalid. `URL.canParse` is missing on the oldest supported phones. */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
