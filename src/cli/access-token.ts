import { Problem } from '../core/problem.ts';

/** Longer than any token, and than an entry link with all its fields. */
export const LONGEST_TOKEN_TEXT = 8192;

/** As the shops number orders and devices: few letters, then digits; no token is that short. */
const NUMBER = /^[A-Za-z]{0,4}[-_]?\d{1,24}$/;
const PART_OF_LINK = /(^|[?&#])accessToken=/;
/** HTML, JSON and quoted text hold these, and no token does. */
const NOT_IN_TOKENS = /[<>"'`{}\\]|[^\x21-\x7e]/;

/**
 * The access token in a text that somebody typed or pasted: the token itself, or the entry link that brings a user from WeChat. Throws the Problem `invalid-input`,
 * which never repeats the text, for everything else, and for the link of another server than the API's: its token is not for that one.
 */
export function tokenIn(text: string, where: string, api: unknown): string {
  const word = text.trim();
  if (word === '') throw refusal(`${where} is empty: it must hold the access token, or the entry link`);
  if (word.length > LONGEST_TOKEN_TEXT) throw refusal(`${where} is too long for an access token`);
  if (/\s/.test(word)) throw refusal(`${where} holds no token: spaces or line breaks are in it; give the access token, or the entry link, alone`);
  return /^https?:\/\//i.test(word) ? tokenInLink(word, where, api) : plainToken(word, where);
}

function tokenInLink(text: string, where: string, api: unknown): string {
  const link = URL.canParse(text) ? new URL(text) : undefined;
  const token = link?.searchParams.get('accessToken') ?? '';
  if (!link || token === '') throw refusal(`${where} holds a link without an access token: copy the whole entry link, or give the access token alone`);
  const server = api === undefined ? link.host : new URL(String(api)).host;
  if (link.host !== server)
    throw refusal(`${where} holds a link of ${link.host}, and its token would go to ${server}: name the API of ${link.host} with --api URL; where ${server} is right, give the access token alone`);
  return plainToken(token, where);
}

function plainToken(word: string, where: string): string {
  if (NUMBER.test(word)) throw refusal(`${where} holds no token: it looks like the number of an order, a device or a phone`);
  if (NOT_IN_TOKENS.test(word)) throw refusal(`${where} holds no token: a token is one word of plain letters, digits and signs, without quotes or brackets around it`);
  if (PART_OF_LINK.test(word)) throw refusal(`${where} holds part of a link: copy the whole entry link from https:// on, or give the access token alone`);
  return word;
}

function refusal(message: string): Problem {
  return new Problem('invalid-input', { message });
}
