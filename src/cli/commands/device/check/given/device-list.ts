import { deviceNumberOf } from '../../../../../core/basics/device-code.ts';

/** A device code of a list, and the number of its line, from 1. */
export interface ListedCode {
  code: string;
  line: number;
  /** The text of another column that has the form of the device's number, such as a second device in the line. */
  another?: string;
}

/** The beginning of a longer line is read, so that a stream without line ends needs no memory. */
const MAX_LINE_LENGTH = 65_536;
const MAX_QUOTED_LENGTH = 80;

/**
 * Yields the device codes of a list as it arrives: one per line, or the first column of a CSV. It skips blank lines, comments that
 * begin with `#`, and a header. The text is UTF-8, or UTF-16 with a byte order mark. `onRead` receives the number of bytes that were
 * used so far.
 */
export async function* readDeviceList(
  source: AsyncIterable<string | Uint8Array>,
  onRead: (bytes: number) => void,
): AsyncGenerator<ListedCode, void> {
  let isFirst = true;
  for await (const { text, line } of linesOf(source, onRead)) {
    const row = text
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .replace(/^("?)'/, '$1'); // marks a number as text for a spreadsheet
    const code = codeIn(row);
    if (code === undefined) continue;
    const isHeader = isFirst && isPlainlyHeader(code, row);
    isFirst = false;
    if (!isHeader) yield { code, line, another: cellLike(code, row) };
  }
}

/** A later cell of a row that differs from its code in digits alone. A code without a letter may be any number. */
function cellLike(code: string, row: string): string | undefined {
  const formOf = (text: string) => text.trim().replaceAll(/^"|"$/g, '').replaceAll(/\d/g, '9').toUpperCase();
  const form = formOf(code);
  if (!/[A-Z]/.test(form) || !form.includes('9')) return undefined;
  const [, ...others] = row.split(/[,;\t]/);
  return others
    .find((cell) => formOf(cell) === form)
    ?.trim()
    .replaceAll('"', '');
}

/** The code of a row; undefined for a blank one. */
function codeIn(row: string): string | undefined {
  if (/^[\s,;]*$/.test(row)) return undefined;
  if (deviceNumberOf(row) !== undefined) return row;
  const quoted = /^"((?:[^"]|"")*)"\s*(?:[,;\t]|$)/.exec(row)?.[1];
  const first = quoted === undefined ? row.split(/[,;\t]/, 1)[0] : quoted.replaceAll('""', '"');
  return (first?.trim() || row).slice(0, MAX_QUOTED_LENGTH);
}

const HEADER = /^(?:id|number|no|sno|serial|(?:device|serial)(?:[ _-]?(?:id|code|number|no|sno))?|devices)\.?$/i;

/** Device numbers have digits, so a first row without any is a header if it names the column, or if no part of it could be a number. */
function isPlainlyHeader(code: string, row: string): boolean {
  if (/\d/.test(row)) return false;
  const isForeign = /[^\p{ASCII}]/u.test(code) && /^[\p{L}\p{P}\s]+$/u.test(code);
  return HEADER.test(code) || isForeign || (/[,;\t]/.test(row) && deviceNumberOf(code) === undefined);
}

/** Decodes and splits a stream at LF, CRLF and CR. */
async function* linesOf(
  source: AsyncIterable<string | Uint8Array>,
  onRead: (bytes: number) => void,
): AsyncGenerator<{ text: string; line: number }, void> {
  const decode = decoder();
  let line = 0;
  let bytes = 0;
  let unfinished = '';
  for await (const part of source) {
    const read = typeof part === 'string' ? Buffer.from(part) : part;
    const lines = (unfinished + decode(read)).split(/\r\n|\n|\r(?!$)/);
    unfinished = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH);
    for (const [index, text] of lines.entries()) {
      onRead(bytes + (read.length * (index + 1)) / lines.length);
      yield { text, line: (line += 1) };
    }
    bytes += read.length;
  }
  onRead(bytes);
  for (const text of (unfinished + decode()).split('\r')) yield { text, line: (line += 1) };
}

/** Decodes the parts of a stream; the call without a part ends it. The byte order mark names the encoding. */
function decoder(): (read?: Uint8Array) => string {
  let known: TextDecoder | undefined;
  let start = new Uint8Array();
  return (read) => {
    if (known) return known.decode(read, { stream: read !== undefined });
    start = read ? Buffer.concat([start, read]) : start;
    if (start.length < 2 && read) return '';
    known = new TextDecoder(
      start[0] === 0xff && start[1] === 0xfe
        ? 'utf-16le'
        : start[0] === 0xfe && start[1] === 0xff
          ? 'utf-16be'
          : 'utf-8',
    );
    return known.decode(start, { stream: read !== undefined });
  };
}
