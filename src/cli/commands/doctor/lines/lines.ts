import { type DeviceSource, isBad, isTokenRejected, type Finding } from '../../../../core/diagnosis/finding.ts';
import type { Problem } from '../../../../core/problem.ts';
import { replacementText, type ReplacedSetting } from '../../../../core/treatment/settings/presets.ts';
import type { CommandHint } from '../../../words/command-hint.ts';
import { failureText, noSuchDevice, problemMessage } from '../../../words/failure.ts';
import type { Settings, UnknownSettings } from '../../../settings/settings.ts';
import { nameList } from '../../../words/text.ts';
import { callAdvice, callLines, skippedLines, SUCCESS_CODE } from './call-lines.ts';
import { channelLine, clockLine, reachLines } from './connection-lines.ts';
import { requestOf, type Line, type LineOptions } from './line.ts';
import { tryByHand } from '../writes.ts';

export function configurationLine({ profile, values, sources }: Settings): Line {
  const detail = `profile ${profile}, ${String(values.api)} (${sources.api ?? 'default'})`;
  return { check: 'configuration', result: 'good', detail };
}

/** A line for each thing that is wrong. */
export function invalidConfigurationLines(problem: Problem, hint: CommandHint): Line[] {
  const { faults = [problemMessage(problem, hint)] } = problem;
  return faults.map((advice) => ({ check: 'configuration', result: 'bad', advice }));
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

/** The line for a preset's value that the tables of the deployment lack. */
export function replacementLine(replacement: ReplacedSetting): Line {
  return {
    check: 'configuration',
    subject: 'tables',
    result: 'warning',
    detail: replacementText(replacement),
    advice: 'add the value to tables, or accept the replacement',
  };
}

/** The lines for one finding. A slow success becomes a warning. */
export function linesOf(finding: Finding, reading: LineOptions): Line[] {
  return linesFor(finding, reading).map((line) => {
    const isSlow = line.ms !== undefined && line.ms > reading.slowMs;
    if (!isSlow || line.result !== 'good') return line;
    const detail = [line.detail, `slower than ${reading.slowMs} ms`].filter(Boolean).join('; ');
    return { ...line, result: 'warning', detail };
  });
}

function linesFor(finding: Finding, reading: LineOptions): Line[] {
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
      return [clockLine(finding, result)];
    case 'device':
      return [{ check: 'device', subject: finding.sno, result: 'note', detail: DEVICE_SOURCES[finding.source] }];
    case 'no-such-device':
      return [{ check: 'device', subject: finding.sno, result, advice: failureText(noSuchDevice(finding.sno)) }];
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
      return [channelLine(finding, reading)];
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
  shared: 'shared with this account',
  history: 'from the past rentals of this account',
  order: 'from an order of this account',
};

function stopAdvice(problem: Problem): string {
  return isTokenRejected(problem)
    ? `the token was accepted before: it has expired meanwhile, or the server refuses it for ${problem.call ?? 'this call'}`
    : 'two calls in a row had no answer';
}

function tokenAdvice(problem: Problem, hint: CommandHint): string {
  if (problem.code !== 'refused') return callAdvice(problem, hint);
  return `The token is invalid or expired: sign in again. The server said so by the code 401 in its answer; the app signs out only on HTTP status 401`;
}
