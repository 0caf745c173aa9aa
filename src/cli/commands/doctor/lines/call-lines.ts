import type { Finding } from '../../../../core/diagnosis/finding.ts';
import type { Problem } from '../../../../core/problem.ts';
import type { CommandHint } from '../../../words/command-hint.ts';
import { failureOf, failureText } from '../../../words/failure.ts';
import { serverWords } from '../../../words/phone.ts';
import { counted } from '../../../words/text.ts';
import { fieldLine, HARMLESS, isHarmless, isRenamed, isWrong, nameOf } from './field-lines.ts';
import { requestOf, type Line, type LineOptions } from './line.ts';

/** The call that returns the address of the device channel. */
const CHANNEL_CALL = 'device.enterPage';
export const SUCCESS_CODE = 'the contract’s code of success is "200"';

const MISSING = {
  device: 'no device (pass --device SNO)',
  'known-device': 'no device has the number',
  operator: 'no operator',
  order: 'no order',
  rental: 'the server refused it for a device that is not rented (pass --device SNO)',
} as const;

export function skippedLines(finding: Extract<Finding, { check: 'skipped' }>): Line[] {
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

export function callLines(
  finding: Extract<Finding, { check: 'call' }>,
  result: 'good' | 'bad',
  { inDetail, isMachine, hint }: LineOptions,
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
        : [
            {
              check: 'field' as const,
              subject: call,
              result: 'note' as const,
              detail: `${words}: ${names.join(', ')}`,
            },
          ];
    }),
    ...channel,
  ];
}

const NO_CHANNEL: Line = {
  check: 'channel',
  result: 'skipped',
  advice: `skipped: ${CHANNEL_CALL} gave no address`,
};

function failureAdvice(
  { problem, unexpectedCode }: Extract<Finding, { check: 'call' }>,
  hint: CommandHint,
): string | undefined {
  if (!problem) return unexpectedCode === undefined ? undefined : `${unexpectedCode}; ${SUCCESS_CODE}`;
  if (unexpectedCode === undefined) return callAdvice(problem, hint);
  const said = problem.serverMessage === undefined ? '' : ` (${serverWords(problem.serverMessage)})`;
  return `${unexpectedCode}${said}; if this is a success: ${SUCCESS_CODE}`;
}

/** What to do about a failed call. `doctor` itself is no advice, and the address has answered before. */
export function callAdvice(problem: Problem, hint: CommandHint): string {
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
