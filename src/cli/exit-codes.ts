import type { NoticeReason } from '../core/device/device.ts';
import { saysServerFailed } from '../core/api/server-failure.ts';
import type { Problem, ProblemCode } from '../core/problem.ts';
import { SECOND } from '../core/time.ts';
import type { CommandHint } from './command-hint.ts';

export const EXIT = { done: 0, failed: 1, usage: 2, gaveUp: 3, notSignedIn: 4, notAvailable: 5, unconfirmed: 6, interrupted: 130 } as const;

/** What each of them says to a script. */
export const EXIT_MEANINGS: Record<keyof typeof EXIT, string> = {
  done: 'done; an empty list is done, too',
  failed: 'failed, or refused by the server',
  usage: 'the command line cannot be understood, or a yes is missing',
  gaveUp: 'cancelled, or not done in time',
  notSignedIn: 'not signed in, or the token is no longer taken',
  notAvailable: 'the device is offline, busy, locked or not in operation',
  unconfirmed: 'nobody knows yet whether the payment went through',
  interrupted: 'ended by Ctrl-C, by the signal SIGINT',
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

const GRAVEST_FIRST: readonly ExitCode[] = [EXIT.notSignedIn, EXIT.failed, EXIT.gaveUp, EXIT.notAvailable, EXIT.done];

/** The one code for many outcomes: the gravest, where none stands for nothing having gone wrong. */
export function gravest(all: ReadonlySet<ExitCode>): ExitCode {
  return GRAVEST_FIRST.find((code) => all.has(code)) ?? EXIT.done;
}

/** What broke, and what to do about it. */
export function sentenceOf(problem: Problem, hint: CommandHint): string {
  const { call, code, message, proxy, serverCode, serverMessage } = problem;
  switch (code) {
    case 'timeout':
      return 'The server did not answer in time. Try again, or allow it more: --timeout 60';
    case 'network':
      if (proxy !== undefined) return `The proxy ${proxy} failed (${networkReason(message)}), and nothing was sent. Check its address, user name and password, or exempt the server with NO_PROXY.`;
      return `The server cannot be reached (${networkReason(message)}). Find out why: ${hint`doctor`}`;
    case 'http':
      return problem.isNotTheApi ? addressSentence(problem, hint) : httpSentence(problem);
    case 'unauthorized':
      return `The token is invalid or expired. Replace it where PHYSIO_TOKEN or --token-file gave it; otherwise sign in again: ${hint`login --token-file FILE`}`;
    case 'parse':
      if (problem.isNotTheApi) return addressSentence(problem, hint);
      return `The answer is not as agreed (${message}). Compare it: ${hint`doctor --contract`}`;
    case 'refused':
      if (saysServerFailed(problem)) return `The server failed: ${serverMessage ?? 'it gave no reason'} (code ${serverCode ?? 'unknown'}). Try again in a while.`;
      return serverCode === undefined ? message : `The server refused: ${serverMessage ?? 'it gave no reason'} (code ${serverCode})`;
    case 'no-token':
      return call === undefined && message !== code ? message : `Not signed in. Sign in: ${hint`login --token-file FILE`}`;
    case 'cancelled':
      return message === 'cancelled' ? 'Cancelled.' : message;
    case 'login-failed':
      return 'The device channel refused its credentials. Try again in a while.';
    case 'internal':
      return internalSentence(message);
    case 'invalid-input':
    case 'configuration':
    case 'storage':
    case 'scanner':
    case 'bridge':
      return message;
  }
}

/** An error of this program; `--verbose` prints where it came from. */
export function internalSentence(message: string): string {
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

/** In words, with the code by which it can be looked up. */
function networkReason(message: string): string {
  const code = /\bE[A-Z_]+\b/.exec(message)?.[0] ?? '';
  const reason = NETWORK_REASONS[code];
  return reason === undefined ? message : `${reason}, ${code}`;
}

/** Somebody else answers at the API's address: trying again is of no use. */
function addressSentence({ call = 'the call', status, redirectsTo, isWebPage }: Problem, hint: CommandHint): string {
  const setAddress = `Set the address of the API: --api URL, ${hint`profile set api URL`}, or PHYSIO_API`;
  if (isWebPage) return `The API address leads to a web page, not to the API. ${setAddress}. If this network asks for a sign-in in a browser, sign in there first.`;
  const http = `(HTTP status ${status ?? 'unknown'})`;
  if (status !== undefined && status < 400) return `The API address redirects${redirectsTo === undefined ? '' : ` to ${redirectsTo}`}, which is not followed ${http}. ${setAddress}`;
  return `There is no ${call} at the API address ${http}. ${setAddress}. Where only this call fails, set endpoints.${call}.path in physio.config.json`;
}

function httpSentence({ status, retryAfterMs }: Problem): string {
  if (status === 403) return 'This account has no access here (HTTP status 403). Check the number, or use another account: --profile NAME';
  if (status !== 429) return `The server failed with HTTP status ${status ?? 'unknown'}. Try again in a while.`;
  const wait = retryAfterMs === undefined ? 'Wait a moment' : `Wait ${Math.ceil(retryAfterMs / SECOND)} s`;
  return `Too many requests (HTTP status 429). ${wait}, then try again.`;
}

const notices: Record<NoticeReason, string> = {
  offline: 'The device is offline. Look at other devices or ask the shop',
  using: 'The device is rented by somebody else. Look at other devices or ask the shop.',
  used: 'The device was started by somebody else. Look at other devices or ask the shop.',
  locked: 'The device is locked. Look at other devices or ask the shop.',
  'not-in-operation': 'The device is not in operation. Check the number, or ask the shop.',
};

/** Why a device cannot be entered, and what to do. */
export function noticeSentence(reason: NoticeReason, sno: string, hint: CommandHint): string {
  return reason === 'offline' ? `${notices.offline}; wait for it: ${hint`device wait ${sno} --for online`}` : notices[reason];
}
