import { Problem } from '../../../src/core/problem.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import { type AnyEndpoint, type FakeServer, httpResponse, refused } from '../../helpers/fake-server.ts';
import { plantedError } from '../../helpers/planted.ts';
import { type AppHarness, at, presses } from '../app-harness.tsx';

/** How a call ends: its answer is lost, the server refuses it, or the page itself has a bug. Nothing else tells a screen more. */
export const LOST = 'does not answer';
export const REFUSED = 'refuses the request';
export const BUG = 'is right and the page has a bug';
export const SIGNED_OUT = 'rejects the token';
export type FaultName = typeof LOST | typeof REFUSED | typeof BUG | typeof SIGNED_OUT;

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

/** The message of each fault. */
const MESSAGES: Record<FaultName, string> = {
  [LOST]: copy.problems.timeout,
  [REFUSED]: '系统维护中，请明天再来',
  [BUG]: copy.problems.internal,
  [SIGNED_OUT]: copy.session.expired,
};

/** The response of the fault, and its message. */
export function faultyResponse(
  fault: FaultName,
  { clock }: AppHarness,
): { answer: Parameters<FakeServer['fails']>[1]; words: string } {
  const words = MESSAGES[fault];
  if (fault === BUG) return { answer: async () => Problem.of(plantedError()), words };
  if (fault === LOST)
    return { answer: ({ timeoutMs }) => clock.sleep(timeoutMs).then(() => new Problem('timeout')), words };
  return { answer: fault === REFUSED ? refused('9001', words) : httpResponse({ status: 401 }), words };
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
