import { Problem } from '../../../../core/problem.ts';
import { certificateFault, networkReason } from '../../../words/system-errors.ts';
import type { Line, LineOptions } from './line.ts';

/** The page's own origin. */
const SELF = "'self'";

/** A page, and the addresses below which its API and the receiver of its reports are, if these have another origin. */
interface Page {
  policy: string;
  api?: URL | undefined;
  receiver?: URL | undefined;
}

/**
 * The line for a page: whether its policy allows its own files, the channel, the API and the receiver. `channel` is undefined if its
 * origin is not known, and `found` if there is no page. No line if nothing of another origin is to be allowed, and the own files are.
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
  const needed: Needed[] = [
    {
      name: SELF,
      address: new URL('app-config.json', page),
      loss: 'app-config.json, and the page does not start',
      isFatal: true,
    },
    ...(api ? [{ name: api.origin, address: api, loss: 'the API, and the page shows nothing', isFatal: true }] : []),
    ...(channel === undefined
      ? []
      : [{ name: channel, address: new URL(channel), loss: 'the channel, and the page only polls' }]),
    ...(receiver
      ? [{ name: receiver.origin, address: receiver, loss: 'the reports, and only the console of the page says so' }]
      : []),
  ];
  const rules = connectionRules(policy);
  const blocked = needed.filter(
    ({ address }) => !rules.every((sources) => sources.some((source) => allows(source, address, new URL(page)))),
  );
  const named = (parts: readonly Needed[]) => parts.map(({ name }) => name).join(' and ');
  const [worst] = blocked;
  if (worst === undefined)
    return needed.length === 1
      ? undefined
      : { ...line, result: 'good', detail: `connect-src of the page at ${page} names ${named(needed)}` };
  const how = worst.name === SELF ? '' : ', with its scheme and without a path';
  return {
    ...line,
    result: worst.isFatal ? 'bad' : 'warning',
    detail: `connect-src of the page at ${page} does not name ${named(blocked)}`,
    advice: `name it in the Content-Security-Policy${how}: without it, browsers block ${worst.loss}`,
  };
}

/** What the page connects to, by the name that its policy should have for it; the first that is blocked costs the most. */
interface Needed {
  name: string;
  address: URL;
  /** What browsers block without it, and what follows. */
  loss: string;
  isFatal?: boolean;
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

/**
 * `'self'` allows no websocket in the browsers of older phones, and neither does a host without a scheme in any. A star alone
 * stands for every port, too. A path allows all below it only with a slash at its end; that of the channel is not known here.
 */
function allows(source: string, { origin, protocol, hostname, port, pathname }: URL, page: URL): boolean {
  if (source === '*') return true;
  if (source === SELF) return origin === page.origin;
  if (source === protocol) return true;
  const [, scheme = page.protocol, host, at, path = '/'] =
    /^(?:([a-z][a-z\d+.-]*:)\/\/)?([^:/']+)(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? [];
  if (host === undefined || scheme !== protocol) return false;
  const usual = ['wss:', 'https:'].includes(protocol) ? '443' : '80';
  return (
    (host === '*' || hostname === host || isBelow(hostname, host)) &&
    (at === '*' || (at ?? usual) === (port || usual)) &&
    (protocol.startsWith('ws') || (path.endsWith('/') ? pathname.startsWith(path) : pathname === path))
  );
}

function isBelow(hostname: string, host: string): boolean {
  return host.startsWith('*.') && hostname.endsWith(host.slice(1));
}
