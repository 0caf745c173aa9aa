import type { FaultSetting } from '../../sandbox/faults.ts';
import { Problem } from '../../src/core/problem.ts';
import { type Failure, httpResponse, refused } from './fake-server.ts';

export const REFUSAL_MESSAGE = '系统维护中，请明天再来';

/** What a server does wrong with a call, as the sandbox does it. A title says it after “the server”. */
export const SERVER_FAULTS = {
  'does not answer': { kind: 'hang' },
  'cannot be reached': { kind: 'reset-before' },
  'fails with an HTML page': { kind: 'html' },
  'sends invalid JSON': { kind: 'malformed' },
  'sends an unexpected response': { kind: 'misshapen' },
  'denies access': { kind: 'http', status: 403 },
  'limits the request rate': { kind: 'http', status: 429, retryAfter: 60 },
  'rejects the token': { kind: 'http', status: 401 },
  'refuses the request': { kind: 'refuse', code: '9001', message: REFUSAL_MESSAGE },
  'is busy': { kind: 'refuse' },
  'does not know the path': { kind: 'html', status: 404 },
  'sends a web page': { kind: 'html', status: 200 },
} as const satisfies Record<string, FaultSetting>;

export type ServerFault = keyof typeof SERVER_FAULTS;

/** The fault as an answer of a fake server. A call that is not answered fails with `timeout` at once. */
export function faultyAnswer(fault: ServerFault): Failure {
  const { kind, status, retryAfter, code, message }: FaultSetting = SERVER_FAULTS[fault];
  switch (kind) {
    case 'hang':
      return new Problem('timeout');
    case 'reset-before':
      return new Problem('network', { message: 'no answer came: ECONNRESET' });
    case 'http':
      return httpResponse({ status, headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) } });
    case 'html':
      return httpResponse({ status: status ?? 500, body: '<!doctype html><html><body>Error</body></html>' });
    case 'malformed':
      return httpResponse({ body: '{"code":"200","da' });
    case 'misshapen':
      return httpResponse({ body: { ok: true } });
    case 'refuse':
      return refused(code ?? '500', message ?? '系统繁忙');
  }
}
