import { Access } from '../../core/api/access.ts';
import { Problem } from '../../core/problem.ts';

/** Longer than any token or entry link; characters. */
export const MAX_TOKEN_TEXT_LENGTH = 8192;

/** The shops number orders and devices with a few letters and digits. No token is that short. */
const NUMBER = /^[A-Za-z]{0,4}[-_]?\d{1,24}$/;
const PART_OF_LINK = /(^|[?&#])accessToken=/;
/** Characters of HTML, JSON and quoted text that no token contains. */
const NOT_IN_TOKENS = /[<>"'`{}\\]|[^\x21-\x7e]/;

/**
 * The access token in a typed or pasted text: the token itself, or the entry link from WeChat. Throws the Problem `invalid-input`, which never
 * repeats the text, for anything else and for a link of another server than the API's, whose token is for that server only.
 */
export function parseToken(text: string, where: string, api: unknown): string {
  const word = text.trim();
  if (word === '') throw refusal(`${where} is empty: give the access token or the entry link`);
  if (word.length > MAX_TOKEN_TEXT_LENGTH) throw refusal(`${where} is too long for an access token`);
  if (/\s/.test(word))
    throw refusal(
      `${where} holds no token: it contains spaces or line breaks; give only the access token or the entry link`,
    );
  return /^https?:\/\//i.test(word) ? parseLink(word, where, api) : plainToken(word, where);
}

/** The origin of the page that an entry link opens; undefined for a text that is no link. */
export function linkOrigin(text: string): string | undefined {
  const word = text.trim();
  return /^https?:\/\//i.test(word) && URL.canParse(word) ? new URL(word).origin : undefined;
}

function parseLink(text: string, where: string, api: unknown): string {
  const link = URL.canParse(text) ? new URL(text) : undefined;
  const [token = '', ...others] = link?.searchParams.getAll('accessToken') ?? [];
  if (!link || token === '')
    throw refusal(
      `${where} holds a link without an access token: copy the whole entry link, or give only the access token`,
    );
  if (others.some((other) => other !== token))
    throw refusal(`${where} holds a link with two access tokens: give only the right access token`);
  const server = api === undefined ? link.host : new URL(String(api)).host;
  if (link.host !== server)
    throw refusal(
      `${where} holds a link of ${link.host}, but its token would be sent to ${server}: set the API of ${link.host} with --api URL; if ${server} is right, give only the access token`,
    );
  return plainToken(token, where);
}

function plainToken(word: string, where: string): string {
  if (NUMBER.test(word)) throw refusal(`${where} holds no token: it looks like an order, device or phone number`);
  if (NOT_IN_TOKENS.test(word))
    throw refusal(
      `${where} holds no token: a token is one word of ASCII letters, digits and symbols, without quotes or brackets`,
    );
  if (PART_OF_LINK.test(word))
    throw refusal(
      `${where} holds part of a link: copy the whole entry link from https:// on, or give only the access token`,
    );
  return word;
}

function refusal(message: string): Problem {
  return new Problem('invalid-input', { message });
}

/** The token of one run. One that the server refuses is not sent again. */
export class GivenToken extends Access {
  constructor(private given: string | undefined) {
    super();
  }

  override token(): string | undefined {
    return this.given;
  }

  override refused(token: string): void {
    if (token === this.given) this.given = undefined;
  }
}
