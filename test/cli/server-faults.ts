import { type Failure, httpResponse, refused } from '../helpers/fake-server.ts';
import { faultyAnswer, type ServerFault } from '../helpers/server-faults.ts';

export type FaultName = ServerFault | 'redirects';

export interface Expected {
  code: number;
  says: RegExp;
}

/** The exit code and the message of a command whose call meets the fault. */
const EXPECTED: Record<FaultName, Expected> = {
  'does not answer': { code: 3, says: /did not answer in time.*(Try again|--timeout)/ },
  'cannot be reached': { code: 1, says: /Could not reach the server .*physio doctor/ },
  'fails with an HTML page': { code: 1, says: /HTTP status 500/ },
  'sends invalid JSON': { code: 1, says: /Unexpected response .*physio doctor --contract/ },
  'sends an unexpected response': { code: 1, says: /Unexpected response .*physio doctor --contract/ },
  'denies access': { code: 1, says: /no access \(HTTP status 403\)/ },
  'limits the request rate': { code: 1, says: /Too many requests \(HTTP status 429\)\. Wait 60 s/ },
  'rejects the token': { code: 4, says: /physio login/ },
  'refuses the request': { code: 1, says: /系统维护中/ },
  'is busy': { code: 1, says: /系统繁忙/ },
  redirects: {
    code: 1,
    says: /redirects to https:\/\/elsewhere\.example:8443, which physio does not follow .*physio profile set api URL, or PHYSIO_API/,
  },
  'does not know the path': {
    code: 1,
    says: /The API address has no [\w.]+ \(HTTP status 404\)\. .*physio profile set api URL, or PHYSIO_API\. .*endpoints\.[\w.]+\.path/,
  },
  'sends a web page': {
    code: 1,
    says: /leads to a web page, not to the API\. .*physio profile set api URL, or PHYSIO_API/,
  },
};

/** The faults that are no faults of a call in itself, or that a terminal must not take literally. */
const OWN: Partial<Record<FaultName, Failure>> = {
  redirects: httpResponse({ status: 301, headers: { Location: 'https://elsewhere.example:8443/login?to=secret' } }),
  'refuses the request': refused('9001', '系统维护中\u001b[2J'),
};

/** Per fault of the server: its response to a call, and the exit code and message that follow. */
export const FAULTS = Object.fromEntries(
  Object.entries(EXPECTED).map(([fault, expected]) => [
    fault,
    { answer: OWN[fault as FaultName] ?? faultyAnswer(fault as ServerFault), ...expected },
  ]),
) as Record<FaultName, { answer: Failure } & Expected>;
