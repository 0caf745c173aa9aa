/** Parses a query in order; the first of each name counts. A malformed escape stays unchanged. */
export function parseQuery(query: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const part of query.replace(/^[?#]/, '').split('&')) {
    if (part === '') continue;
    const [name = '', ...value] = part.split('=');
    const key = unescape(name);
    if (!parameters.has(key)) parameters.set(key, unescape(value.join('=')));
  }
  return parameters;
}

/** Formats parameters as a query with its question mark; empty for none. */
export function formatQuery(parameters: Iterable<readonly [string, string]>): string {
  const query = Array.from(
    parameters,
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  ).join('&');
  return query && `?${query}`;
}

function unescape(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
