import { Configuration } from '../core/api/configuration.ts';
import { Problem } from '../core/problem.ts';

/** A page that waits for its configuration shows nothing at all. */
const CONFIGURATION_TIMEOUT_MS = 8_000;

/** What the file says, and the answer that brought it. */
export interface ConfigurationFile {
  configuration: Configuration;
  response: Response;
}

/**
 * Reads the configuration of the page at `origin`, and names what nothing reads of it to whoever looks at the console. Rejects with the Problem `network` where it has not
 * come whole within 8 s, or `configuration` with what is wrong with it in its message, or with none where there is no configuration.
 */
export async function readConfiguration(
  load: (signal: AbortSignal) => Promise<Response>,
  origin: string,
): Promise<ConfigurationFile> {
  const { response, text } = await withinTime(load);
  const json = response.ok ? parsed(text) : undefined;
  if (json === undefined) throw new Problem('configuration');
  const { values } = Configuration.from(json);
  const unknown = Configuration.unknownIn(json);
  // oxlint-disable-next-line no-console -- nobody but who deploys the page can do anything about it
  if (unknown.length > 0) console.warn(`app-config.json: unknown fields ${unknown.join(', ')}`);
  return { configuration: new Configuration({ ...values, apiBase: new URL(values.apiBase, origin).href }), response };
}

async function withinTime(
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
