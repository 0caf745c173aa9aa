import { Problem } from '../../../src/core/problem.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import { type AnyEndpoint, type FakeServer, httpResponse, refused } from '../../helpers/fake-server.ts';
import { plantedError } from '../../helpers/planted.ts';
import { type AppHarness, at, presses } from '../app-harness.tsx';

export const FAULTS = [
  'does not respond',
  'is unreachable',
  'returns an HTML error page',
  'returns invalid JSON',
  'returns an unexpected shape',
  'refuses the request',
  'returns status 403',
  'returns status 429',
  'rejects the token',
] as const;
/** The page itself has a bug in the call. */
export const BUG = 'is right and the page has a bug';
export type FaultName = (typeof FAULTS)[number] | typeof BUG;

/** True if the sender cannot know whether its write took effect. */
export const mayHaveTakenEffect = (fault: FaultName): boolean =>
  ![BUG, 'refuses the request', 'returns status 403', 'returns status 429'].includes(fault);

export const REFUSAL_MESSAGE = '系统维护中，请明天再来';

/** A place of the app that makes a call, and the expected effect of each fault on it. */
export interface Row {
  call: AnyEndpoint;
  place: string;
  /** Sets the responses that differ from the defaults while nothing fails. */
  server?: (http: FakeServer) => unknown;
  /** Opens the place, and does everything that precedes the call. */
  setUp?: (app: AppHarness) => unknown;
  /** Triggers the call. */
  trigger: (app: AppHarness) => unknown;
  /** The text during the wait, if it is not one of the common ones. */
  waitingText?: string;
  /** The expected messages; `words` is the message of the fault's kind. `nothing`: the fault has no visible effect. */
  messages?: ((words: string, fault: FaultName) => readonly string[]) | 'nothing';
  /** Repeats the call as the user would. */
  retry?: (fault: FaultName, app: AppHarness) => unknown;
  /** True once the call has succeeded. */
  hasSucceeded: (app: AppHarness, fault: FaultName) => boolean;
  /** The typed values, which must survive the fault and a new entry. */
  typedValues?: () => unknown;
  /** The chosen options, which must survive the fault. */
  chosenOptions?: () => unknown;
  /** Texts that would be wrong and must not appear. */
  wrongTexts?: readonly string[];
}

/** The response of the fault, and its message. */
export function faultyResponse(
  fault: FaultName,
  isStrict: boolean,
  { clock }: AppHarness,
): { answer: Parameters<FakeServer['fails']>[1]; words: string } {
  switch (fault) {
    case 'does not respond':
      return {
        answer: ({ timeoutMs }) => clock.sleep(timeoutMs).then(() => new Problem('timeout')),
        words: copy.problems.timeout,
      };
    case 'is unreachable':
      return { answer: new Problem('network'), words: copy.problems.network };
    case 'returns an HTML error page':
      return {
        answer: httpResponse({ status: 500, body: '<html><body>Internal Server Error</body></html>' }),
        words: copy.problems.http,
      };
    case 'returns invalid JSON':
      return { answer: httpResponse({ body: '{"code":"200","da' }), words: copy.problems.parse };
    case 'returns an unexpected shape':
      return {
        answer: httpResponse({ body: isStrict ? { code: '200', data: 'nonsense' } : { ok: true } }),
        words: copy.problems.parse,
      };
    case 'refuses the request':
      return { answer: refused('9001', REFUSAL_MESSAGE), words: REFUSAL_MESSAGE };
    case 'returns status 403':
      return { answer: httpResponse({ status: 403 }), words: copy.problems.http };
    case 'returns status 429':
      return { answer: httpResponse({ status: 429, headers: { 'Retry-After': '60' } }), words: copy.problems.http };
    case 'rejects the token':
      return { answer: httpResponse({ status: 401 }), words: copy.session.expired };
    case BUG:
      return { answer: async () => Problem.of(plantedError()), words: copy.problems.internal };
  }
}

export const retries = () => presses(copy.common.retry);
export const isShown = (words: string): boolean => (document.body.textContent ?? '').includes(words);

/** A screen that makes the call on opening, and offers a retry. */
export function onOpening(
  call: AnyEndpoint,
  place: string,
  address: string,
  hasSucceeded: () => boolean,
  more: Partial<Row> = {},
): Row {
  return { call, place, trigger: (app) => app.open(address), retry: retries, hasSucceeded, ...more };
}

/** The entry of a device, which leads to its plans. */
export const onEntry = (call: AnyEndpoint): Row =>
  onOpening(call, 'the device entry', '/?sno=PL1001', () => at().startsWith('/lease'));

/** Setup of a screen about a device: an earlier entry selected one. */
export const withSelectedDevice = { setUp: (app: AppHarness) => app.withDevice() };

/** Setup of a screen that only the person sees whose own lease the device is. */
export const withOwnLease = { setUp: (app: AppHarness) => app.withOwnLease() };
