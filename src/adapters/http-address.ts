import { Problem } from '../core/problem.ts';

/** True for this very machine: `localhost`, 127.0.0.0/8 and ::1, spelt as a parsed address spells them. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** The address as parsed, where it is safe to call or to hand on; the Problem `invalid-input` says why where it is not. */
export function safeAddress(text: string): URL {
  const address = parsedUrl(text);
  if (!address || !['https:', 'http:'].includes(address.protocol))
    throw new Problem('invalid-input', { message: 'enter a full URL starting with https://' });
  if (address.username || address.password)
    throw new Problem('invalid-input', { message: 'the URL must not contain a user name or password' });
  if (address.protocol === 'http:' && !isLoopback(address.hostname))
    throw new Problem('invalid-input', { message: 'plain http is only accepted for this machine; use https://' });
  return address;
}

/** The address as parsed; undefined where it is none. (`URL.canParse` is younger than the phones this runs on.) */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
