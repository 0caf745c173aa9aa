import { BlockList, isIP } from 'node:net';
import { Problem } from '../../../core/problem.ts';
import { isLoopback, parsedUrl } from '../../http/http-address.ts';

/** An HTTP proxy, and the environment variable that names it. */
export interface Proxy {
  url: URL;
  variable: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Lower case takes precedence, as in curl. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  'https:': ['https_proxy', 'HTTPS_PROXY'],
  'wss:': ['https_proxy', 'HTTPS_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY'],
  'ws:': ['http_proxy', 'HTTP_PROXY'],
};

/**
 * The proxy that the environment names for an address; undefined for none, and for loopback addresses, which a proxy cannot reach.
 * Throws the Problem `invalid-input` if the relevant variable is malformed. The message omits the value, which may contain a password.
 */
export function proxyFor(address: string, variables: Variables): Proxy | undefined {
  const { protocol, hostname, port } = new URL(address);
  const [variable, value] = firstSet(VARIABLES[protocol] ?? [], variables);
  if (variable === undefined || isLoopback(hostname)) return undefined;
  const [, exceptions = ''] = firstSet(['no_proxy', 'NO_PROXY'], variables);
  const host = bare(hostname);
  const at = port === '' ? (protocol.endsWith('s:') ? '443' : '80') : port;
  if (exceptions.split(/[\s,]+/).some((exception) => isExcepted(exception.toLowerCase(), host, at))) return undefined;
  return { url: proxyUrl(value, variable), variable };
}

/** The proxy without its user name and password. */
export function proxyName({ url, variable }: Proxy): string {
  return `${url.host} (${variable})`;
}

/** A host without the brackets of an IPv6 address. */
export function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function firstSet(names: readonly string[], variables: Variables): [name?: string, value?: string] {
  const name = names.find((each) => (variables[each] ?? '').trim() !== '');
  return name === undefined ? [] : [name, variables[name]?.trim()];
}

function proxyUrl(value: string | undefined, variable: string): URL {
  const text = value ?? '';
  const url = parsedUrl(text.includes('://') ? text : `http://${text}`);
  if (
    !url ||
    !isDecodable(url.username) ||
    !isDecodable(url.password) ||
    url.hostname === '' ||
    !/^\/?$/.test(url.pathname) ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw new Problem('invalid-input', {
      message: `${variable} is not a proxy address: set it to http://HOST:PORT, or unset it`,
    });
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Problem('invalid-input', {
      message: `${variable} uses ${url.protocol.slice(0, -1)}: only http:// and https:// proxies are supported`,
    });
  return url;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether an entry of NO_PROXY covers a host. An entry is `*`, a domain (which includes its subdomains), a domain with a leading dot (subdomains only), an IP address or a CIDR range. */
function isExcepted(exception: string, host: string, port: string): boolean {
  if (exception === '' || exception === '*') return exception === '*';
  const [network = '', bits] = exception.split('/');
  if (isIP(bare(network)) !== 0) return isInRange(bare(network), bits, host);
  const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(exception) ?? [];
  if (onlyPort !== undefined && onlyPort !== port) return false;
  if (isIP(bare(name)) !== 0) return isInRange(bare(name), undefined, host);
  const domain = name.replace(/^\*(?=\.)/, '');
  if (domain.startsWith('.')) return host.endsWith(domain);
  return host === domain || host.endsWith(`.${domain}`);
}

function isInRange(network: string, bits: string | undefined, host: string): boolean {
  const family = isIP(network);
  const maxLength = family === 4 ? 32 : 128;
  const length = Number(bits ?? maxLength);
  if (isIP(host) !== family || !/^\d+$/.test(bits ?? '0') || length > maxLength) return false;
  const list = new BlockList();
  list.addSubnet(network, length, family === 4 ? 'ipv4' : 'ipv6');
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
