import type { FieldFinding } from '../../../../core/api/examine/compare-answer.ts';
import { SECOND } from '../../../../core/basics/time.ts';
import { plain } from '../../../words/text.ts';
import { expectedText, isRenamed, isWrong, nameOf, renameAdvice } from '../lines/field-lines.ts';
import { isToFix, type CallFailure, type Report, type ReportedCall } from './report.ts';

type Row = readonly (string | number)[];

/** The report as Markdown. */
export function markdownOf(report: Report): string {
  const {
    created,
    physio,
    version,
    api,
    slowMs,
    totals,
    device,
    calls,
    notAsked,
    channel,
    notTested,
    statusWithoutToken,
  } = report;
  const { asAgreed, different, failed } = totals;
  const toFix = [...serverSections(report), ...calls.filter(isToFix).flatMap(fixSections)];
  const renamed = calls.flatMap(({ call, fields }) =>
    fields
      .filter(isRenamed)
      .map((field): Row => [call, nameOf(field), (field.renamedTo ?? []).join(', '), field.times]),
  );
  const slow = calls.filter((call) => call.slow);
  const unread = calls.flatMap(({ call, fields }) =>
    fields.filter(has('unknown')).map(({ path, got = '', times }): Row => [call, path, got, times]),
  );
  const leftOut = calls
    .map(({ call, fields }): Row => [
      call,
      fields
        .filter((field) => field.verdict === 'not-sent' && !isRenamed(field))
        .map(nameOf)
        .join(', '),
    ])
    .filter(([, names]) => names !== '');
  return [
    '# Contract report',
    table(
      ['', ''],
      [
        ['created', created],
        ['physio', physio],
        ['contract version', version],
        ['API', api],
        ...(device ? [['device', `${device.sno} (${device.source})`]] : []),
      ],
    ),
    `Calls: ${asAgreed} as in the contract, ${different} different, ${failed} failed, ${totals.notAsked} skipped. Values are not shown, only their form: 9 stands for a digit, a for a letter.`,
    '## To fix',
    ...(toFix.length === 0 ? ['Nothing.'] : toFix),
    ...(statusWithoutToken === undefined
      ? []
      : [
          '## A request without a token',
          `It was answered with HTTP status ${statusWithoutToken}. The contract’s answer is 401: the app signs out only on it.`,
        ]),
    ...section('Possibly renamed', ['call', 'optional field', 'sent in its place', 'count'], renamed),
    ...section(
      `Slower than ${slowMs} ms`,
      ['call', 'path', 'ms'],
      slow.map(({ call, method, path, ms }) => [call, `${method} ${path}`, ms]),
    ),
    ...section('Unused fields', ['call', 'field', 'received', 'count'], unread),
    ...section('Optional fields not sent', ['call', 'fields'], leftOut),
    ...section(
      'All calls',
      ['call', 'path', 'request', 'result', 'ms'],
      calls.map(({ call, method, path, asked, result, ms }) => [
        call,
        `${method} ${path}`,
        JSON.stringify(asked),
        result,
        ms,
      ]),
    ),
    ...section(
      'Skipped',
      ['call', 'path', 'missing'],
      notAsked.map(({ call, method, path, wants }) => [call, `${method} ${path}`, wants]),
    ),
    ...section(
      'Device channel',
      ['step', 'result', 'ms', 'code'],
      channel.map(({ step, good, ms, code = '' }) => [step, good ? 'good' : 'bad', ms, code]),
    ),
    ...section(
      'Not tested',
      ['call that changes something', 'path'],
      notTested.map(({ call, method, path }) => [call, `${method} ${path}`]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

const FIELD = ['field', 'finding', 'expected', 'received', 'count'];

/** What differs in every call. */
function serverSections({ calls, channel, stoppedBy, isClockWrong, clockAheadMs = 0 }: Report): string[] {
  const codes = [...new Set(calls.flatMap(({ unexpectedCode }) => unexpectedCode ?? []))];
  const broken = channel.filter(({ good }) => !good);
  return [
    ...(stoppedBy === undefined
      ? []
      : [
          '### The examination',
          `It ended at the ${stoppedBy.check}, because every further call would have failed alike.`,
          problemMessage(stoppedBy),
        ]),
    ...(isClockWrong
      ? [
          '### The clock',
          `The server’s clock is ${Math.abs(Math.round(clockAheadMs / SECOND))} s ${clockAheadMs < 0 ? 'behind' : 'ahead of'} the one that asked.`,
        ]
      : []),
    ...(codes.length === 0
      ? []
      : [
          `### The code of success`,
          text(`The server answers ${codes.join('; ')}. The contract’s code of success is "200".`),
        ]),
    ...(broken.length === 0
      ? []
      : [
          '### The device channel',
          ...broken.map(({ step, code }) => text(`${step} failed${code ? ` (code ${code})` : ''}.`)),
        ]),
  ];
}

function fixSections({ call, method, path, failure, unexpectedCode, fields }: ReportedCall): string[] {
  const wrong = fields.filter(isWrong);
  return [
    `### ${call}: ${method} ${path}`,
    ...(failure ? [problemMessage(failure)] : []),
    ...(unexpectedCode === undefined ? [] : [text(`Answered: ${unexpectedCode}.`)]),
    ...(wrong.length === 0 ? [] : [table(FIELD, wrong.map(cells))]),
    ...wrong.flatMap((field) => (field.renamedTo ? [text(`${nameOf(field)}: ${renameAdvice(field.renamedTo)}`)] : [])),
  ];
}

function problemMessage({ code, status, serverCode, detail }: CallFailure): string {
  const facts = [status && `status ${status}`, serverCode && `code ${serverCode}`, detail].filter(Boolean).join(', ');
  return text(facts === '' ? `Failed: ${code}.` : `Failed: ${code} (${facts}).`);
}

function cells(field: FieldFinding): Row {
  const { verdict, expected = '', got = '', times } = field;
  return [nameOf(field), verdict, expectedText(expected), got, times];
}

function has(...verdicts: readonly FieldFinding['verdict'][]) {
  return ({ verdict }: FieldFinding) => verdicts.includes(verdict);
}

function section(title: string, headings: readonly string[], rows: readonly Row[]): string[] {
  return rows.length === 0 ? [] : [`## ${title}`, table(headings, rows)];
}

function table(headings: readonly string[], rows: readonly Row[]): string {
  const line = (row: Row) => `| ${row.map((cell) => text(String(cell))).join(' | ')} |`;
  return [line(headings), `|${headings.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** Escapes Markdown syntax. */
function text(said: string): string {
  return plain(said).replace(/[\\|`*_<>[\]]/g, '\\$&');
}
