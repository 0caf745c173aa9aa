import { Problem } from '../../src/core/problem.ts';
import { type Failure, httpResponse, refused } from '../helpers/fake-server.ts';

export type FaultName =
  | 'does not answer'
  | 'cannot be reached'
  | 'fails with an HTML page'
  | 'sends invalid JSON'
  | 'sends an unexpected response'
  | 'denies access'
  | 'limits the request rate'
  | 'rejects the token'
  | 'refuses the request'
  | 'is busy'
  | 'redirects'
  | 'does not know the path'
  | 'sends a web page';

export interface Expected {
  code: number;
  says: RegExp;
}

/** Per fault of the server: its response to a call, and the exit code and message that follow. */
export const FAULTS: Record<FaultName, { answer: Failure } & Expected> = {
  'does not answer': { answer: new Problem('timeout'), code: 3, says: /did not answer in time.*(Try again|--timeout)/ },
  'cannot be reached': {
    answer: new Problem('network', { message: 'no answer came: ECONNRESET' }),
    code: 1,
    says: /Could not reach the server .*physio doctor/,
  },
  'fails with an HTML page': {
    answer: httpResponse({ status: 500, body: '<html><body>Internal Server Error</body></html>' }),
    code: 1,
    says: /HTTP status 500/,
  },
  'sends invalid JSON': {
    answer: httpResponse({ body: '{"code":"200","da' }),
    code: 1,
    says: /Unexpected response .*physio doctor --contract/,
  },
  'sends an unexpected response': {
    answer: httpResponse({ body: { ok: true } }),
    code: 1,
    says: /Unexpected response .*physio doctor --contract/,
  },
  'denies access': { answer: httpResponse({ status: 403 }), code: 1, says: /no access \(HTTP status 403\)/ },
  'limits the request rate': {
    answer: httpResponse({ status: 429, headers: { 'Retry-After': '60' } }),
    code: 1,
    says: /Too many requests \(HTTP status 429\)\. Wait 60 s/,
  },
  'rejects the token': { answer: httpResponse({ status: 401 }), code: 4, says: /physio login/ },
  'refuses the request': { answer: refused('9001', '系统维护中\u001b[2J'), code: 1, says: /系统维护中/ },
  'is busy': { answer: refused('500', '系统繁忙'), code: 1, says: /系统繁忙/ },
  redirects: {
    answer: httpResponse({ status: 301, headers: { Location: 'https://elsewhere.example:8443/login?to=secret' } }),
    code: 1,
    says: /redirects to https:\/\/elsewhere\.example:8443, which physio does not follow .*physio profile set api URL, or PHYSIO_API/,
  },
  'does not know the path': {
    answer: httpResponse({ status: 404, body: '<html>Not Found</html>' }),
    code: 1,
    says: /The API address has no [\w.]+ \(HTTP status 404\)\. .*physio profile set api URL, or PHYSIO_API\. .*endpoints\.[\w.]+\.path/,
  },
  'sends a web page': {
    answer: httpResponse({ body: '<!doctype html><title>Wi-Fi</title>' }),
    code: 1,
    says: /leads to a web page, not to the API\. .*physio profile set api URL, or PHYSIO_API/,
  },
};
