import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { topicTerms, type Topic } from './help-topics.ts';
import { groupsOf } from './command-groups.ts';
import { commandTerm, sharedOptionTerms, type CommandReference } from './command-reference.ts';
import { descriptionColumn, sectionLines, wrap, type Section, type Term } from './layout.ts';

/** The most columns that help fills. */
const MAX_WIDTH = 110;
const STANDARD_WIDTH = 80;

/** The columns that help fills on a terminal of this width; a pipe has none. */
export function helpWidth(columns: number | undefined): number {
  return columns === undefined || columns === 0 ? STANDARD_WIDTH : Math.min(columns, MAX_WIDTH);
}

/** The help of a command, or of the program. */
export function helpText(reference: CommandReference, program: CommandUnknownOpts, width: number): string {
  const isProgram = reference.path === program.name();
  const sections = isProgram ? programSections(reference, program) : commandSections(reference, program);
  const names = isProgram ? sections.flatMap(termsOf).filter(isName) : [];
  const column = descriptionColumn(names, width);
  const parts = sections.map((section) =>
    sectionLines(section, width, termsOf(section).some((term) => names.includes(term)) ? column : undefined).join('\n'),
  );
  return `${[wrap(reference.about, width).join('\n'), ...parts].join('\n\n')}\n`;
}

/** The text of a topic. */
export function topicText({ about, sections }: Topic, width: number): string {
  const parts = sections.map((section) => sectionLines(section, width).join('\n'));
  return `${[wrap(about, width).join('\n'), ...parts].join('\n\n')}\n`;
}

function programSections({ usages, commands, examples }: CommandReference, program: CommandUnknownOpts): Section[] {
  return [
    { title: 'Usage', blocks: [{ commands: usages }] },
    ...groupsOf(commands).map(({ title, members }) => termSection(title, members.map(commandTerm))),
    { title: 'Examples', blocks: [{ commands: examples }] },
    termSection('Global options', aligned(sharedOptionTerms(program))),
    termSection('Help topics', topicTerms()),
    termSection('Learn more', [
      { term: 'physio <command> --help', about: 'Help for a command' },
      { term: 'physio help <topic>', about: 'Help for a topic' },
      { term: 'man physio', about: 'The manual page, where the package has installed it' },
    ]),
  ];
}

function commandSections(reference: CommandReference, program: CommandUnknownOpts): Section[] {
  const { usages, commands, fields, values, formats, exits, examples, sections, path } = reference;
  return [
    { title: 'Usage', blocks: [{ commands: usages }] },
    termSection('Commands', commands.map(commandTerm)),
    termSection('Arguments', reference.arguments),
    termSection('Options', aligned(reference.options)),
    ...sections,
    { title: 'Fields for --json', blocks: fields.length === 0 ? [] : [fields.join(', ')] },
    termSection('Values of fields', values),
    { title: 'Formats for -o', blocks: formats.length === 0 ? [] : [formats.join(', ')] },
    {
      title: 'Exit codes',
      blocks: exits.length === 0 ? [] : [{ terms: exits }, 'All codes: physio help exit-codes'],
    },
    { title: 'Examples', blocks: examples.length === 0 ? [] : [{ commands: examples }] },
    {
      title: 'Global options',
      blocks: [
        `${sharedOptionTerms(program)
          .map(({ term }) => nameOf(term))
          .join(', ')}. Described in: physio --help`,
      ],
    },
    {
      title: 'Learn more',
      blocks: commands.length === 0 ? [] : [{ commands: [`${path} <subcommand> --help`] }],
    },
  ].filter(({ blocks }) => blocks.length > 0);
}

function termSection(title: string, terms: readonly Term[]): Section {
  return { title, blocks: terms.length === 0 ? [] : [{ terms }] };
}

function termsOf({ blocks }: Section): readonly Term[] {
  return blocks.flatMap((block) => (typeof block === 'object' && 'terms' in block ? block.terms : []));
}

/** Indents the options without a short form where another has one. */
function aligned(options: readonly Term[]): readonly Term[] {
  const hasShort = options.some(({ term }) => /^-\w/.test(term));
  return hasShort
    ? options.map(({ term, about }) => ({ term: term.startsWith('--') ? `    ${term}` : term, about }))
    : options;
}

/** The name of a command or topic, whose descriptions form one column in the program's help. */
function isName({ term }: Term): boolean {
  return /^[a-z-]+$/.test(term);
}

/** The long form of an option without its value, or the short one. */
function nameOf(term: string): string {
  return /--[\w-]+/.exec(term)?.[0] ?? term.split(' ')[0] ?? term;
}
