import type { TaughtAnswer } from '../../../src/adapters/fake/fake-http.ts';
import { Problem } from '../../../src/core/problem.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import { at, presses, refused, type Shop } from '../shop.tsx';

export const FAULTS = ['does not answer', 'cannot be reached', 'fails with a page of HTML', 'answers what is no JSON', 'answers something else', 'says no', 'forbids it', 'is asked too often', 'takes the token no longer'] as const;
export type FaultName = (typeof FAULTS)[number];

/** True where a write may have taken effect for all that its sender knows. */
export const leavesInDoubt = (fault: FaultName): boolean => !['says no', 'forbids it', 'is asked too often'].includes(fault);

export const SAID = '系统维护中，请明天再来';

/** One of the calls of the server contract. */
export interface Call {
  name: string;
  path: string;
}

/** A place of the app that makes a call, and what its user meets when the call goes wrong. */
export interface Row {
  call: Call;
  where: string;
  /** What the server says beyond the usual while all is well. */
  server?: Record<string, TaughtAnswer>;
  /** Comes there, and does what is done there before the call. */
  comes?: (shop: Shop) => unknown;
  /** Has the call made. */
  acts: (shop: Shop) => unknown;
  /** What is read while it is waited for, where that is nothing usual. */
  waits?: string;
  /** What is read of the failure, `words` being the one sentence for its kind; `nothing`: the user loses nothing by it. */
  says?: ((words: string, fault: FaultName) => readonly string[]) | 'nothing';
  /** The way on. */
  goesOn?: (fault: FaultName, shop: Shop) => unknown;
  /** True once it has gone well. */
  isWell: (shop: Shop, fault: FaultName) => boolean;
  /** What was typed before; it is kept over a new sign-in. */
  typed?: () => unknown;
  /** What was chosen before. */
  chosen?: () => unknown;
  /** What is not true, and therefore never read. */
  never?: readonly string[];
}

/** The server's answer, and the sentence for it. */
export function faultyAnswer(fault: FaultName, isPicky: boolean, { clock }: Shop): { answer: TaughtAnswer; words: string } {
  switch (fault) {
    case 'does not answer':
      return { answer: ({ timeoutMs }) => clock.sleep(timeoutMs).then(() => new Problem('timeout')), words: copy.problems.timeout };
    case 'cannot be reached':
      return { answer: new Problem('network'), words: copy.problems.network };
    case 'fails with a page of HTML':
      return { answer: { status: 500, body: '<html><body>Internal Server Error</body></html>' }, words: copy.problems.http };
    case 'answers what is no JSON':
      return { answer: { body: '{"code":"200","da' }, words: copy.problems.parse };
    case 'answers something else':
      return { answer: { body: isPicky ? { code: '200', data: 'nonsense' } : { ok: true } }, words: copy.problems.parse };
    case 'says no':
      return { answer: refused(SAID, '9001'), words: SAID };
    case 'forbids it':
      return { answer: { status: 403 }, words: copy.problems.http };
    case 'is asked too often':
      return { answer: { status: 429, headers: { 'Retry-After': '60' } }, words: copy.problems.http };
    case 'takes the token no longer':
      return { answer: { status: 401 }, words: copy.session.expired };
  }
}

export const retries = () => presses(copy.common.retry);
export const isRead = (words: string): boolean => (document.body.textContent ?? '').includes(words);

/** A screen that makes the call as soon as it is opened, and offers to try again where that fails. */
export function opened(call: Call, where: string, address: string, isWell: () => boolean, more: Partial<Row> = {}): Row {
  return { call, where, acts: (shop) => shop.open(address), goesOn: retries, isWell, ...more };
}

/** The way into a device, which leads to its plans. */
export const wayIn = (call: Call): Row => opened(call, 'the way into a device', '/?sno=PL1001', () => at().startsWith('/lease'));

/** What it takes for a screen that is about a device: one was entered before. */
export const atADevice = { comes: (shop: Shop) => shop.withDevice() };
