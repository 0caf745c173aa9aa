import type { NoticeReason } from '../core/device/device.ts';
import { saysServerFailed } from '../core/api/server-failure.ts';
import type { Problem, ProblemCode } from '../core/problem.ts';
import { SECOND } from '../core/time.ts';
import type { CommandHint } from './command-hint.ts';

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
  usage: 'invalid command line, or confirmation required',
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
  cancelled: EXIT.gaveUp,
  'invalid-input': EXIT.usage,
};

export function exitCodeOf(problem: Problem): ExitCode {
  return codes[problem.code] ?? EXIT.failed;
}

const WORST_FIRST: readonly ExitCode[] = [EXIT.notSignedIn, EXIT.failed, EXIT.gaveUp, EXIT.notAvailable, EXIT.done];

/** The most severe of many codes; `done` for none. */
export function worstExitCode(all: ReadonlySet<ExitCode>): ExitCode {
  return WORST_FIRST.find((code) => all.has(code)) ?? EXIT.done;
}

/** Describes a failure and how to fix it. */
export function problemMessage(problem: Problem, hint: CommandHint): string {
  const { call, code, message, proxy, serverCode, serverMessage } = problem;
  switch (code) {
    case 'timeout':
      return 'The server did not answer in time. Try again, or raise the limit: --timeout 60';
    case 'network':
      if (proxy !== undefined)
        return `The proxy ${proxy} failed (${networkReason(message)}); nothing was sent. Check its address, user name and password, or exempt the server with NO_PROXY.`;
      return `Could not reach the server (${networkReason(message)}). To diagnose: ${hint`doctor`}`;
    case 'http':
      return problem.isNotTheApi ? wrongAddressMessage(problem, hint) : httpMessage(problem);
    case 'unauthorized':
      return `The token is invalid or expired. If PHYSIO_TOKEN or --token-file supplied it, replace it there; otherwise sign in again: ${hint`login --token-file FILE`}`;
    case 'parse':
      if (problem.isNotTheApi) return wrongAddressMessage(problem, hint);
      return `Unexpected response (${message}). For details run: ${hint`doctor --contract`}`;
    case 'refused':
      if (saysServerFailed(problem))
        return `The server failed: ${serverMessage ?? 'no reason given'} (code ${serverCode ?? 'unknown'}). Try again later.`;
      return serverCode === undefined
        ? message
        : `The server refused: ${serverMessage ?? 'no reason given'} (code ${serverCode})`;
    case 'no-token':
      return call === undefined && message !== code
        ? message
        : `Not signed in. Sign in: ${hint`login --token-file FILE`}`;
    case 'cancelled':
      return message === 'cancelled' ? 'Cancelled.' : message;
    case 'login-failed':
      return 'The device channel refused the credentials. Try again later.';
    case 'internal':
      return internalMessage(message);
    case 'invalid-input':
    case 'configuration':
    case 'storage':
    case 'scanner':
    case 'bridge':
      return message;
  }
}

/** An error of this program; `--verbose` prints its stack. */
export function internalMessage(message: string): string {
  return `Internal error (${message}). This is a bug: run again with --verbose and report it`;
}

const NETWORK_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host name lookup failed',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
};

/** The reason in words, with the system's error code. */
function networkReason(message: string): string {
  const code = /\bE[A-Z_]+\b/.exec(message)?.[0] ?? '';
  const reason = NETWORK_REASONS[code];
  return reason === undefined ? message : `${reason}, ${code}`;
}

/** Something other than the API answers at its address: retrying does not help. */
function wrongAddressMessage(
  { call = 'the call', status, redirectsTo, isWebPage }: Problem,
  hint: CommandHint,
): string {
  const setAddress = `Set the API address: --api URL, ${hint`profile set api URL`}, or PHYSIO_API`;
  if (isWebPage)
    return `The API address leads to a web page, not to the API. ${setAddress}. If this network requires sign-in in a browser, sign in there first.`;
  const http = `(HTTP status ${status ?? 'unknown'})`;
  if (status !== undefined && status < 400)
    return `The API address redirects${redirectsTo === undefined ? '' : ` to ${redirectsTo}`}, which physio does not follow ${http}. ${setAddress}`;
  return `The API address has no ${call} ${http}. ${setAddress}. If only this call fails, set endpoints.${call}.path in physio.config.json`;
}

function httpMessage({ status, retryAfterMs }: Problem): string {
  if (status === 403)
    return 'This account has no access (HTTP status 403). Check the number, or use another account: --profile NAME';
  if (status !== 429) return `The server failed with HTTP status ${status ?? 'unknown'}. Try again later.`;
  const wait = retryAfterMs === undefined ? 'Wait a moment' : `Wait ${Math.ceil(retryAfterMs / SECOND)} s`;
  return `Too many requests (HTTP status 429). ${wait}, then try again.`;
}

const notices: Record<NoticeReason, string> = {
  offline: 'The device is offline. Check other devices or ask the shop',
  using: 'The device is rented by someone else. Check other devices or ask the shop.',
  used: 'The device was started by someone else. Check other devices or ask the shop.',
  locked: 'The device is locked. Check other devices or ask the shop.',
  'not-in-operation': 'The device is not in operation. Check the number, or ask the shop.',
};

/** Explains why a device is not available, and how to fix it. */
export function noticeMessage(reason: NoticeReason, sno: string, hint: CommandHint): string {
  return reason === 'offline'
    ? `${notices.offline}; to wait for it: ${hint`device wait ${sno} --for online`}`
    : notices[reason];
}
