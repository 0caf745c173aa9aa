import { Problem } from '../../../../core/problem.ts';
import { certificateFault, networkReason } from '../../../words/failure.ts';
import type { Line, LineOptions } from './line.ts';

/** A page, and the origins of its API and of the receiver of its reports if these are other ones. */
interface Page {
  policy: string;
  api?: string | undefined;
  receiver?: string | undefined;
}

/**
 * The line for a page: whether its policy allows the channel, the API and the receiver. `channel` is undefined if its origin is
 * not known, and `found` if there is no page. No line if nothing is to be allowed.
 */
export function policyLine(
  channel: string | undefined,
  page: string,
  found: Page | Problem | undefined,
  { hint }: Pick<LineOptions, 'hint'>,
): Line | undefined {
  const line = { check: 'channel', subject: 'policy' } as const;
  if (found === undefined || found instanceof Problem) {
    if (channel === undefined) return undefined;
    const why = found === undefined ? `the page is not at ${page}` : unreadable(found, page);
    const elsewhere = `below a path: ${hint`profile set basePath /PATH/`}; on another origin: ${hint`profile set payLink LINK`}`;
    return { ...line, result: 'skipped', advice: `skipped: ${why}; ${elsewhere}` };
  }
  const { policy, api, receiver } = found;
  if (policy === '')
    return {
      ...line,
      result: 'warning',
      detail: `the page at ${page} has no Content-Security-Policy`,
      advice: 'send the headers in headers.json of the build with it',
    };
  const needed = [channel, api, receiver].filter((each) => each !== undefined);
  if (needed.length === 0) return undefined;
  const rules = connectionRules(policy);
  const blocked = needed.filter(
    (address) => !rules.every((sources) => sources.some((source) => allows(source, new URL(address)))),
  );
  if (blocked.length === 0)
    return { ...line, result: 'good', detail: `connect-src of the page at ${page} names ${needed.join(' and ')}` };
  const isBlocked = (address: string | undefined) => address !== undefined && blocked.includes(address);
  const loss = isBlocked(api)
    ? 'API, and the page shows nothing'
    : isBlocked(channel)
      ? 'channel, and the page only polls'
      : 'reports, and only the console of the page says so';
  return {
    ...line,
    result: isBlocked(api) ? 'bad' : 'warning',
    detail: `connect-src of the page at ${page} does not name ${blocked.join(' and ')}`,
    advice: `name it in the Content-Security-Policy: without it, browsers block the ${loss}`,
  };
}

/** Why the page could not be read. Its server may be another one than the API's. */
function unreadable({ code, message, proxy, status }: Problem, page: string): string {
  switch (code) {
    case 'timeout':
      return `${page} did not answer in time`;
    case 'http':
      return `${page} answered with HTTP status ${status ?? 'unknown'}, not with the page`;
    default: {
      const certificate = certificateFault(message);
      const reason = certificate ? `its certificate ${certificate.what}` : networkReason(message);
      return `could not read the page at ${page}: ${proxy === undefined ? reason : `the proxy ${proxy} failed (${reason})`}`;
    }
  }
}

/** The sources that each policy of the header allows connections to. A policy that says nothing of them allows all. */
function connectionRules(header: string): string[][] {
  return header.split(',').flatMap((policy) => {
    const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
    const rule = ['connect-src', 'default-src']
      .map((wanted) => directives.find(([name]) => name === wanted))
      .find((directive) => directive !== undefined);
    return rule ? [rule.slice(1)] : [];
  });
}

/** `'self'` allows no websocket in the browsers of older phones. A star alone stands for every port, too. */
function allows(source: string, { protocol, hostname, port }: URL): boolean {
  if (source === '*') return true;
  const usual = ['wss:', 'https:'].includes(protocol) ? '443' : '80';
  const [, scheme = protocol, host = '', at = usual] = /^(\w+:)?(?:\/\/)?([^:/']*)(?::(\d+|\*))?/.exec(source) ?? [];
  const isHost = host === '' ? source === protocol : host === '*' || hostname === host || isBelow(hostname, host);
  return scheme === protocol && isHost && (source === protocol || at === '*' || at === (port || usual));
}

function isBelow(hostname: string, host: string): boolean {
  return host.startsWith('*.') && hostname.endsWith(host.slice(1));
}
