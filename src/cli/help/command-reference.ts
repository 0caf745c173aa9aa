import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { EXIT, EXIT_MEANINGS } from '../words/exit-codes.ts';
import { pathOf } from '../input/position.ts';
import { COMMAND_NOTES } from './command-notes.ts';
import { FIELD_VALUES } from './field-values.ts';
import type { Section, Term } from './layout.ts';

/** What the help and the man page say about a command. */
export interface CommandReference {
  /** The command as it is typed, with the program's name. */
  path: string;
  about: string;
  /** The ways to type it: with its own arguments, with a subcommand, or both. */
  usages: readonly string[];
  arguments: readonly Term[];
  options: readonly Term[];
  /** The fields that --json can select. */
  fields: readonly string[];
  /** The values of the fields that have few. */
  values: readonly Term[];
  /** The formats of -o if they differ from those of every command. */
  formats: readonly string[];
  sections: readonly Section[];
  /** The exit codes with a meaning of their own in this command. */
  exits: readonly Term[];
  examples: readonly string[];
  /** The subcommands. */
  commands: readonly CommandUnknownOpts[];
}

/** Knows what is registered with a command. */
export interface Registered {
  exampleOf: (command: CommandUnknownOpts) => string | undefined;
  fieldsOf: (command: CommandUnknownOpts) => Promise<readonly string[]>;
  /** The formats of -o; undefined for those of every command. */
  formatsOf: (command: CommandUnknownOpts) => Promise<readonly string[] | undefined>;
}

const MAX_GROUP_EXAMPLES = 4;

export async function commandReference(command: CommandUnknownOpts, registered: Registered): Promise<CommandReference> {
  const path = pathOf(command);
  const notes = COMMAND_NOTES[path] ?? {};
  const commands = subcommands(command);
  const isProgram = command.parent === null;
  const own = registered.exampleOf(command);
  const below = isProgram ? [] : commands.map(registered.exampleOf).slice(0, MAX_GROUP_EXAMPLES);
  const exits = Object.entries(notes.exits ?? {}) as [keyof typeof EXIT, string | true][];
  return {
    path,
    about: command.description(),
    usages: usagesOf(command, path, registered),
    arguments: command.registeredArguments.map((argument) => ({
      term: argumentTerm(argument),
      about: described(argument.description, argument),
    })),
    options: isProgram ? [] : optionTerms(command.options),
    fields: await registered.fieldsOf(command),
    values: Object.entries(FIELD_VALUES[path] ?? {}).map(([term, values]) => ({ term, about: values.join(', ') })),
    formats: (await registered.formatsOf(command)) ?? [],
    sections: (await notes.sections?.()) ?? [],
    exits: exits.map(([name, text]) => ({
      term: String(EXIT[name]),
      about: text === true ? EXIT_MEANINGS[name] : text,
    })),
    examples: [...new Set([...(notes.examples ?? []), own, ...below])].filter((example) => example !== undefined),
    commands,
  };
}

export function commandTerm(command: CommandUnknownOpts): Term {
  return { term: command.name(), about: command.description() };
}

/** The subcommands that help lists. */
export function subcommands({ commands }: CommandUnknownOpts): CommandUnknownOpts[] {
  return commands.filter((command) => !command.name().startsWith('__'));
}

/** The options of every command, with those that print the help and the version. */
export function sharedOptionTerms(program: CommandUnknownOpts): Term[] {
  const isVersion = ({ long }: Option) => long === '--version';
  return [
    ...optionTerms(program.options.filter((option) => !isVersion(option))),
    { term: '-h, --help', about: 'Show help' },
    ...optionTerms(program.options.filter(isVersion)),
  ];
}

function usagesOf(command: CommandUnknownOpts, path: string, { exampleOf }: Registered): string[] {
  if (command.parent === null) return [`${path} <command> [options]`];
  const hasSubcommands = subcommands(command).length > 0;
  const runsItself = !hasSubcommands || exampleOf(command) !== undefined;
  return [
    ...(runsItself ? [ownUsage(command, path)] : []),
    ...(hasSubcommands ? [`${path} <subcommand> [options]`] : []),
  ];
}

function ownUsage(command: CommandUnknownOpts, path: string): string {
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  const isOptional = command.options.some(({ mandatory, hidden }) => !mandatory && !hidden);
  return [
    path,
    ...command.registeredArguments.map(argumentTerm),
    ...required,
    ...(isOptional ? ['[options]'] : []),
  ].join(' ');
}

function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function optionTerms(options: readonly Option[]): Term[] {
  return options
    .filter(({ hidden }) => !hidden)
    .map((option) => ({
      term: option.flags,
      about: described(option.description, option),
    }));
}

/** The description with the choices, the default and the environment variable. */
function described(about: string, declared: Argument | Option): string {
  const { argChoices, defaultValue } = declared;
  const isNegation = 'negate' in declared && declared.negate;
  const isMandatory = 'mandatory' in declared && declared.mandatory;
  return [
    about,
    argChoices && `{${argChoices.join('|')}}`,
    isMandatory && '(required)',
    defaultValue !== undefined && defaultValue !== false && !isNegation && `(default: ${String(defaultValue)})`,
  ]
    .filter(Boolean)
    .join(' ');
}
