import { Configuration, type ConfigurationValues } from '../../core/api/configuration/configuration.ts';
import { tablesOf } from '../../core/device/tables.ts';
import { Problem } from '../../core/problem.ts';
import { isWebAddress } from './web-address.ts';
import { noticeIn } from '../../core/api/configuration/notice-texts.ts';
import { replacementsIn, replacementText } from '../../core/treatment/settings/presets.ts';

/** The page shows no content while it waits for its configuration, so the timeout is short. */
const CONFIGURATION_TIMEOUT_MS = 8_000;

/** The parsed file and its HTTP response. */
export interface ConfigurationFile {
  configuration: Configuration;
  response: Response;
}

/**
 * Reads the configuration of the page and resolves its addresses against it. Logs unknown fields, values of the presets
 * that the tables lack, and addresses of the operator that are not safe, to the console. Rejects with the Problem `network` if the whole file has not arrived within 8 s, or with
 * `configuration`, whose message describes the invalid field, or is the code itself if the file is missing or not JSON.
 */
export async function readConfiguration(
  load: (signal: AbortSignal) => Promise<Response>,
  page: string,
): Promise<ConfigurationFile> {
  const { response, text } = await loadWithTimeout(load);
  const json = response.ok ? parseJson(text) : undefined;
  if (json === undefined) throw new Problem('configuration');
  const { values } = Configuration.from(json);
  const unknown = Configuration.unknownIn(json);
  if (unknown.length > 0) warn(`unknown fields ${unknown.join(', ')}`);
  const replaced = replacementsIn(tablesOf(values));
  if (replaced.length > 0) warn(`tables: ${replaced.map(replacementText).join('; ')}`);
  if (values.notice && values.language !== 'zh-CN' && !noticeIn(values.notice, 'en').isInLanguage)
    warn('notice: its items are in Chinese only, and the page may be in English');
  const apiBase = new URL(values.apiBase, page).href;
  return { configuration: new Configuration({ ...withOperatorAddresses(values, page), apiBase }), response };
}

const IS_PATH = /^\.?\/(?!\/)[!-[\]-~]*$/;

/** Resolves the links and pictures of the operator. Leaves out an address that is neither https nor a path on the site of the page. */
function withOperatorAddresses(values: ConfigurationValues, page: string): ConfigurationValues {
  const ignored: string[] = [];
  const resolve = (field: string, address: string | undefined) => {
    if (address === undefined || isWebAddress(address)) return address;
    if (IS_PATH.test(address)) return new URL(address, page).href;
    ignored.push(field);
    return undefined;
  };
  const { brand } = values;
  const resolved = {
    ...values,
    brand: {
      ...brand,
      logo: resolve('brand.logo', brand.logo),
      shareImage: resolve('brand.shareImage', brand.shareImage),
    },
    links: Object.fromEntries(
      Object.entries(values.links).map(([name, address]) => [name, resolve(`links.${name}`, address)]),
    ),
  };
  if (ignored.length > 0) warn(`ignored ${ignored.join(', ')}: expected an https address or a path on this site`);
  return resolved;
}

function warn(message: string): void {
  // oxlint-disable-next-line no-console -- the person who deploys the page reads this, not the user
  console.warn(`app-config.json: ${message}`);
}

async function loadWithTimeout(
  load: (signal: AbortSignal) => Promise<Response>,
): Promise<{ response: Response; text: string }> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), CONFIGURATION_TIMEOUT_MS);
  try {
    const response = await load(abort.signal);
    return { response, text: await response.text() };
  } catch (cause) {
    throw new Problem('network', { cause });
  } finally {
    clearTimeout(timer);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
