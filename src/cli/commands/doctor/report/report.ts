import type { FieldFinding } from '../../../../core/api/examine/compare-answer.ts';
import { type DeviceSource, isBad, type Finding } from '../../../../core/diagnosis/finding.ts';
import { maskPhones } from '../../../../core/basics/phone.ts';
import type { Problem } from '../../../../core/problem.ts';

/** Why a call failed, without the server's words, which may name a person. */
export interface CallFailure {
  code: string;
  status?: number;
  serverCode?: string;
  detail?: string;
}

export interface ReportedCall {
  call: string;
  method: string;
  path: string;
  /** Device, order and operator numbers. */
  asked: unknown;
  result: 'matches' | 'different' | 'failed';
  ms: number;
  /** Slower than `slowMs`. */
  slow: boolean;
  failure?: CallFailure;
  /** What came in place of the contract's code of success. */
  unexpectedCode?: string;
  fields: FieldFinding[];
}

/** How a server violates the contract, for its developers: the form of the values, never the values. */
export interface Report {
  report: 'physio doctor';
  /** ISO 8601 in UTC. */
  created: string;
  physio: string;
  /** Of the contract, as it is sent with every call. */
  version: string;
  api: string;
  /** A call that took longer counts as slow, ms. */
  slowMs: number;
  totals: { asAgreed: number; different: number; failed: number; notAsked: number };
  /** The failure that all further calls would have shared: none of them was made. */
  stoppedBy?: CallFailure & { check: 'address' | 'token' | 'call' };
  /** The HTTP status of a request without a token, if it was not 401. */
  statusWithoutToken?: number;
  /** How far the server's clock is ahead, ms. */
  clockAheadMs?: number;
  /** The difference is too large. */
  isClockWrong?: true;
  device?: { sno: string; source: DeviceSource };
  /** Those that differ or failed come first. */
  calls: ReportedCall[];
  notAsked: { call: string; method: string; path: string; wants: string }[];
  /** `code` is the channel's own. `ms` of the ping is its round trip. */
  channel: { step: string; good: boolean; ms: number; code?: string }[];
  /** The calls of the contract that change something; none was sent. */
  notTested: { call: string; method: string; path: string }[];
}

/** When, by which version and against which server the report was created. */
export type Circumstances = Pick<Report, 'created' | 'physio' | 'version' | 'api' | 'slowMs'>;

/** Makes the report. It never contains `secret`, even if the server repeats it. */
export function reportOf(
  { findings, writes }: { findings: readonly Finding[]; writes: readonly { call: string; path: string }[] },
  circumstances: Circumstances,
  secret: string | undefined,
): Report {
  const clean = (text: string | undefined) =>
    text && maskPhones(secret === undefined ? text : text.replaceAll(secret, '[token]'));
  const { slowMs } = circumstances;
  const all = findings.flatMap((finding) => (finding.check === 'call' ? [callOf(finding, slowMs, clean)] : []));
  const calls = [...all.filter(isToFix), ...all.filter((call) => !isToFix(call))];
  const notAsked = findings.flatMap((finding) =>
    finding.check === 'skipped'
      ? [{ call: finding.call, method: METHOD, path: finding.path, wants: finding.wants }]
      : [],
  );
  const notTested = writes.map(({ call, path }) => ({ call, method: METHOD, path }));
  const channel = findings.flatMap((finding) =>
    finding.check === 'channel'
      ? [{ step: finding.step, good: finding.good, ms: finding.ms, code: clean(finding.failure?.code) }]
      : [],
  );
  const count = (result: ReportedCall['result']) => calls.filter((call) => call.result === result).length;
  const totals = {
    asAgreed: count('matches'),
    different: count('different'),
    failed: count('failed'),
    notAsked: notAsked.length,
  };
  const stoppedBy = findings.flatMap((finding) => stopOf(finding, clean))[0];
  const isClockWrong = findings.some((finding) => finding.check === 'clock' && isBad(finding)) || undefined;
  const statusWithoutToken = findings.flatMap((finding) => (finding.check === 'no-token' ? [finding.status] : []))[0];
  const clockAheadMs = findings.flatMap((finding) => (finding.check === 'clock' ? [finding.aheadMs] : []))[0];
  const device = findings.flatMap((finding) =>
    finding.check === 'device' ? [{ sno: clean(finding.sno) ?? '', source: finding.source }] : [],
  )[0];
  return {
    report: 'physio doctor',
    ...circumstances,
    totals,
    stoppedBy,
    statusWithoutToken,
    clockAheadMs,
    isClockWrong,
    device,
    calls,
    notAsked,
    channel,
    notTested,
  };
}

const METHOD = 'POST';

/** True if the server's developers must do something about the call. */
export function isToFix({ result }: ReportedCall): boolean {
  return result !== 'matches';
}

type Clean = (text: string | undefined) => string | undefined;

function stopOf(finding: Finding, clean: Clean): NonNullable<Report['stoppedBy']>[] {
  const { check } = finding;
  if (check !== 'address' && check !== 'token' && check !== 'stopped') return [];
  const { problem } = finding;
  return problem ? [{ check: check === 'stopped' ? 'call' : check, ...failureOf(problem, clean) }] : [];
}

function callOf(finding: Extract<Finding, { check: 'call' }>, slowMs: number, clean: Clean): ReportedCall {
  const { call, path, asked, ms, problem, unexpectedCode, fields } = finding;
  const result = problem ? 'failed' : isBad(finding) ? 'different' : 'matches';
  const cleaned = fields.map((field) => ({
    ...field,
    path: clean(field.path) ?? '',
    expected: clean(field.expected),
    got: clean(field.got),
    renamedTo: field.renamedTo?.map((name) => clean(name) ?? ''),
  }));
  return {
    call,
    method: METHOD,
    path,
    asked,
    result,
    ms,
    slow: ms > slowMs,
    failure: problem && failureOf(problem, clean),
    unexpectedCode: clean(unexpectedCode),
    fields: cleaned,
  };
}

function failureOf({ code, status, serverCode, message }: Problem, clean: Clean): CallFailure {
  const isOurs = code === 'parse' || code === 'network';
  return { code, status, serverCode: clean(serverCode), detail: isOurs ? clean(message) : undefined };
}
