import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { TOPICS, topicList } from '../help-topics.ts';
import type { Program } from '../shared-options.ts';

export function addHelpCommand(program: Program, print: (text: string) => void): void {
  program
    .helpCommand(false)
    .addHelpText('after', `\nTopics (physio help TOPIC):\n${topicList()}`)
    .command('help')
    .description('Show help for a command or topic')
    .argument('[words...]', `Command, or topic: ${Object.keys(TOPICS).join(', ')}`)
    .action((words) => {
      const topic = words.length === 1 ? TOPICS[words[0] ?? ''] : undefined;
      if (topic) print(`${topic.lines.join('\n')}\n`);
      else commandOf(program, words).outputHelp();
    });
}

function commandOf(program: CommandUnknownOpts, words: readonly string[]): CommandUnknownOpts {
  let command = program;
  for (const word of words) {
    command =
      command.commands.find((each) => each.name() === word) ??
      program.error(`error: unknown command or topic "${words.join(' ')}"; topics: ${Object.keys(TOPICS).join(', ')}`);
  }
  return command;
}
