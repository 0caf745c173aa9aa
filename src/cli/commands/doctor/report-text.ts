import type { FieldFinding } from '../../../core/api/compare-answer.ts';
import { plain } from '../../text.ts';
import type { Failure, Report, ReportedCall } from './report.ts';

type Row = readonly (string | number)[];

/** The report as a page to read. */
export function markdownOf({ made, physio, version, api, totals, calls, notAsked, channel }: Report): string {
  const { asAgreed, different, failed } = totals;
  const toMend = calls.filter(({ result }) => result !== 'as agreed');
  const unread = calls.flatMap(({ call, fields }) => fields.filter(has('unknown')).map(({ path, got = '', times }): Row => [call, path, got, times]));
  const leftOut = calls.map(({ call, fields }): Row => [call, fields.filter(has('not-sent')).map(nameOf).join(', ')]).filter(([, names]) => names !== '');
  return [
    '# How the server keeps the contract',
    table(['', ''], [['made', made], ['physio', physio], ['version of the contract', version], ['API', api]]),
    `${asAgreed} calls as agreed, ${different} different, ${failed} failed, ${totals.notAsked} not asked. Of what came only the kind is told: a digit stands as 9, a letter as a.`,
    '## To mend',
    ...(toMend.length === 0 ? ['Nothing.'] : toMend.flatMap(mendOf)),
    ...section('Sent, and read by nobody', ['call', 'field', 'came', 'times'], unread),
    ...section('Left out, which breaks nothing', ['call', 'fields'], leftOut),
    ...section('All calls', ['call', 'path', 'asked', 'result', 'ms'], calls.map(({ call, path, asked, result, ms }) => [call, path, JSON.stringify(asked), result, ms])),
    ...section('Not asked', ['call', 'for want of'], notAsked.map(({ call, wants }) => [call, wants])),
    ...section('Device channel', ['step', 'result', 'ms', 'code'], channel.map(({ step, good, ms, code = '' }) => [step, good ? 'good' : 'bad', ms, code])),
  ].join('\n\n').concat('\n');
}

const FIELD = ['field', 'what', 'expected', 'came', 'times'];

function mendOf({ call, path, failure, fields }: ReportedCall): string[] {
  const wrong = fields.filter(has('missing', 'unreadable'));
  return [`### ${call}: POST ${path}`, ...(failure ? [sentenceOf(failure)] : []), ...(wrong.length === 0 ? [] : [table(FIELD, wrong.map(cells))])];
}

function sentenceOf({ code, status, serverCode, detail }: Failure): string {
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

/** What a page would take for its own signs is taken as it stands. */
function text(said: string): string {
  return plain(said).replace(/[\\|`*_<>[\]]/g, '\\$&');
}
