import { Configuration, type ConfigurationValues } from '../api/configuration/configuration.ts';
import { noticeIn } from '../api/configuration/notice-texts.ts';
import { brandShades } from '../basics/brand-shades.ts';
import { parseColour } from '../basics/colour.ts';
import { isWebAddress } from '../basics/web-address.ts';
import { tablesOf } from '../device/tables.ts';
import { Problem } from '../problem.ts';
import { replacementsIn, replacementText } from '../treatment/settings/presets.ts';

const IS_PATH = /^\.?\/(?!\/)[!-[\]-~]*$/;

/** True if the page opens or shows the operator's address: https, or a path on its own site. */
export function isOperatorAddress(text: string): boolean {
  return isWebAddress(text) || IS_PATH.test(text);
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
  const isOneLanguage = values.notice && values.language !== 'zh-CN' && !noticeIn(values.notice, 'en').isInLanguage;
  const warnings = [
    unknown.length > 0 && `unknown fields ${unknown.join(', ')}`,
    replaced.length > 0 && `tables: ${replaced.map(replacementText).join('; ')}`,
    isOneLanguage && 'notice: its items are in Chinese only, and the page may be in English',
    ignored.length > 0 && `ignored ${ignored.join(', ')}: expected an https address or a path on this site`,
    colourless.length > 0 && `ignored ${colourless.join(', ')}: expected a colour such as #0b6a5c`,
    ...brandShades(values.brand).adjusted.map(
      ({ field, used }) => `brand.${field} ${values.brand[field]} has too little contrast; the page uses ${used}`,
    ),
  ].filter((warning): warning is string => typeof warning === 'string');
  return { values: { ...values, apiBase }, warnings };
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

function required(apiBase: string, addressOf: (apiBase: string) => string): string {
  try {
    return addressOf(apiBase);
  } catch (thrown) {
    const { message } = Problem.expected(thrown);
    throw new Problem('configuration', { message: `apiBase ${apiBase}: ${message}`, cause: thrown });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const { message } = thrown as Error;
    throw new Problem('configuration', {
      message: `the file is not valid JSON, ${placeIn(text, message)}: ${message}`,
      cause: thrown,
    });
  }
}

/** Where the parser stopped. Some engines name no position, and none names the end of the text. */
function placeIn(text: string, message: string): string {
  const position = /position (\d+)/.exec(message)?.[1] ?? (/\bend\b|EOF/i.test(message) ? text.length : undefined);
  if (position === undefined) return 'at an unknown place';
  const lines = text.slice(0, Number(position)).split('\n');
  return `line ${lines.length}, column ${(lines[lines.length - 1] ?? '').length + 1}`;
}
