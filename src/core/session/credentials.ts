import { formatQuery, parseQuery } from '../basics/query-string.ts';

const NAMES = [
  'openid',
  'sno',
  'mobile',
  'timestamp',
  'nonceStr',
  'signature',
  'accessToken',
  'pageType',
  'appId',
  'sysUserId',
  'lang',
] as const;

type CredentialName = (typeof NAMES)[number];

/** Credentials and entry parameters of the WeChat link. */
export type Credentials = Partial<Record<CredentialName, string>>;

const NO_SECRETS: readonly CredentialName[] = ['sno', 'sysUserId', 'pageType', 'lang'];
/** What the entry link asks for. In the address of a screen, these name the screen's own subject. */
const OF_THE_ENTRY: readonly CredentialName[] = ['sno', 'sysUserId'];
/** The paths of the screens. Any other address is the entry. */
const SCREEN = /^\/(my|lease|modeMenu|custom|process|orderDetail|share|login)(\/\w+)?\/*$/;

/**
 * Extracts the credentials from an address, and returns the query without its secrets. `path` is that below the path at
 * which the page is deployed: a deployment may be called like a screen.
 */
export function takeCredentials(path: string, query: string): { credentials: Credentials; query: string } {
  const parameters = parseQuery(query);
  const credentials: Credentials = {};
  const isScreen = SCREEN.test(path);
  for (const name of NAMES) {
    const value = parameters.get(name);
    if (value === undefined || value === '' || (name === 'accessToken' && /[^!-~]/.test(value))) continue;
    if (!isScreen || !OF_THE_ENTRY.includes(name)) credentials[name] = value;
  }
  return { credentials, query: formatQuery([...parameters].filter(([name]) => !isSecret(name))) };
}

/**
 * Returns the fragment of an address, or an empty text if it names a secret. No valid link has secrets there, and
 * anyone with the address could pass them on.
 */
export function fragmentWithoutSecrets(fragment: string): string {
  const names = fragment.split(/[#?&;/!]/).flatMap((part) => [...parseQuery(part).keys()]);
  return names.some(isSecret) ? '' : fragment;
}

/** Returns the values that must not be displayed or sent to third parties. */
export function secretsOf(credentials: Credentials): string[] {
  return Object.entries(credentials).flatMap(([name, value]) => (isSecret(name) ? [value] : []));
}

function isSecret(name: string): boolean {
  return (NAMES as readonly string[]).includes(name) && !(NO_SECRETS as readonly string[]).includes(name);
}
