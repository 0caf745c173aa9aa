import { Problem } from '../../core/problem.ts';
import { plain, safeJson } from '../words/text.ts';

/** The format of shell scripts, which capture the data while a person reads stderr. */
const BARE = 'value';

/** The formats of every command; a command may offer others. */
export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'tsv', BARE] as const;

export function isFormat(word: string | undefined): word is (typeof FORMATS)[number] {
  return FORMATS.some((format) => format === word);
}

const JSON_ERROR_FORMATS: readonly (string | undefined)[] = FORMATS.filter(hasJsonErrors);

interface GivenFormat {
  /** The value of `-o`. */
  o?: string;
  /** The value of `--json`. */
  json?: string | true;
}

/** The format that the options select. Throws the Problem `invalid-input` for a format that the command does not offer. */
export function formatOf({ o, json }: GivenFormat, offered: readonly string[] = FORMATS): string {
  if (o !== undefined && !offered.includes(o))
    throw new Problem('invalid-input', { message: `Invalid format "${plain(o)}"; choose from: ${offered.join(', ')}` });
  if (o !== undefined && json !== undefined && !isMachineFormat(o))
    throw new Problem('invalid-input', { message: `-o ${o} and --json cannot be combined: omit one` });
  return o ?? (json === undefined ? 'table' : 'json');
}

/** The format of an error about the format itself: one for programs if the options name one, even if the command does not offer it. */
export function likelyFormat({ o, json }: GivenFormat): string {
  if (o === BARE) return BARE;
  return json !== undefined || JSON_ERROR_FORMATS.includes(o) ? 'json' : 'table';
}

/** Whether programs read the data in this format. */
export function isMachineFormat(format: string): boolean {
  return format !== 'table' && format !== 'md';
}

/** Whether programs also read what is on stderr. */
export function hasJsonErrors(format: string): boolean {
  return isMachineFormat(format) && format !== BARE;
}

/** Whether a command line asks for errors in JSON, even if the command line is invalid. */
export function asksForJsonErrors(argv: readonly string[]): boolean {
  const given = argv.map((word, index) => {
    const [isFormat, attached] = /^-[yq]*o=?(\w*)$/.exec(word) ?? [];
    return isFormat && (attached || argv[index + 1]);
  });
  if (given.includes(BARE)) return false;
  return (
    argv.some((word) => word === '--json' || word.startsWith('--json=')) ||
    given.some((o) => JSON_ERROR_FORMATS.includes(o))
  );
}

/** Excel reads UTF-8 only after a byte order mark. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A spreadsheet would run such a text as a formula. */
const FORMULA = /^\s*[=+@\-＝＋－＠]/;
/** A spreadsheet reads such a text as a number: it rounds more than 15 digits, drops leading zeros, and takes E for an exponent. */
const CHANGED_NUMBER = /^(?:\d{16,}|0\d+|\d+[Ee]\d+)$/;

/** A line of CSV (RFC 4180) without its line break. Texts that a spreadsheet would run or change get a leading apostrophe. */
export function csvLine(cells: readonly unknown[]): string {
  return cells
    .map((cell) => {
      const text = cellText(cell);
      const safe = typeof cell === 'string' && (FORMULA.test(text) || CHANGED_NUMBER.test(text)) ? `'${text}` : text;
      return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(',');
}

/** A line of tab-separated values without its line break. */
export function tsvLine(cells: readonly unknown[]): string {
  return cells.map(cellText).join('\t');
}

/** A cell without tabs, line breaks and other control characters; empty for an unknown value. */
function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return plain(typeof value === 'object' ? safeJson(value) : String(value));
}
