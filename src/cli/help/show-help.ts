import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { TextOutput } from '../environment.ts';
import { closest } from '../output/closest.ts';
import { TOPICS } from './help-topics.ts';
import { commandReference, subcommands, type Registered } from './command-reference.ts';
import { helpText, helpWidth, topicText } from './help-text.ts';

/** Prints the help of a command. */
export async function showHelp(
  command: CommandUnknownOpts,
  program: CommandUnknownOpts,
  registered: Registered,
  to: TextOutput,
): Promise<void> {
  to.write(helpText(await commandReference(command, registered), program, helpWidth(to.columns)));
}

/** Prints the help that `physio help WORDS` asks for: of the program, a topic or a command. Throws a CommanderError for an unknown word. */
export async function showHelpOn(
  words: readonly string[],
  program: CommandUnknownOpts,
  registered: Registered,
  to: TextOutput,
): Promise<void> {
  const [first = ''] = words;
  const topic = words.length === 1 && Object.hasOwn(TOPICS, first) ? TOPICS[first] : undefined;
  if (topic) to.write(topicText(topic, helpWidth(to.columns)));
  else await showHelp(commandOf(program, words), program, registered, to);
}

function commandOf(program: CommandUnknownOpts, words: readonly string[]): CommandUnknownOpts {
  let command = program;
  for (const word of words) {
    const names = subcommands(command).map((each) => each.name());
    const known = [...names, ...(command === program ? Object.keys(TOPICS) : [])];
    const next = command.commands.find((each) => names.includes(word) && each.name() === word);
    if (!next) {
      const what = command === program ? 'command or help topic' : 'command';
      program.error(`unknown ${what} '${word}'${closest(word, known)}`);
    }
    command = next;
  }
  return command;
}
