import type { FieldFinding } from '../../../core/api/compare-answer.ts';
import { type DeviceSource, isBad, isTokenRejected, type Finding } from '../../../core/diagnosis/finding.ts';
import { Problem } from '../../../core/problem.ts';
import { channelFailureMessage } from '../../channel-message.ts';
import type { CommandHint } from '../../command-hint.ts';
import { failureOf, failureText, problemMessage } from '../../exit-codes.ts';
import type { Settings } from '../../settings.ts';
import { counted, nameList } from '../../text.ts';
import type { UnknownSettings } from '../../unknown-settings.ts';
import { tryByHand } from './writes.ts';

/** One checked item in words; a `note` requires no action. */
export interface Line {
  check: string;
  subject?: string;
  /** The method and the path of a call. */
  method?: string;
  path?: string;
  result: 'good' | 'bad' | 'warning' | 'skipped' | 'note';
  ms?: number;
  detail?: string;
  advice?: string;
}

export interface Reading {
  /** The API uses TLS. */
  isSecure: boolean;
  /** List each field. */
  inDetail: boolean;
  /** One line for each field, instead of one for all that need no action. */
  isMachine: boolean;
  /** The duration above which a response is slow, ms. */
  slowMs: number;
  hint: CommandHint;
}

/** The call that returns the address of the device channel. */
const CHANNEL_CALL = 'device.enterPage';
const ABOUT_TLS = /CERT|SSL|TLS|SELF_SIGNED|EPROTO|UNABLE_TO_|ISSUER/;
const SUCCESS_CODE = 'the contract’s code of success is "200"';

export function configurationLine(settings: Settings | undefined, hint: CommandHint, thrown?: unknown): Line {
  if (settings && thrown === undefined)
    return {
      check: 'configuration',
      result: 'good',
      detail: `profile ${settings.profile}, ${String(settings.values.api)} (${settings.sources.api ?? 'default'})`,
    };
  return { check: 'configuration', result: 'bad', advice: problemMessage(Problem.of(thrown), hint) };
}

export function unknownSettingsLine({ file, names }: UnknownSettings, hint: CommandHint): Line {
  return {
    check: 'configuration',
    subject: nameList(names),
    result: 'note',
    detail: `unknown settings in ${file}`,
    advice: `fix the spelling or delete them; see ${hint`help environment`}`,
  };
}

/** The lines for one finding. A slow success becomes a warning. */
export function linesOf(finding: Finding, reading: Reading): Line[] {
  return linesFor(finding, reading).map((line) => {
    const isSlow = line.ms !== undefined && line.ms > reading.slowMs;
    if (!isSlow || line.result !== 'good') return line;
    const detail = [line.detail, `slower than ${reading.slowMs} ms`].filter(Boolean).join('; ');
    return { ...line, result: 'warning', detail };
  });
}

function linesFor(finding: Finding, reading: Reading): Line[] {
  const { hint } = reading;
  const result = isBad(finding) ? 'bad' : 'good';
  switch (finding.check) {
    case 'address':
      return reachLines(finding.problem, finding.ms, reading);
    case 'token':
      if (finding.isUnverified)
        return [{ check: 'token', result: 'skipped', advice: 'not verified: no call with it succeeded' }];
      return [{ check: 'token', result, advice: finding.problem && tokenAdvice(finding.problem, hint) }];
    case 'no-token':
      return [
        {
          check: 'no-token',
          result: 'warning',
          detail: `a request without a token was answered with HTTP status ${finding.status}`,
          advice: 'answer a missing, invalid or expired token with HTTP status 401: only then the app signs out',
        },
      ];
    case 'success-code':
      return [
        {
          check: 'success-code',
          result,
          detail: `the server answers ${finding.got}`,
          advice: `${SUCCESS_CODE}: the app takes every other answer for a refusal`,
        },
      ];
    case 'clock':
      return [clockLine(finding.aheadMs, result)];
    case 'device':
      return [{ check: 'device', subject: finding.sno, result: 'note', detail: DEVICE_SOURCES[finding.source] }];
    case 'call':
      return callLines(finding, result, reading);
    case 'skipped':
      return skippedLines(finding);
    case 'stopped':
      return [
        {
          check: 'call',
          subject: 'remaining calls',
          result,
          detail: 'skipped',
          advice: stopAdvice(finding.problem),
        },
      ];
    case 'channel':
      return [channelLine(finding, hint)];
  }
}

/** The line for a write, which is never sent: what a person can do to test it. */
export function writeLine(write: { call: string; path: string }, hint: CommandHint): Line {
  const advice = tryByHand(write.call, hint);
  return { check: 'write', subject: write.call, ...requestOf(write), result: 'skipped', advice };
}

const DEVICE_SOURCES: Record<DeviceSource, string> = {
  named: 'as named by --device',
  rented: 'rented by this account',
  history: 'from the past rentals of this account',
  order: 'from an order of this account',
};

const MISSING = {
  device: 'no device (pass --device SNO)',
  operator: 'no operator',
  order: 'no order',
  rental: 'the server refused it for a device that is not rented (pass --device SNO)',
} as const;

function requestOf({ path }: { path: string }) {
  return { method: 'POST', path };
}

function skippedLines(finding: Extract<Finding, { check: 'skipped' }>): Line[] {
  const skipped: Line = {
    check: 'call',
    subject: finding.call,
    ...requestOf(finding),
    result: 'skipped',
    advice: `skipped: ${MISSING[finding.wants]}`,
  };
  return finding.call === CHANNEL_CALL
    ? [skipped, { check: 'channel', result: 'skipped', advice: skipped.advice }]
    : [skipped];
}

/** What to do about a failed call. `doctor` itself is no advice, and the address has answered before. */
function callAdvice(problem: Problem, hint: CommandHint): string {
  const failure = failureOf(problem, hint);
  const { call = 'NAME', code, status = 0, isWebPage } = problem;
  const otherPath = `if the server has this call at another path, set endpoints.${call}.path in physio.config.json and, for the page, in app-config.json`;
  if (isWebPage) return `the answer is a web page: check for a proxy or a sign-in page in between; ${otherPath}`;
  if (problem.isNotTheApi && status >= 400) return `HTTP status ${status}: ${otherPath}`;
  if (code === 'parse')
    return `${problem.message.replace(`${call}: `, '')}; the contract’s answer is JSON: {"code": "200", "message": …, "data": …}`;
  if (code === 'network' && problem.proxy === undefined) return failure.message;
  return failureText(failure);
}

function stopAdvice(problem: Problem): string {
  return isTokenRejected(problem)
    ? `the token was accepted before: it has expired meanwhile, or the server refuses it for ${problem.call ?? 'this call'}`
    : 'two calls in a row had no answer';
}

function tokenAdvice(problem: Problem, hint: CommandHint): string {
  if (problem.code !== 'refused') return callAdvice(problem, hint);
  return `The token is invalid or expired: sign in again. The server said so by the code 401 in its answer; the app signs out only on HTTP status 401`;
}

function channelLine({ step, ms, good, failure }: Extract<Finding, { check: 'channel' }>, hint: CommandHint): Line {
  const line: Line = { check: 'channel', subject: step, result: good ? 'good' : 'bad', ms };
  if (!good) return { ...line, advice: failure ? channelFailureMessage(failure, hint) : channelAdvice(step, hint) };
  if (step === 'subscribe' && failure)
    return { ...line, result: 'warning', detail: 'by auto_subscribe; subscribe_req was not answered' };
  if (step === 'login' && failure)
    return { ...line, result: 'warning', detail: `only at a later attempt: ${channelFailureMessage(failure, hint)}` };
  return line;
}

function channelAdvice(step: Extract<Finding, { check: 'channel' }>['step'], hint: CommandHint): string {
  return {
    login: 'the connection was accepted, and the login not answered within 10 s; the app falls back to polling',
    subscribe: 'no confirmation of the subscription within 20 s; the app falls back to polling',
    read: `the device reported no state: it may be off; see ${hint`device show SNO`}`,
    ping: 'the connection was lost or a ping was not answered: check for a proxy that closes idle or unknown WebSocket connections',
  }[step];
}

function reachLines(problem: Problem | undefined, ms: number, { isSecure, hint }: Reading): Line[] {
  const isTls = isSecure && problem !== undefined && ABOUT_TLS.test(problem.message);
  const tls: Line = isSecure
    ? {
        check: 'tls',
        result: isTls ? 'bad' : 'good',
        detail: isTls ? problem.message : undefined,
        advice: isTls ? tlsAdvice(problem) : undefined,
      }
    : { check: 'tls', result: 'skipped', advice: 'not used (plain http on this machine)' };
  if (!problem) return [{ check: 'address', result: 'good', ms }, tls];
  if (problem.proxy !== undefined)
    return [{ check: 'proxy', result: 'bad', ms, advice: problemMessage(problem, hint) }];
  if (isTls) return [{ check: 'address', result: 'good' }, tls];
  if (problem.isNotTheApi)
    return [
      {
        check: 'address',
        result: 'bad',
        ms,
        advice: `${problemMessage(problem, hint).replace(/\.$/, '')}; for the page: apiBase in app-config.json`,
      },
      tls,
    ];
  const advice = `check the address (${hint`profile show`}), the network and any proxy`;
  return [{ check: 'address', result: 'bad', ms, detail: problem.message, advice }];
}

function tlsAdvice({ message }: Problem): string {
  if (message.includes('EPROTO'))
    return 'the server does not support TLS on this port, or no common version: check the address and port';
  return 'replace the certificate, or for a private CA set NODE_EXTRA_CA_CERTS';
}

function clockLine(aheadMs: number | undefined, result: Line['result']): Line {
  if (aheadMs === undefined) return { check: 'clock', result: 'skipped', advice: 'the server sends no time' };
  const seconds = Math.abs(Math.round(aheadMs / 1000));
  const detail =
    seconds <= 1 ? 'in sync with the server' : `${seconds} s ${aheadMs < 0 ? 'ahead of' : 'behind'} the server`;
  return {
    check: 'clock',
    result,
    detail,
    advice: result === 'bad' ? 'correct the clock of this computer, or that of the server' : undefined,
  };
}

function callLines(
  finding: Extract<Finding, { check: 'call' }>,
  result: 'good' | 'bad',
  { inDetail, isMachine, hint }: Reading,
): Line[] {
  const { call, ms, fields } = finding;
  const wrong = fields.filter(isWrong).length;
  const advice =
    failureAdvice(finding, hint) ??
    (wrong > 0 && !inDetail
      ? `${counted(wrong, 'field violates', 'fields violate')} the contract: ${hint`doctor --contract`}`
      : undefined);
  const line: Line = { check: 'call', subject: call, ...requestOf(finding), result, ms, advice };
  const channel = call === CHANNEL_CALL && finding.answer === undefined ? [NO_CHANNEL] : [];
  if (!inDetail) return [line, ...channel];
  const ordered = [...fields.filter(isWrong), ...fields.filter(isRenamed), ...fields.filter(isHarmless)];
  if (isMachine) return [line, ...ordered.map((field) => fieldLine(finding, field)), ...channel];
  return [
    line,
    ...ordered.filter((field) => !isHarmless(field)).map((field) => fieldLine(finding, field)),
    ...HARMLESS.flatMap(([verdict, words]) => {
      const names = fields.filter((field) => isHarmless(field) && field.verdict === verdict).map(nameOf);
      return names.length === 0
        ? []
        : [{ check: 'field', subject: call, result: 'note' as const, detail: `${words}: ${names.join(', ')}` }];
    }),
    ...channel,
  ];
}

const NO_CHANNEL: Line = {
  check: 'channel',
  result: 'skipped',
  advice: `skipped: ${CHANNEL_CALL} gave no address`,
};

/** The verdicts that require no action, in words. */
const HARMLESS = [
  ['not-sent', 'optional, not sent'],
  ['unknown', 'not read by the app'],
] as const;

function failureAdvice(
  { problem, unexpectedCode }: Extract<Finding, { check: 'call' }>,
  hint: CommandHint,
): string | undefined {
  if (!problem) return unexpectedCode === undefined ? undefined : `${unexpectedCode}; ${SUCCESS_CODE}`;
  if (unexpectedCode === undefined) return callAdvice(problem, hint);
  const said = problem.serverMessage === undefined ? '' : ` (${problem.serverMessage})`;
  return `${unexpectedCode}${said}; if this is a success: ${SUCCESS_CODE}`;
}

function fieldLine({ call, path }: { call: string; path: string }, field: FieldFinding): Line {
  const { verdict, expected, got, renamedTo = [] } = field;
  const facts = [verdict.replace('-', ' '), expected && `expected ${expectedText(expected)}`, got && `got ${got}`];
  return {
    check: 'field',
    subject: `${call} ${nameOf(field)}`,
    ...requestOf({ path }),
    result: isWrong(field) ? 'bad' : isRenamed(field) ? 'warning' : 'note',
    detail: facts.filter(Boolean).join(', '),
    advice: renamedTo.length === 0 ? undefined : renameAdvice(renamedTo),
  };
}

/** A type of the contract in words; the schemas name JavaScript's types. */
export function expectedText(expected: string): string {
  return expected
    .replace(/^expected /, '')
    .replaceAll(/[()]/g, '')
    .replaceAll(' | ', ' or ')
    .replace('null or ', '')
    .replaceAll('string', 'text')
    .replace('Object', 'an object')
    .replace('Array', 'a list');
}

/** Asks whether a field was renamed, as `the answer has "expiresAt" of the same form: renamed?` */
export function renameAdvice(names: readonly string[]): string {
  return `the answer has ${names.map((name) => `"${name}"`).join(' or ')} of the same form: renamed?`;
}

/** The path of a field; `data` for the whole answer. */
export function nameOf({ path }: FieldFinding): string {
  return path === '' ? 'data' : path;
}

/** True if the field violates the contract. */
export function isWrong({ verdict }: FieldFinding): boolean {
  return verdict === 'missing' || verdict === 'unreadable';
}

/** True for an optional field that may have been renamed. */
export function isRenamed({ verdict, renamedTo }: FieldFinding): boolean {
  return verdict === 'not-sent' && renamedTo !== undefined;
}

function isHarmless(field: FieldFinding): boolean {
  return !isWrong(field) && !isRenamed(field);
}
