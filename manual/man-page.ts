import type { CommandReference } from '../src/cli/help/command-reference.ts';
import { HARD_SPACE, type Block, type Section, type Term } from '../src/cli/help/layout.ts';
import { TOPICS } from '../src/cli/help/help-topics.ts';

interface Manual {
  program: CommandReference;
  groups: readonly { title: string; commands: readonly CommandReference[] }[];
  sharedOptions: readonly Term[];
}

/** The manual as a page for man, in roff. No word is hyphenated: a field or an option is copied as it stands. */
export function manPage({ program, groups, sharedOptions }: Manual, version: string): string {
  const lines = [
    `.TH PHYSIO 1 "" "physio ${version}" "User Commands"`,
    '.nh',
    '.SH NAME',
    `physio \\- ${escaped(program.about)}`,
    '.SH SYNOPSIS',
    ...commandLines(program.usages),
    '.SH EXAMPLES',
    ...commandLines(program.examples),
    ...groups.flatMap(({ title, commands }) => [`.SH ${title.toUpperCase()}`, ...commands.flatMap(commandPart)]),
    '.SH GLOBAL OPTIONS',
    ...termLines(sharedOptions),
    ...Object.values(TOPICS).flatMap(({ about, sections }) => [
      `.SH ${escaped(about.toUpperCase())}`,
      ...sections.flatMap(sectionPart),
    ]),
  ];
  const needed = lines.filter((line, at) => line !== '.PP' || !/^\.S[HS] /.test(lines[at - 1] ?? ''));
  return `${needed.join('\n')}\n`;
}

function commandPart(reference: CommandReference): string[] {
  const { path, about, usages, commands, fields, values, formats, exits, examples, sections } = reference;
  const isGroup = commands.length > 0 && fields.length === 0;
  const all: Section[] = [
    { title: 'Arguments', blocks: [{ terms: reference.arguments }] },
    { title: 'Options', blocks: [{ terms: reference.options }] },
    ...sections,
    { title: 'Fields for --json', blocks: fields.length === 0 ? [] : [fields.join(', ')] },
    { title: 'Values of fields', blocks: [{ terms: values }] },
    { title: 'Formats for -o', blocks: formats.length === 0 ? [] : [formats.join(', ')] },
    { title: 'Exit codes', blocks: [{ terms: exits }] },
    { title: 'Examples', blocks: [{ commands: examples }] },
  ];
  return [
    `.SS ${escaped(path)}`,
    `${escaped(about)}.`,
    ...(isGroup ? [] : [...commandLines(usages), ...all.flatMap(inlinePart)]),
  ];
}

/** A section below the heading of a command; nothing if it is empty. */
function inlinePart({ title, blocks }: Section): string[] {
  const [first, ...others] = blocks;
  if (typeof first === 'string') return ['.PP', `${escaped(`${title}: ${first}`)}`, ...others.flatMap(blockLines)];
  const lines = blocks.flatMap(blockLines);
  return lines.length === 0 ? [] : ['.PP', `${escaped(title)}:`, ...lines];
}

function sectionPart({ title, blocks }: Section): string[] {
  return [`.SS ${escaped(title)}`, ...blocks.flatMap(blockLines)];
}

function blockLines(block: Block): string[] {
  if (typeof block === 'string') return ['.PP', escaped(block)];
  return 'commands' in block ? commandLines(block.commands) : termLines(block.terms);
}

function termLines(terms: readonly Term[]): string[] {
  return terms.flatMap(({ term, about }) => ['.TP', `\\fB${escaped(term.trim())}\\fR`, escaped(about)]);
}

function commandLines(commands: readonly string[]): string[] {
  return commands.length === 0 ? [] : ['.PP', '.nf', ...commands.map((command) => `  ${escaped(command)}`), '.fi'];
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  [HARD_SPACE]: '\\ ',
};

/** The text for roff, in ASCII. A line that begins with a dot would be a request. */
function escaped(text: string): string {
  const safe = text
    .replace(/[\\'`^~\u00a0-]/g, (letter) => ESCAPES[letter] ?? letter)
    .replace(
      /[^ -~]/gu,
      (letter) => `\\[u${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  return safe.startsWith('.') ? `\\&${safe}` : safe;
}
