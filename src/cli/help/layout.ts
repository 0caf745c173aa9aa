/** A word of the command line and what it means. */
export interface Term {
  term: string;
  about: string;
}

/** A part of a help text: a paragraph, a list of terms, or command lines that stay as they are. */
export type Block = string | { terms: readonly Term[] } | { commands: readonly string[] };

export interface Section {
  title: string;
  blocks: readonly Block[];
}

/** A space at which no line breaks. */
export const HARD_SPACE = '\u00a0';

const INDENT = '  ';
const GAP = 2;
/** A longer term stands on a line of its own. */
const MAX_TERM = 28;
/** In a narrower column, descriptions start below their terms. */
const MIN_ABOUT = 26;
const BELOW_TERM = 6;

/** The lines of a section below its heading, no wider than `width` unless a single word or a command line is. */
export function sectionLines({ title, blocks }: Section, width: number, column?: number): string[] {
  return [`${title}:`, ...blocks.flatMap((block) => blockLines(block, width, column))];
}

function blockLines(block: Block, width: number, column?: number): string[] {
  if (typeof block === 'string')
    return wrap(withWholeCommand(block), width - INDENT.length).map((line) => INDENT + line);
  if ('commands' in block) return block.commands.map((command) => INDENT + command);
  return termLines(block.terms, width, column ?? descriptionColumn(block.terms, width));
}

/** The text with the command that ends it on one line. */
function withWholeCommand(text: string): string {
  return text.replace(/(?<=: )physio .*$/, (command) => command.replaceAll(' ', HARD_SPACE));
}

/** The column in which the descriptions of the terms start. */
export function descriptionColumn(terms: readonly Term[], width: number): number {
  const lengths = terms.map(({ term }) => term.length).filter((length) => length <= MAX_TERM);
  const column = INDENT.length + Math.max(0, ...lengths) + GAP;
  return width - column < MIN_ABOUT ? BELOW_TERM : column;
}

function termLines(terms: readonly Term[], width: number, column: number): string[] {
  return terms.flatMap(({ term, about }) => {
    const [first = '', ...others] = wrap(about, width - column);
    const head = INDENT + term;
    const below = others.map((line) => ' '.repeat(column) + line);
    return head.length + GAP <= column
      ? [(head.padEnd(column) + first).trimEnd(), ...below]
      : [head, ...(first === '' ? [] : [' '.repeat(column) + first]), ...below];
  });
}

/** The words of a text in lines of at most `width`; a longer word has a line of its own. No line breaks at a `HARD_SPACE`. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => line.replaceAll(HARD_SPACE, ' '));
}
