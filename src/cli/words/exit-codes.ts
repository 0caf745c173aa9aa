import type { NoticeReason } from '../../core/device/device.ts';
import type { Problem, ProblemCode } from '../../core/problem.ts';

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  gaveUp: 3,
  notSignedIn: 4,
  notAvailable: 5,
  unconfirmed: 6,
  interrupted: 130,
} as const;

/** The description of each code. */
export const EXIT_MEANINGS: Record<keyof typeof EXIT, string> = {
  done: 'success (also for an empty list)',
  failed: 'failed, or refused by the server',
  usage: 'invalid command line or setting, or confirmation required',
  gaveUp: 'cancelled or timed out',
  notSignedIn: 'not signed in, or the token is invalid or expired',
  notAvailable: 'device offline, busy, locked or not in operation',
  unconfirmed: 'payment not confirmed',
  interrupted: 'interrupted by Ctrl-C (SIGINT)',
};

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const codes: Partial<Record<ProblemCode, ExitCode>> = {
  'no-token': EXIT.notSignedIn,
  unauthorized: EXIT.notSignedIn,
  timeout: EXIT.gaveUp,
  'not-sent': EXIT.gaveUp,
  'no-report': EXIT.gaveUp,
  cancelled: EXIT.gaveUp,
  'invalid-input': EXIT.usage,
  configuration: EXIT.usage,
};

export function exitCodeOf(problem: Problem): ExitCode {
  return codes[problem.code] ?? EXIT.failed;
}

const WORST_FIRST: readonly ExitCode[] = [EXIT.notSignedIn, EXIT.failed, EXIT.gaveUp, EXIT.notAvailable, EXIT.done];

/** The most severe of many codes; `done` for none. */
export function worstExitCode(all: ReadonlySet<ExitCode>): ExitCode {
  return WORST_FIRST.find((code) => all.has(code)) ?? EXIT.done;
}

/** How a command ends with a device that is not available. */
export function noticeExitCode(reason: NoticeReason): ExitCode {
  return reason === 'no-such-device' ? EXIT.failed : EXIT.notAvailable;
}
