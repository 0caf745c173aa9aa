import type { CommandReference } from '../src/cli/help/command-reference.ts';
import { HARD_SPACE, type Block, type Section, type Term } from '../src/cli/help/layout.ts';
import { TOPICS } from '../src/cli/help/help-topics.ts';
import type { Manual } from './manual.ts';

/** The manual as docs/cli.md. */
export function markdown({ program, groups, sharedOptions }: Manual, comparison: string): string {
  const parts = [
    '# The command line',
    '`npm run docs:cli` writes this page from the program; do not edit it. `physio --help`, `physio COMMAND --help` and `man physio` say the same.',
    `${program.about}:`,
    code(program.usages),
    ...groups.map(({ title, commands }) => `**${title}**: ${commands.filter(isTopLevel).map(link).join(', ')}`),
    '## Examples',
    code(program.examples),
    '## Global options',
    'Every command takes them, before or after its own options.',
    table('option', sharedOptions),
    ...Object.entries(TOPICS).flatMap(([name, { about, sections }]) => [
      `## ${about}`,
      `\`physio help ${name}\` prints this.`,
      ...sections.flatMap((section) => sectionParts(section, '###')),
    ]),
    ...groups.flatMap(({ title, commands }) => [`## ${title}`, ...commands.flatMap(commandParts)]),
    comparison.trim(),
  ];
  return `${parts.join('\n\n')}\n`;
}

function isTopLevel({ path }: CommandReference): boolean {
  return path.split(' ').length === 2;
}

function link({ path }: CommandReference): string {
  return `[${path.split(' ').slice(1).join(' ')}](#${path.replaceAll(' ', '-')})`;
}

function commandParts(reference: CommandReference): string[] {
  const { path, about, usages, commands, fields, formats, exits, examples, sections } = reference;
  const isGroup = commands.length > 0 && fields.length === 0;
  return [
    `### ${path}`,
    `${about}.`,
    ...(isGroup ? [] : [code(usages)]),
    ...list('argument', reference.arguments),
    ...list('option', reference.options),
    ...sections.flatMap((section) => sectionParts(section, '####')),
    ...(fields.length === 0 ? [] : [`Fields for \`--json\`: ${words(fields)}`]),
    ...(formats.length === 0 ? [] : [`Formats for \`-o\`: ${words(formats)}`]),
    ...list('exit code', exits),
    ...(isGroup ? [] : [code(examples)]),
  ];
}

function sectionParts({ title, blocks }: Section, heading: string): string[] {
  return [`${heading} ${title}`, ...blocks.map(blockPart)];
}

function blockPart(block: Block): string {
  if (typeof block === 'string') return block;
  return 'commands' in block ? code(block.commands) : table('', block.terms);
}

function list(heading: string, terms: readonly Term[]): string[] {
  return terms.length === 0 ? [] : [table(heading, terms)];
}

function table(heading: string, terms: readonly Term[]): string {
  const rows = terms.map(({ term, about }) => `| \`${cell(term)}\` | ${cell(about).replaceAll('<', '&lt;')} |`);
  return [`| ${heading} | meaning |`, '|---|---|', ...rows].join('\n');
}

/** Text for the cell of a table. */
function cell(text: string): string {
  return text.trim().replaceAll(HARD_SPACE, ' ').replaceAll('|', '\\|');
}

function words(all: readonly string[]): string {
  return all.map((word) => `\`${word}\``).join(', ');
}

function code(lines: readonly string[]): string {
  return ['```', ...lines, '```'].join('\n');
}
