import type { Notice } from '../../core/device/device.ts';
import {
  isAboutDevice,
  saysNoSuchDevice,
  saysNotInOperation,
  saysServerFailed,
} from '../../core/api/server-failure.ts';
import { Problem } from '../../core/problem.ts';
import { SECOND } from '../../core/basics/time.ts';
import type { CommandHint } from './command-hint.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { serverWords } from './phone.ts';
import { plain } from './text.ts';
import { certificateFault, networkReason, storageText } from './system-errors.ts';

/**
 * What a failed command reports: text for people, or the fields of a JSON object. Its sentences, and those of warnings and
 * notes, begin with a capital letter, unless they begin with a name as people type it: a number, a file, an option, a field.
 */
export interface Failure {
  /** What happened. */
  message: string;
  /** What to do: a step or a command. */
  hint?: string;
  /** A word for programs. Default: the code of the problem. */
  code?: string;
  problem?: Problem;
}

/** The failure as one text. */
export function failureText({ message, hint }: Failure): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

/** The failure for programs; unknown values are null. What a command concludes from a refusal keeps the call and the code of it. */
export function errorFields({ message, hint, code, problem }: Failure, exit: ExitCode) {
  const cause = problem?.cause instanceof Problem ? problem.cause : undefined;
  return {
    code: code ?? problem?.code ?? (exit === EXIT.usage ? 'invalid-input' : 'refused'),
    message: plain(message),
    call: problem?.call ?? cause?.call ?? null,
    status: problem?.status ?? cause?.status ?? null,
    serverCode: problem?.serverCode ?? cause?.serverCode ?? null,
    hint: hint === undefined ? null : plain(hint),
    exit,
  };
}

/** The failure of a command with the failure that caused it. */
export function withContext(what: string, cause: Failure): Failure {
  return { ...cause, message: `${what} ${cause.message}` };
}

/** Describes a problem and how to fix it, as one text. */
export function problemMessage(problem: Problem, hint: CommandHint): string {
  return failureText(failureOf(problem, hint));
}

/** Describes a problem and how to fix it. */
export function failureOf(problem: Problem, hint: CommandHint): Failure {
  return { ...explanationOf(problem, hint), problem };
}

function explanationOf(problem: Problem, hint: CommandHint): Failure {
  const { call, code, message, proxy, serverCode, serverMessage } = problem;
  switch (code) {
    case 'timeout':
      return {
        message: `The server did not answer in time${at(hint)}.`,
        hint: `Try again${hint.longerTimeout === undefined ? '.' : `, or raise the limit: --timeout ${hint.longerTimeout}`}`,
      };
    case 'not-sent':
      return { message: 'The command was not sent, because too long had passed.', hint: 'Try again.' };
    case 'no-report':
      return { message: 'No report shows that this start took effect.' };
    case 'network':
      if (proxy !== undefined)
        return {
          message: `The proxy ${proxy} failed (${networkReason(message)}).`,
          hint: 'Check its address, user name and password, or exempt the server with NO_PROXY.',
        };
      return connectionFailure(message, hint);
    case 'http':
      return problem.isNotTheApi ? wrongAddress(problem, hint) : httpFailure(problem, hint);
    case 'unauthorized':
      return rejectedToken(hint);
    case 'parse':
      if (problem.isNotTheApi) return wrongAddress(problem, hint);
      return { message: `Unexpected response (${message}).`, hint: `For details run: ${hint`doctor --contract`}` };
    case 'refused':
      if (problem.sno !== undefined && saysNoSuchDevice(problem)) return noSuchDevice(problem.sno);
      return serverCode === undefined && serverMessage === undefined ? { message } : refusal(problem, hint);
    case 'no-token':
      if (call === undefined && message !== code) return { message };
      // A given token is no longer sent once the server has rejected it.
      if (hint.replaceToken !== undefined) return rejectedToken(hint);
      return { message: 'Not signed in.', hint: `Sign in: ${hint`login --token-file FILE`}` };
    case 'cancelled':
      return { message: message === 'cancelled' ? 'Cancelled.' : message };
    case 'login-failed':
      return { message: 'The device channel refused the credentials.', hint: 'Try again later.' };
    case 'internal':
      return internalFailure(message);
    case 'storage':
      return { message: storageText(message) };
    case 'configuration':
      return problem.faults === undefined
        ? { message }
        : { message: `${message}.`, hint: `To see where each value comes from: ${hint`profile show`}` };
    case 'invalid-input':
    case 'scanner':
    case 'bridge':
      return { message };
  }
}

function rejectedToken(hint: CommandHint): Failure {
  return {
    message: `The token is invalid or expired${at(hint)}.`,
    hint: hint.replaceToken ?? `Sign in again: ${hint`login --token-file FILE`}`,
  };
}

const NOT_FOUND = '404';

/** What a server did that answered with another code than that of success. One that is busy with the device has not failed. */
export function verbOf({
  serverCode,
  serverMessage,
}: Pick<Problem, 'serverCode' | 'serverMessage'>): 'failed' | 'refused' {
  const refused = { code: 'refused', serverCode, serverMessage } as const;
  return saysServerFailed(refused) && !isAboutDevice(refused) ? 'failed' : 'refused';
}

/** A server that is busy with the device has not failed, but a later try may succeed as well. */
function refusal(problem: Problem, hint: CommandHint): Failure {
  const { serverCode = 'unknown', serverMessage } = problem;
  const isTemporary = saysServerFailed(problem);
  return {
    message: `The server ${verbOf(problem)}: ${serverMessage === undefined ? 'no reason given' : serverWords(serverMessage)} (code ${serverCode}).`,
    hint: isTemporary ? 'Try again later.' : serverCode === NOT_FOUND ? whatToCheck(problem, hint) : undefined,
  };
}

function whatToCheck(problem: Problem, hint: CommandHint): string | undefined {
  if (hasNumber(problem)) return 'Check the number.';
  const isOfOperator = problem.call === 'lease.listUsePlans';
  return isOfOperator ? `Check the ID of the operator. Those of your cards: ${hint`card list`}` : undefined;
}

/** True if the call names a device or an order. */
function hasNumber({ sno, orderNo }: Problem): boolean {
  return sno !== undefined || orderNo !== undefined;
}

/** An error of this program; `--verbose` prints its stack. */
function internalFailure(message: string): Failure {
  return { message: `Internal error (${message}).`, hint: 'This is a bug: run again with --verbose and report it' };
}

/** The server and the profile that a failure is about. */
function at({ server }: CommandHint): string {
  return server === undefined ? '' : `: ${server}`;
}

function connectionFailure(message: string, hint: CommandHint): Failure {
  const certificate = certificateFault(message);
  return certificate === undefined
    ? {
        message: `Could not reach the server (${networkReason(message)})${at(hint)}.`,
        hint: `To diagnose: ${hint`doctor`}`,
      }
    : {
        message: `The server's certificate ${certificate.what}${at(hint)}.`,
        hint: `To fix: ${certificate.advice}.`,
      };
}

/** Something other than the API answers at its address: retrying does not help. */
function wrongAddress({ call = 'the call', status, redirectsTo, isWebPage }: Problem, hint: CommandHint): Failure {
  const setAddress = `Set the API address: --api URL, ${hint`profile set api URL`}, or PHYSIO_API`;
  if (isWebPage)
    return {
      message: `The API address leads to a web page, not to the API${at(hint)}.`,
      hint: `${setAddress}. If this network requires sign-in in a browser, sign in there first.`,
    };
  const http = `(HTTP status ${status ?? 'unknown'})`;
  if (status !== undefined && status < 400)
    return {
      message: `The API address redirects${redirectsTo === undefined ? '' : ` to ${redirectsTo}`}, which physio does not follow ${http}${at(hint)}.`,
      hint: setAddress,
    };
  return {
    message: `The API address has no ${call} ${http}${at(hint)}.`,
    hint: `${setAddress}. If only this call fails, set endpoints.${call}.path in physio.config.json`,
  };
}

function httpFailure(problem: Problem, hint: CommandHint): Failure {
  const { status, retryAfterMs } = problem;
  if (status === 403) {
    const another = hasNumber(problem) ? 'Check the number, or use another account' : 'Use another account';
    return {
      message: `This account has no access (HTTP status 403)${at(hint)}.`,
      hint: `${another}: --profile NAME. If every call ends so: ${hint`doctor`}`,
    };
  }
  if (status === 429) {
    const wait = retryAfterMs === undefined ? 'Wait a moment' : `Wait ${Math.ceil(retryAfterMs / SECOND)} s`;
    return { message: `Too many requests (HTTP status 429)${at(hint)}.`, hint: `${wait}, then try again.` };
  }
  return problem.refusedRequest
    ? {
        message: `The server refused the request with HTTP status ${status ?? 'unknown'}${at(hint)}.`,
        hint: 'Sent again, the same request is refused again: check the API address, appKey and version, and what is in front of the server.',
      }
    : { message: `The server failed with HTTP status ${status ?? 'unknown'}${at(hint)}.`, hint: 'Try again later.' };
}

export const ASK_THE_OPERATOR = 'Check other devices or ask the operator';

const notices = {
  offline: 'The device is offline.',
  using: 'The device is already rented.',
  used: 'The device was started by someone else.',
  locked: 'The device is locked.',
};

/** A server may tell capitals from small letters. */
function checkTheNumber(sno: string): string {
  const capitals = /[a-z]/.test(sno) ? ` (is it ${sno.toUpperCase()}?)` : '';
  return `Check the label on the device${capitals}, or pass the link of its code.`;
}

/** Says that no device has the number. */
export function noSuchDevice(sno: string): Failure {
  return { code: 'no-such-device', message: `No device has the number ${sno}.`, hint: checkTheNumber(sno) };
}

/** Explains why a device is not available, and what to do. Its code is the reason. */
export function noticeFailure(notice: Notice, sno: string, hint: CommandHint): Failure {
  const { reason } = notice;
  switch (reason) {
    case 'no-such-device':
      return noSuchDevice(sno);
    case 'not-in-operation':
      return {
        code: reason,
        message: notInOperation(notice.refusal, hint),
        hint: 'Check the number, or ask the operator.',
        problem: notice.refusal,
      };
    case 'offline': {
      const wait = hint`device wait ${sno} --for online`;
      return { code: reason, message: notices[reason], hint: `${ASK_THE_OPERATOR}; to wait for it: ${wait}` };
    }
    default:
      return { code: reason, message: notices[reason], hint: `${ASK_THE_OPERATOR}.` };
  }
}

/** Any refusal because of a device counts, but only its words say whether the device is out of operation. */
function notInOperation(problem: Problem, hint: CommandHint): string {
  return saysNotInOperation(problem)
    ? 'The device is not in operation.'
    : `${refusal(problem, hint).message} The device counts as not in operation.`;
}
