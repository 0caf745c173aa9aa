import { Configuration, type ConfigurationValues } from '../api/configuration/configuration.ts';
import { partsMissingIn, type PageLanguage } from '../api/configuration/notice-texts.ts';
import { brandShades } from '../basics/brand-shades.ts';
import { parseColour } from '../basics/colour.ts';
import { jsonFault } from '../basics/json-fault.ts';
import { isOwnPath, isWebAddress } from '../basics/web-address.ts';
import { tablesOf } from '../device/tables.ts';
import { Problem } from '../problem.ts';
import { replacementsIn, replacementText } from '../treatment/settings/presets.ts';

/** What a decoder of UTF-8 reads in place of bytes that are not UTF-8. */
const LOST_LETTER = '\uFFFD';
const NOT_UTF8 = 'the file is not UTF-8; save it as UTF-8';

/** True if the page opens or shows the operator's address: https, or a path on its own site. */
export function isOperatorAddress(text: string): boolean {
  return isWebAddress(text) || isOwnPath(text);
}

/**
 * What a page reads from the text of app-config.json, and what the person who deploys it should know besides. `addressOf`
 * returns the API's address, or throws the Problem `invalid-input` where the page could not call it. Throws the Problem
 * `configuration`, whose message names the line or the field that is wrong.
 */
export function pageConfiguration(
  text: string,
  addressOf: (apiBase: string) => string,
): { values: ConfigurationValues; warnings: string[] } {
  const json = parsed(text);
  const { values } = Configuration.from(json);
  const apiBase = required(values.apiBase, addressOf);
  const unknown = Configuration.unknownIn(json);
  const replaced = replacementsIn(tablesOf(values));
  const ignored = operatorAddresses(values).flatMap(([field, address]) =>
    address === undefined || isOperatorAddress(address) ? [] : [field],
  );
  const colourless = colours(values).flatMap(([field, colour]) =>
    colour === undefined || parseColour(colour) ? [] : [`${field} ${colour}`],
  );
  const { phone, url } = values.support;
  const warnings = [
    text.includes(LOST_LETTER) && `letters are lost: ${NOT_UTF8}`,
    unknown.length > 0 && `unknown fields ${unknown.join(', ')}`,
    ...replaced.map(replacementText),
    ...noticeWarnings(values),
    ignored.length > 0 &&
      `ignored ${ignored.join(', ')}: expected an https address, or a path on this site that begins with / or ./`,
    phone !== undefined && !/\d/.test(phone) && `ignored support.phone ${phone}: expected a telephone number`,
    url !== undefined && !isWebAddress(url) && 'ignored support.url: expected an https address',
    colourless.length > 0 && `ignored ${colourless.join(', ')}: expected a colour such as #0b6a5c`,
    ...brandShades(values.brand).adjusted.map(
      ({ field, used }) => `brand.${field} ${values.brand[field]} has too little contrast; the page uses ${used}`,
    ),
  ].filter((warning): warning is string => typeof warning === 'string');
  return { values: { ...values, apiBase }, warnings };
}

/** What is wrong if a page is not served below its `basePath`: its router then shows nothing. `path` is that of its `<base>` element. */
export function misplacement({ basePath }: Pick<ConfigurationValues, 'basePath'>, path: string): string | undefined {
  return basePath.replace(/\/*$/, '/') === path
    ? undefined
    : `basePath ${basePath}: the <base> element of index.html names ${path}; both must name the path below which the page is served`;
}

function noticeWarnings({ notice, language }: ConfigurationValues): string[] {
  const languages: PageLanguage[] = language === 'auto' ? ['zh-CN', 'en'] : [language];
  return languages.flatMap((each) => {
    const missing = notice ? partsMissingIn(each, notice) : [];
    return missing.length === 0
      ? []
      : [`notice: it has no ${missing.join(' and no ')} in ${each}, a language of the page`];
  });
}

function colours({ brand }: ConfigurationValues): [field: string, colour: string | undefined][] {
  return [
    ['brand.accent', brand.accent],
    ['brand.accentDark', brand.accentDark],
  ];
}

function operatorAddresses({ brand, links }: ConfigurationValues): [field: string, address: string | undefined][] {
  return [
    ['brand.logo', brand.logo],
    ['brand.shareImage', brand.shareImage],
    ...Object.entries(links).map(([name, address]): [string, string | undefined] => [`links.${name}`, address]),
  ];
}

/** The message leaves the address out, because it may contain a password. */
function required(apiBase: string, addressOf: (apiBase: string) => string): string {
  try {
    return addressOf(apiBase);
  } catch (thrown) {
    const { message } = Problem.expected(thrown);
    throw new Problem('configuration', { message: `apiBase: ${message}`, cause: thrown });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const message = text.includes(LOST_LETTER) ? NOT_UTF8 : `the file is not valid JSON, ${jsonFault(text, thrown)}`;
    throw new Problem('configuration', { message, cause: thrown });
  }
}
