import type { FieldFinding } from '../../../core/api/compare-answer.ts';
import { isBad, type Finding } from '../../../core/diagnosis/finding.ts';
import { Problem } from '../../../core/problem.ts';
import { channelFailureMessage } from '../../channel-message.ts';
import type { CommandHint } from '../../command-hint.ts';
import { problemMessage } from '../../exit-codes.ts';
import type { Settings } from '../../settings.ts';
import { nameList } from '../../text.ts';
import type { UnknownSettings } from '../../unknown-settings.ts';

/** One checked item in words; a `note` requires no action. */
export interface Line {
  check: string;
  subject?: string;
  result: 'good' | 'bad' | 'skipped' | 'note';
  ms?: number;
  detail?: string;
  advice?: string;
}

interface Reading {
  /** The API uses TLS. */
  isSecure: boolean;
  /** List each field. */
  inDetail: boolean;
  hint: CommandHint;
}

/** The call that returns the address of the device channel. */
const CHANNEL_CALL = 'device.enterPage';
const ABOUT_TLS = /CERT|SSL|TLS|SELF_SIGNED|EPROTO|UNABLE_TO_|ISSUER/;

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

/** The lines for one finding. */
export function linesOf(finding: Finding, reading: Reading): Line[] {
  const result = isBad(finding) ? 'bad' : 'good';
  switch (finding.check) {
    case 'address':
      return reachLines(finding.problem, finding.ms, reading);
    case 'token':
      return [{ check: 'token', result, advice: finding.problem && problemMessage(finding.problem, reading.hint) }];
    case 'clock':
      return [clockLine(finding.aheadMs, result)];
    case 'call':
      return callLines(finding, result, reading);
    case 'skipped': {
      const skipped: Line = {
        check: 'call',
        subject: finding.call,
        result: 'skipped',
        advice: `skipped: ${missing[finding.wants]}`,
      };
      return finding.call === CHANNEL_CALL
        ? [skipped, { ...skipped, check: 'channel', subject: undefined, advice: `skipped: ${missing.device}` }]
        : [skipped];
    }
    case 'stopped':
      return [
        {
          check: 'call',
          subject: 'remaining calls',
          result,
          detail: 'skipped',
          advice: problemMessage(finding.problem, reading.hint),
        },
      ];
    case 'channel': {
      const { step, ms, good, failure } = finding;
      const advice = failure ? channelFailureMessage(failure, reading.hint) : channelAdvice(step, reading.hint);
      const detail =
        good && failure?.step === 'subscribe' ? 'by auto_subscribe; subscribe_req was not answered' : undefined;
      return [{ check: 'channel', subject: step, result, ms, detail, advice: good ? undefined : advice }];
    }
  }
}

const missing = { device: 'no device (pass --device SNO)', operator: 'no operator', order: 'no order' } as const;

function channelAdvice(step: Extract<Finding, { check: 'channel' }>['step'], hint: CommandHint): string {
  return {
    login:
      'no login within 10 s: allow WebSocket connections to the host that device.enterPage returns; the app falls back to polling',
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
        advice: `${problemMessage(problem, hint)}; for the page: apiBase in app-config.json`,
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
    advice: result === 'bad' ? 'correct the clock of this computer' : undefined,
  };
}

function callLines(
  { call, ms, problem, fields }: Extract<Finding, { check: 'call' }>,
  result: 'good' | 'bad',
  { inDetail, hint }: Reading,
): Line[] {
  const wrong = fields.filter(isWrong).length;
  const advice = problem
    ? problemMessage(problem, hint)
    : wrong > 0 && !inDetail
      ? `${wrong} fields violate the contract: ${hint`doctor --contract`}`
      : undefined;
  return [
    { check: 'call', subject: call, result, ms, advice },
    ...(inDetail ? fields.map((field) => fieldLine(call, field)) : []),
  ];
}

function fieldLine(call: string, field: FieldFinding): Line {
  const { path, verdict, expected, got } = field;
  const facts = [verdict, expected && `expected ${expected}`, got && `got ${got}`].filter(Boolean).join(', ');
  return {
    check: 'field',
    subject: `${call} ${path === '' ? 'data' : path}`,
    result: isWrong(field) ? 'bad' : 'note',
    detail: facts,
  };
}

function isWrong({ verdict }: FieldFinding): boolean {
  return verdict === 'missing' || verdict === 'unreadable';
}
