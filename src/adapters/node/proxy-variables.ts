const NAMES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/** Whether any proxy is named at all: only then is anything loaded that knows of proxies. */
export function namesProxy(variables: Readonly<Record<string, string | undefined>>): boolean {
  return NAMES.some((name) => (variables[name] ?? '') !== '');
}
