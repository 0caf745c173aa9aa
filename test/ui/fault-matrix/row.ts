import { Problem } from '../../../src/core/problem.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import { type AnyEndpoint, type FakeServer, httpResponse, refused } from '../../helpers/fake-server.ts';
import { type AppHarness, at, presses } from '../app-harness.tsx';

export const FAULTS = [
  'does not answer',
  'cannot be reached',
  'fails with a page of HTML',
  'answers what is no JSON',
  'answers something else',
  'says no',
  'forbids it',
  'is asked too often',
  'takes the token no longer',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** True where a write may have taken effect for all that its sender knows. */
export const leavesInDoubt = (fault: FaultName): boolean =>
  !['says no', 'forbids it', 'is asked too often'].includes(fault);

export const SAID = '系统维护中，请明天再来';

/** A place of the app that makes a call, and what its user meets when the call goes wrong. */
export interface Row {
  call: AnyEndpoint;
  where: string;
  /** Teaches what the server answers beyond the usual while all is well. */
  server?: (http: FakeServer) => unknown;
  /** Comes there, and does what is done there before the call. */
  comes?: (app: AppHarness) => unknown;
  /** Has the call made. */
  acts: (app: AppHarness) => unknown;
  /** What is read while it is waited for, where that is nothing usual. */
  waits?: string;
  /** What is read of the failure, `words` being the one sentence for its kind; `nothing`: the user loses nothing by it. */
  says?: ((words: string, fault: FaultName) => readonly string[]) | 'nothing';
  /** The way on. */
  goesOn?: (fault: FaultName, app: AppHarness) => unknown;
  /** True once it has gone well. */
  isWell: (app: AppHarness, fault: FaultName) => boolean;
  /** What was typed before; it is kept over a new sign-in. */
  typed?: () => unknown;
  /** What was chosen before. */
  chosen?: () => unknown;
  /** What is not true, and therefore never read. */
  never?: readonly string[];
}

/** The server's answer, and the sentence for it. */
export function faultyAnswer(
  fault: FaultName,
  isPicky: boolean,
  { clock }: AppHarness,
): { answer: Parameters<FakeServer['fails']>[1]; words: string } {
  switch (fault) {
    case 'does not answer':
      return {
        answer: ({ timeoutMs }) => clock.sleep(timeoutMs).then(() => new Problem('timeout')),
        words: copy.problems.timeout,
      };
    case 'cannot be reached':
      return { answer: new Problem('network'), words: copy.problems.network };
    case 'fails with a page of HTML':
      return {
        answer: httpResponse({ status: 500, body: '<html><body>Internal Server Error</body></html>' }),
        words: copy.problems.http,
      };
    case 'answers what is no JSON':
      return { answer: httpResponse({ body: '{"code":"200","da' }), words: copy.problems.parse };
    case 'answers something else':
      return {
        answer: httpResponse({ body: isPicky ? { code: '200', data: 'nonsense' } : { ok: true } }),
        words: copy.problems.parse,
      };
    case 'says no':
      return { answer: refused('9001', SAID), words: SAID };
    case 'forbids it':
      return { answer: httpResponse({ status: 403 }), words: copy.problems.http };
    case 'is asked too often':
      return { answer: httpResponse({ status: 429, headers: { 'Retry-After': '60' } }), words: copy.problems.http };
    case 'takes the token no longer':
      return { answer: httpResponse({ status: 401 }), words: copy.session.expired };
  }
}

export const retries = () => presses(copy.common.retry);
export const isRead = (words: string): boolean => (document.body.textContent ?? '').includes(words);

/** A screen that makes the call as soon as it is opened, and offers to try again where that fails. */
export function opened(
  call: AnyEndpoint,
  where: string,
  address: string,
  isWell: () => boolean,
  more: Partial<Row> = {},
): Row {
  return { call, where, acts: (app) => app.open(address), goesOn: retries, isWell, ...more };
}

/** The way into a device, which leads to its plans. */
export const wayIn = (call: AnyEndpoint): Row =>
  opened(call, 'the way into a device', '/?sno=PL1001', () => at().startsWith('/lease'));

/** What it takes for a screen that is about a device: one was entered before. */
export const atADevice = { comes: (app: AppHarness) => app.withDevice() };
