import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { parsePosition } from '../input/position.ts';

const OPTIONS = ['-h', '--help'];

/**
 * Finds a help option anywhere in a command line: `physio --help device` means the same as `physio device --help`. `command` is undefined if help is not
 * requested, or for an unknown command; `words` is the line without the option.
 */
export function helpRequest(
  line: readonly string[],
  program: CommandUnknownOpts,
): { command?: CommandUnknownOpts; words: readonly string[] } {
  const end = line.indexOf('--');
  const isHelp = (word: string, at: number) =>
    OPTIONS.includes(word) &&
    (end < 0 || at < end) &&
    parsePosition(program, line.slice(0, at)).pendingOption === undefined;
  const words = line.filter((word, at) => !isHelp(word, at));
  const { command, position } = parsePosition(program, words);
  const isKnown = command.commands.length === 0 || command.registeredArguments.length > 0 || position === 0;
  return words.length < line.length && isKnown ? { command, words } : { words };
}
