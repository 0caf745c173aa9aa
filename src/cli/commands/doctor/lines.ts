import type { FieldFinding } from '../../../core/api/compare-answer.ts';
import { isBad, type Finding } from '../../../core/diagnosis/finding.ts';
import { Problem } from '../../../core/problem.ts';
import { channelSentence } from '../../channel-sentence.ts';
import type { CommandHint } from '../../command-hint.ts';
import { sentenceOf } from '../../exit-codes.ts';
import type { Settings } from '../../settings.ts';
import { nameList } from '../../text.ts';
import type { UnknownSettings } from '../../unknown-settings.ts';

/** One thing that was looked at, in words; `note` is what is worth knowing and needs nothing done. */
export interface Line {
  check: string;
  subject?: string;
  result: 'good' | 'bad' | 'skipped' | 'note';
  ms?: number;
  detail?: string;
  advice?: string;
}

interface Reading {
  /** The API is spoken to over TLS. */
  isSecure: boolean;
  /** Field by field. */
  inDetail: boolean;
  hint: CommandHint;
}

/** Names the address of the device channel. */
const CHANNEL_CALL = 'device.enterPage';
const ABOUT_TLS = /CERT|SSL|TLS|SELF_SIGNED|EPROTO|UNABLE_TO_|ISSUER/;

export function configurationLine(settings: Settings | undefined, hint: CommandHint, thrown?: unknown): Line {
  if (settings && thrown === undefined)
    return { check: 'configuration', result: 'good', detail: `profile ${settings.profile}, ${String(settings.values.api)} (${settings.sources.api ?? 'default'})` };
  return { check: 'configuration', result: 'bad', advice: sentenceOf(Problem.of(thrown), hint) };
}

export function unknownSettingsLine({ file, names }: UnknownSettings, hint: CommandHint): Line {
  return { check: 'configuration', subject: nameList(names), result: 'note', detail: `unknown settings in ${file}`, advice: `correct the spelling or delete them; see ${hint`help environment`}` };
}

/** The lines that tell one finding. */
export function linesOf(finding: Finding, reading: Reading): Line[] {
  const result = isBad(finding) ? 'bad' : 'good';
  switch (finding.check) {
    case 'address':
      return reachLines(finding.problem, finding.ms, reading);
    case 'token':
      return [{ check: 'token', result, advice: finding.problem && sentenceOf(finding.problem, reading.hint) }];
    case 'clock':
      return [clockLine(finding.aheadMs, result)];
    case 'call':
      return callLines(finding, result, reading);
    case 'skipped': {
      const skipped: Line = { check: 'call', subject: finding.call, result: 'skipped', advice: `not asked, for want of ${wanted[finding.wants]}` };
      return finding.call === CHANNEL_CALL ? [skipped, { ...skipped, check: 'channel', subject: undefined, advice: `not tried, for want of ${wanted.device}` }] : [skipped];
    }
    case 'stopped':
      return [{ check: 'call', subject: 'the rest', result, detail: 'not asked', advice: sentenceOf(finding.problem, reading.hint) }];
    case 'channel': {
      const { step, ms, good, failure } = finding;
      const advice = failure ? channelSentence(failure, reading.hint) : channelAdvice(step, reading.hint);
      const detail = good && failure?.step === 'subscribe' ? 'by auto_subscribe: subscribe_req was not answered' : undefined;
      return [{ check: 'channel', subject: step, result, ms, detail, advice: good ? undefined : advice }];
    }
  }
}

const wanted = { device: 'a device; name one with --device SNO', operator: 'an operator', order: 'an order' } as const;

function channelAdvice(step: Extract<Finding, { check: 'channel' }>['step'], hint: CommandHint): string {
  return {
    login: 'no login within 10 s: let websockets pass to the host that device.enterPage names; the app falls back to polling',
    subscribe: 'the subscription was not confirmed within 20 s; the app falls back to polling',
    read: `the device told no state: it may be off; see ${hint`device show SNO`}`,
    ping: 'the line broke, or a ping was not answered: look for a proxy that cuts idle or foreign websockets',
  }[step];
}

function reachLines(problem: Problem | undefined, ms: number, { isSecure, hint }: Reading): Line[] {
  const isTls = isSecure && problem !== undefined && ABOUT_TLS.test(problem.message);
  const tls: Line = isSecure
    ? { check: 'tls', result: isTls ? 'bad' : 'good', detail: isTls ? problem.message : undefined, advice: isTls ? tlsAdvice(problem) : undefined }
    : { check: 'tls', result: 'skipped', advice: 'not used: plain http on this machine' };
  if (!problem) return [{ check: 'address', result: 'good', ms }, tls];
  if (problem.proxy !== undefined) return [{ check: 'proxy', result: 'bad', ms, advice: sentenceOf(problem, hint) }];
  if (isTls) return [{ check: 'address', result: 'good' }, tls];
  if (problem.isNotTheApi) return [{ check: 'address', result: 'bad', ms, advice: `${sentenceOf(problem, hint)}; for the page: apiBase in app-config.json` }, tls];
  const advice = `look at the address (${hint`profile show`}), the network, and any proxy`;
  return [{ check: 'address', result: 'bad', ms, detail: problem.message, advice }];
}

function tlsAdvice({ message }: Problem): string {
  if (message.includes('EPROTO')) return 'the server does not speak TLS there, or no version in common: look at the address and its port';
  return 'have the certificate mended; for an own authority set NODE_EXTRA_CA_CERTS';
}

function clockLine(aheadMs: number | undefined, result: Line['result']): Line {
  if (aheadMs === undefined) return { check: 'clock', result: 'skipped', advice: 'the server does not tell its time' };
  const seconds = Math.abs(Math.round(aheadMs / 1000));
  const detail = seconds <= 1 ? 'as the server has it' : `${seconds} s ${aheadMs < 0 ? 'ahead of' : 'behind'} the server`;
  return { check: 'clock', result, detail, advice: result === 'bad' ? 'set the clock of this computer' : undefined };
}

function callLines({ call, ms, problem, fields }: Extract<Finding, { check: 'call' }>, result: 'good' | 'bad', { inDetail, hint }: Reading): Line[] {
  const wrong = fields.filter(isWrong).length;
  const advice = problem ? sentenceOf(problem, hint) : wrong > 0 && !inDetail ? `${wrong} fields are not as agreed: ${hint`doctor --contract`}` : undefined;
  return [{ check: 'call', subject: call, result, ms, advice }, ...(inDetail ? fields.map((field) => fieldLine(call, field)) : [])];
}

function fieldLine(call: string, field: FieldFinding): Line {
  const { path, verdict, expected, got } = field;
  const facts = [verdict, expected && `expected ${expected}`, got && `got ${got}`].filter(Boolean).join(', ');
  return { check: 'field', subject: `${call} ${path === '' ? 'data' : path}`, result: isWrong(field) ? 'bad' : 'note', detail: facts };
}

function isWrong({ verdict }: FieldFinding): boolean {
  return verdict === 'missing' || verdict === 'unreadable';
}
