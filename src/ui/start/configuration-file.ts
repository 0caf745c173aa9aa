import { Configuration, type ConfigurationValues } from '../../core/api/configuration/configuration.ts';
import { isWebAddress } from '../../core/basics/web-address.ts';
import { isOperatorAddress, misplacement, pageConfiguration } from '../../core/diagnosis/page-configuration.ts';
import { Problem } from '../../core/problem.ts';

/** The page shows no content while it waits for its configuration, so the timeout is short. */
const CONFIGURATION_TIMEOUT_MS = 8_000;

/** The parsed file and its HTTP response. */
export interface ConfigurationFile {
  configuration: Configuration;
  response: Response;
}

/**
 * Reads the configuration of the page and resolves its addresses against it. Logs to the console what is wrong with it, and what
 * its author should know besides. `requireSafe` throws the Problem `invalid-input` for an address of the API that the page may not call. Rejects with the Problem `network` if the whole file has not arrived within 8 s, or with
 * `configuration`, also if the page is not served below its `basePath`, whose message describes what is wrong, or is the code itself if the file is missing.
 */
export async function readConfiguration(
  load: (signal: AbortSignal) => Promise<Response>,
  page: string,
  requireSafe: (address: string) => void,
): Promise<ConfigurationFile> {
  const { response, text } = await loadWithTimeout(load);
  // A server without the file may answer with its start page.
  if (!response.ok || text.trimStart().startsWith('<')) throw new Problem('configuration');
  try {
    const { values, warnings } = pageConfiguration(text, (apiBase) => {
      const address = new URL(apiBase, page).href;
      requireSafe(address);
      return address;
    });
    const message = misplacement(values, new URL(page).pathname);
    if (message !== undefined) throw new Problem('configuration', { message });
    for (const warning of warnings) warn(warning);
    return { configuration: new Configuration(withOperatorAddresses(values, page)), response };
  } catch (thrown) {
    warn(Problem.expected(thrown).message);
    throw thrown;
  }
}

/** Resolves the links and pictures of the operator. Leaves out an address that is neither https nor a path on the site of the page. */
function withOperatorAddresses(values: ConfigurationValues, page: string): ConfigurationValues {
  const resolve = (address: string | undefined) => {
    if (address === undefined || !isOperatorAddress(address)) return undefined;
    return isWebAddress(address) ? address : new URL(address, page).href;
  };
  const { brand } = values;
  return {
    ...values,
    brand: { ...brand, logo: resolve(brand.logo), shareImage: resolve(brand.shareImage) },
    links: Object.fromEntries(Object.entries(values.links).map(([name, address]) => [name, resolve(address)])),
  };
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
