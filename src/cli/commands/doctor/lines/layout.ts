import type { TextOutput } from '../../../environment.ts';
import { widthOf } from '../../../output/table.ts';
import type { Line } from './line.ts';

const MARKS: Record<Line['result'], string> = { good: 'ok', bad: 'BAD', warning: 'warn', skipped: '-', note: 'note' };
const LABELS: Readonly<Record<string, string>> = { 'success-code': 'success code', 'no-token': 'without token' };
/** Of the mark, the name, the method with the path, and the time. The words after them have no width. */
export const WIDTHS = [4, 23, 31, 7];
const GAP = '  ';
const INDENT = '      ';
const MIN_WIDTH = 40;
const DEFAULT_WIDTH = 80;

/** The columns of a line: the mark, the name, the method with the path, the time, what was found, what to do. */
export function wordsOf({ check, subject, method, path, result, ms, detail, advice }: Line): string[] {
  const isNamedBySubject = subject !== undefined && ['call', 'field', 'write'].includes(check);
  return [
    MARKS[result],
    isNamedBySubject ? subject : [LABELS[check] ?? check, subject].filter(Boolean).join(' '),
    path === undefined ? '' : `${method} ${path}`,
    ms === undefined ? '' : `${ms} ms`,
    detail ?? '',
    advice === undefined ? '' : `→ ${advice}`,
  ];
}

/**
 * The line for a terminal of this width: what does not fit follows on indented lines. A line without a path and a time
 * needs no space for them. A field leaves out the path, which its call has named, and a skipped call where the reason would
 * not fit.
 */
export async function layOut(line: Line, width: number): Promise<(readonly string[])[]> {
  const [mark = '', name = '', path = '', ms = '', ...rest] = wordsOf(line);
  const said = rest.filter(Boolean).join(GAP);
  const short = [line.result === 'note' ? '' : mark, name];
  const withPath = [...short, path];
  const isShort = path === '' || line.check === 'field';
  const head = ms === '' ? (isShort ? short : withPath) : [...withPath, ms];
  const saidWidth = await widthOf(said);
  const fits = (words: readonly string[]) => spaceOf(words) + saidWidth <= width;
  if (said === '') return [head];
  if (fits(head)) return [[...head, said]];
  if (line.result === 'skipped' && fits(short)) return [[...short, said]];
  return [head, ...(await indented(said, width))];
}

/** The line as text that stands alone, in a width. */
export async function lineText(line: Line, width: number): Promise<string[]> {
  const [mark = '', ...words] = wordsOf({ ...line, ms: undefined }).filter(Boolean);
  const [first = '', ...others] = await wrapByWidth(words.join(GAP), Math.max(width, MIN_WIDTH) - INDENT.length);
  return [mark.padEnd(INDENT.length) + first, ...others.map((part) => INDENT + part)];
}

function spaceOf(words: readonly string[]): number {
  return words.reduce((sum, word, index) => sum + Math.max(word.length, WIDTHS[index] ?? 0) + GAP.length, 0);
}

async function indented(text: string, width: number): Promise<string[][]> {
  const parts = await wrapByWidth(text, Math.max(width, MIN_WIDTH) - INDENT.length);
  return parts.map((part) => [INDENT + part]);
}

/** Breaks a text between its words, or within a word that is wider than a line, as in Chinese. */
export async function wrapByWidth(text: string, width: number): Promise<string[]> {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    const joined = last === '' ? word : `${last} ${word}`;
    if ((await widthOf(joined)) <= width) lines[lines.length - 1] = joined;
    else if ((await widthOf(word)) > width) lines.splice(-1, 1, ...(await pieces(joined, width)));
    else lines.push(word);
  }
  return lines;
}

async function pieces(word: string, width: number): Promise<string[]> {
  const parts: string[] = [''];
  for (const letter of word) {
    const joined = (parts.at(-1) ?? '') + letter;
    if ((await widthOf(joined)) <= width) parts[parts.length - 1] = joined;
    else parts.push(letter);
  }
  return parts;
}

/** Some terminals call themselves 0 columns wide. Without a terminal, nothing limits a line. */
export function terminalWidth({ isTTY, columns = 0 }: Pick<TextOutput, 'isTTY' | 'columns'>): number {
  if (!isTTY) return Number.POSITIVE_INFINITY;
  return columns > 0 ? columns : DEFAULT_WIDTH;
}
