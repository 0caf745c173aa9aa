import type { Line } from './lines.ts';

const MARKS: Record<Line['result'], string> = { good: 'ok', bad: 'BAD', warning: 'warn', skipped: '-', note: '' };
const LABELS: Readonly<Record<string, string>> = { 'success-code': 'success code', 'no-token': 'without token' };
/** Of the mark, the name, the method with the path, and the time. The words after them have no width. */
export const WIDTHS = [4, 23, 31, 7];
const GAP = '  ';
const INDENT = '      ';
const MIN_WIDTH = 40;

/** The columns of a line: the mark, the name, the method with the path, the time, what was found, what to do. */
export function wordsOf({ check, subject, method, path, result, ms, detail, advice }: Line): string[] {
  const isNamedBySubject = subject !== undefined && ['call', 'field', 'write'].includes(check);
  return [
    MARKS[result],
    isNamedBySubject ? subject : [LABELS[check] ?? check, subject].filter(Boolean).join(' '),
    path === undefined || check === 'field' ? '' : `${method} ${path}`,
    ms === undefined ? '' : `${ms} ms`,
    detail ?? '',
    advice === undefined ? '' : `→ ${advice}`,
  ];
}

/**
 * The line for a terminal of this width: what does not fit follows on indented lines. A line without a path and a time
 * needs no space for them.
 */
export async function layOut(line: Line, width: number): Promise<(readonly string[])[]> {
  const [mark = '', name = '', path = '', ms = '', ...rest] = wordsOf(line);
  const said = rest.filter(Boolean).join(GAP);
  const head = path === '' && ms === '' ? [mark, name] : [mark, name, path, ms];
  const headWidth = head.reduce((sum, word, index) => sum + Math.max(word.length, WIDTHS[index] ?? 0) + GAP.length, 0);
  if (said === '') return [head];
  if (headWidth + (await widthOf(said)) <= width) return [[...head, said]];
  return [head, ...(await wrap(said, Math.max(width, MIN_WIDTH) - INDENT.length)).map((part) => [INDENT + part])];
}

/** The line as one text that stands alone. */
export function textOf(line: Line): string {
  return wordsOf(line).filter(Boolean).join(GAP);
}

/** Breaks a text between its words, or within a word that is wider than a line, as in Chinese. */
export async function wrap(text: string, width: number): Promise<string[]> {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    const joined = last === '' ? word : `${last} ${word}`;
    if ((await widthOf(joined)) <= width) lines[lines.length - 1] = joined;
    else lines.splice(last === '' ? -1 : lines.length, last === '' ? 1 : 0, ...(await pieces(word, width)));
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

/** Wide characters count as two; the package that measures them is loaded only if needed. */
async function widthOf(text: string): Promise<number> {
  return /^[ -~→]*$/.test(text) ? text.length : (await import('string-width')).default(text);
}
