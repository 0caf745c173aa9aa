import { isPhoneLike, maskPhones, phoneNumber } from '../../../core/basics/phone.ts';
import { MINUTE } from '../../../core/basics/time.ts';
import { dayAndSecond, recentAge } from '../../words/format.ts';
import { plain } from '../../words/text.ts';

/** Of a text from outside, characters. */
const MAX_LENGTH = 200;
const HIDDEN = '***';
const QUERY = /[?#&][\w.-]+=\S*/g;
const LONG_RUN = /[\w=+-]{20,}/g;
const MOBILE = /^1[3-9]\d{9}$/;
/** Longer texts are cut before they are redacted, and then lose the end, which may be a part of a phone number or a token. */
const MAX_READ = 10_000;
const MAX_PART = 20;
const HALF_OF_PAIR = /[\ud800-\udbff]$/;

/** Texts from outside, reduced to what a ticket may contain: on one line, short and without private data. */
export interface Redaction {
  /** Free text: without the secret, phone numbers, queries and runs as long as a token. */
  text(text: string): string;
  /** The same of a sentence of this program, which may quote one: it keeps its end, where the commands are. */
  sentence(text: string): string;
  /** A number of an order or a device, which may be as long as a token. */
  id(text: string): string;
}

export function redactionOf(secret: string | undefined): Redaction {
  const redacting = (redact: (text: string) => string) => (text: string) => {
    const line = plain(text.slice(0, MAX_READ));
    const redacted = redact(secret ? line.replaceAll(secret, HIDDEN) : line);
    return text.length > MAX_READ ? redacted.slice(0, -MAX_PART) : redacted;
  };
  const sentence = redacting((text) =>
    maskPhones(text.replace(QUERY, HIDDEN).replace(LONG_RUN, (run) => (/^\d+$/.test(run) ? run : HIDDEN))),
  );
  const id = redacting((text) => (isPhoneLike(text) && MOBILE.test(phoneNumber(text)) ? maskPhones(text) : text));
  return { sentence, text: (text) => shortened(sentence(text)), id: (text) => shortened(id(text)) };
}

function shortened(text: string): string {
  const line = text.trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH).replace(HALF_OF_PAIR, '')}…` : line;
}

/** A text as Markdown code, so that none of it is a link, a mention or markup. */
export function code(text: string): string {
  const safe = plain(text).replaceAll('`', "'").replaceAll('|', '¦').trim();
  return safe === '' ? '-' : `\`${safe}\``;
}

/** A section with its heading; nothing without content. */
export function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

/** A list of names and values; undefined values are omitted. */
export function listOf(pairs: readonly (readonly [name: string, value: string | undefined])[]): string[] {
  return pairs.flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${value}`]));
}

/** A table with aligned columns. */
export async function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): Promise<string[]> {
  const { default: widthOf } = await import('string-width');
  const widths = headings.map((heading, index) =>
    Math.max(...[heading, ...rows.map((row) => row[index] ?? '')].map((cell) => widthOf(cell))),
  );
  const line = (cells: readonly string[], filler = ' ') =>
    `| ${widths.map((width, index) => `${cells[index] ?? ''}${filler.repeat(width - widthOf(cells[index] ?? ''))}`).join(' | ')} |`;
  return [line(headings), line([], '-'), ...rows.map((row) => line(row))];
}

/** Date, time and age, wherever the text is read; without the age if the time is in the future, because one of the clocks is wrong then. */
export function secondAndAge(at: number, now: number): string {
  return at - now > MINUTE ? dayAndSecond(at) : `${dayAndSecond(at)} (${recentAge(at, now)})`;
}
