const NAMES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/** Whether the environment names any proxy. The proxy code is loaded only in this case. */
export function namesProxy(variables: Readonly<Record<string, string | undefined>>): boolean {
  return NAMES.some((name) => (variables[name] ?? '') !== '');
}
