import type { FieldFinding } from '../../../core/api/compare-answer.ts';
import { isBad, type Finding } from '../../../core/diagnosis/finding.ts';
import { maskPhones } from '../../../core/phone.ts';
import type { Problem } from '../../../core/problem.ts';

/** Why a call failed, without the server's words, which may name a person. */
export interface Failure {
  code: string;
  status?: number;
  serverCode?: string;
  detail?: string;
}

export interface ReportedCall {
  call: string;
  path: string;
  /** Device, order and operator numbers. */
  asked: unknown;
  result: 'as agreed' | 'different' | 'failed';
  ms: number;
  failure?: Failure;
  fields: FieldFinding[];
}

/** How a server violates the contract, for its developers: the form of the values, never the values. */
export interface Report {
  report: 'physio doctor';
  /** ISO 8601 in UTC. */
  made: string;
  physio: string;
  /** Of the contract, as it is sent with every call. */
  version: string;
  api: string;
  totals: { asAgreed: number; different: number; failed: number; notAsked: number };
  calls: ReportedCall[];
  notAsked: { call: string; wants: string }[];
  /** `code` is the channel's own. */
  channel: { step: string; good: boolean; ms: number; code?: string }[];
}

/** When, by which version and against which server the report was made. */
export type Circumstances = Pick<Report, 'made' | 'physio' | 'version' | 'api'>;

/** Makes the report. It never contains `secret`, even if the server repeats it. */
export function reportOf(
  findings: readonly Finding[],
  circumstances: Circumstances,
  secret: string | undefined,
): Report {
  const clean = (text: string | undefined) =>
    text && maskPhones(secret === undefined ? text : text.replaceAll(secret, '[token]'));
  const calls = findings.flatMap((finding) => (finding.check === 'call' ? [callOf(finding, clean)] : []));
  const notAsked = findings.flatMap((finding) =>
    finding.check === 'skipped' ? [{ call: finding.call, wants: finding.wants }] : [],
  );
  const channel = findings.flatMap((finding) =>
    finding.check === 'channel'
      ? [{ step: finding.step, good: finding.good, ms: finding.ms, code: clean(finding.failure?.code) }]
      : [],
  );
  const count = (result: ReportedCall['result']) => calls.filter((call) => call.result === result).length;
  const totals = {
    asAgreed: count('as agreed'),
    different: count('different'),
    failed: count('failed'),
    notAsked: notAsked.length,
  };
  return { report: 'physio doctor', ...circumstances, totals, calls, notAsked, channel };
}

type Clean = (text: string | undefined) => string | undefined;

function callOf(finding: Extract<Finding, { check: 'call' }>, clean: Clean): ReportedCall {
  const { call, path, asked, ms, problem, fields } = finding;
  const result = problem ? 'failed' : isBad(finding) ? 'different' : 'as agreed';
  const cleaned = fields.map((field) => ({
    ...field,
    path: clean(field.path) ?? '',
    expected: clean(field.expected),
    got: clean(field.got),
  }));
  return { call, path, asked, result, ms, failure: problem && failureOf(problem, clean), fields: cleaned };
}

function failureOf({ code, status, serverCode, message }: Problem, clean: Clean): Failure {
  const isOurs = code === 'parse' || code === 'network';
  return { code, status, serverCode: clean(serverCode), detail: isOurs ? clean(message) : undefined };
}
