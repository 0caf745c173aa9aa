import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { KNOWN_STATUSES, NEUTRAL_STATUSES } from '../../core/diagnosis/fleet/neutral-status.ts';
import { normalizeJsonOption } from '../input/json-option.ts';
import { parsePosition } from '../input/position.ts';

/** One completion of a command line. */
export interface Candidate {
  word: string;
  about?: string;
}

/** Values to complete that are not declared with the commands. */
export interface Known {
  devices: () => string[];
  profiles: () => string[];
  /** The fields that --json can select. */
  fields: (command: CommandUnknownOpts) => Promise<readonly string[]>;
  /** The formats that -o can select. */
  formats: (command: CommandUnknownOpts) => Promise<readonly string[]>;
}

/** `files` asks the shell to complete a path. */
export type Completion = Candidate[] | 'files';

/** The arguments that take a path. */
const PATHS = new Set(['file', 'dir']);

/** Completes the last word, which may be empty. */
export async function completionOf(
  program: CommandUnknownOpts,
  words: readonly string[],
  known: Known,
): Promise<Completion> {
  const typed = words.slice(0, -1);
  const before = await normalizeJsonOption(typed, program, known.fields);
  const word = words.at(-1) ?? '';
  const { command, position, pendingOption } = parsePosition(program, before);
  if (pendingOption) {
    const found = await valuesOf(pendingOption, command, known, word);
    if (found) return found === 'files' ? found : matching(found, word);
  }
  const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
  if (typed.at(-1) === '--json' && !isGroup) return oneMore(word, await known.fields(command));
  if (word.startsWith('-')) return matching(optionsOf(program, command), word);
  const subcommands = position > 0 ? [] : matching(command.commands.filter(isShown).map(asCandidate), word);
  if (isGroup) return subcommands;
  if (command.name() === 'help')
    return matching(await helpWords(program, typed.slice(typed.indexOf('help') + 1)), word);
  const argument = command.registeredArguments[Math.min(position, command.registeredArguments.length - 1)];
  const isPast = argument === undefined || (position >= command.registeredArguments.length && !argument.variadic);
  if (isPast) return [];
  if (PATHS.has(argument.name())) return 'files';
  return [...subcommands, ...matching(wordsFor(argument, command, known), word)];
}

async function valuesOf(
  { argChoices, long, short, flags }: Option,
  command: CommandUnknownOpts,
  known: Known,
  word: string,
): Promise<Completion | undefined> {
  if (argChoices) return argChoices.map((word) => ({ word }));
  if (short === '-o') return (await known.formats(command)).map((word) => ({ word }));
  if (long === '--profile') return known.profiles().map((word) => ({ word }));
  if (long === '--expect') return oneMore(word, KNOWN_STATUSES);
  if (long === '--fail-on') return oneMore(word, NEUTRAL_STATUSES);
  if (long === '--device') return known.devices().map((word) => ({ word }));
  return flags.endsWith('<file>') ? 'files' : [];
}

function wordsFor(argument: Argument, command: CommandUnknownOpts, known: Known): Candidate[] {
  if (argument.argChoices) return argument.argChoices.map((word) => ({ word }));
  if (argument.name() === 'sno') return known.devices().map((word) => ({ word }));
  if (argument.name() === 'name' && command.parent?.name() === 'profile')
    return known.profiles().map((word) => ({ word }));
  return [];
}

/** Completes the last of several comma-separated choices. */
function oneMore(word: string, choices: readonly string[]): Candidate[] {
  const chosen = word.split(',').slice(0, -1);
  const kept = chosen.map((choice) => `${choice},`).join('');
  return matching(
    choices.filter((choice) => !chosen.includes(choice)).map((choice) => ({ word: kept + choice })),
    word,
  );
}

/** The commands that follow those after `help`, and at first the topics. */
async function helpWords(program: CommandUnknownOpts, given: readonly string[]): Promise<Candidate[]> {
  let group: CommandUnknownOpts | undefined = program;
  for (const name of given) group = group?.commands.find((command) => command.name() === name);
  const commands = group?.commands.filter(isShown).map(asCandidate) ?? [];
  if (given.length > 0) return commands;
  const { TOPICS } = await import('../help/help-topics.ts');
  return [...commands, ...Object.keys(TOPICS).map((word) => ({ word }))];
}

function optionsOf(program: CommandUnknownOpts, command: CommandUnknownOpts): Candidate[] {
  return [...new Set([...command.options, ...program.options])]
    .filter(({ hidden }) => !hidden)
    .map(({ long, short = '', description }) => ({ word: long ?? short, about: description }));
}

function isShown(command: CommandUnknownOpts): boolean {
  return !command.name().startsWith('__');
}

function asCandidate(command: CommandUnknownOpts): Candidate {
  return { word: command.name(), about: command.description() };
}

function matching(candidates: readonly Candidate[], start: string): Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(start));
}
