import type { FieldFinding } from '../../../core/api/compare-answer.ts';
import { plain } from '../../text.ts';
import type { Failure, Report, ReportedCall } from './report.ts';

type Row = readonly (string | number)[];

/** The report as Markdown. */
export function markdownOf({ made, physio, version, api, totals, calls, notAsked, channel }: Report): string {
  const { asAgreed, different, failed } = totals;
  const toFix = calls.filter(({ result }) => result !== 'as agreed');
  const unread = calls.flatMap(({ call, fields }) =>
    fields.filter(has('unknown')).map(({ path, got = '', times }): Row => [call, path, got, times]),
  );
  const leftOut = calls
    .map(({ call, fields }): Row => [call, fields.filter(has('not-sent')).map(nameOf).join(', ')])
    .filter(([, names]) => names !== '');
  return [
    '# Contract report',
    table(
      ['', ''],
      [
        ['made', made],
        ['physio', physio],
        ['contract version', version],
        ['API', api],
      ],
    ),
    `${asAgreed} calls match the contract, ${different} differ, ${failed} failed, ${totals.notAsked} skipped. Values are not shown, only their form: 9 stands for a digit, a for a letter.`,
    '## To fix',
    ...(toFix.length === 0 ? ['Nothing.'] : toFix.flatMap(fixSections)),
    ...section('Unused fields', ['call', 'field', 'received', 'count'], unread),
    ...section('Optional fields not sent', ['call', 'fields'], leftOut),
    ...section(
      'All calls',
      ['call', 'path', 'request', 'result', 'ms'],
      calls.map(({ call, path, asked, result, ms }) => [call, path, JSON.stringify(asked), result, ms]),
    ),
    ...section(
      'Skipped',
      ['call', 'missing'],
      notAsked.map(({ call, wants }) => [call, wants]),
    ),
    ...section(
      'Device channel',
      ['step', 'result', 'ms', 'code'],
      channel.map(({ step, good, ms, code = '' }) => [step, good ? 'good' : 'bad', ms, code]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

const FIELD = ['field', 'finding', 'expected', 'received', 'count'];

function fixSections({ call, path, failure, fields }: ReportedCall): string[] {
  const wrong = fields.filter(has('missing', 'unreadable'));
  return [
    `### ${call}: POST ${path}`,
    ...(failure ? [problemMessage(failure)] : []),
    ...(wrong.length === 0 ? [] : [table(FIELD, wrong.map(cells))]),
  ];
}

function problemMessage({ code, status, serverCode, detail }: Failure): string {
  const facts = [status && `status ${status}`, serverCode && `code ${serverCode}`, detail].filter(Boolean).join(', ');
  return text(facts === '' ? `Failed: ${code}.` : `Failed: ${code} (${facts}).`);
}

function cells(field: FieldFinding): Row {
  const { verdict, expected = '', got = '', times } = field;
  return [nameOf(field), verdict, expected, got, times];
}

function nameOf({ path }: FieldFinding): string {
  return path === '' ? 'data' : path;
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
