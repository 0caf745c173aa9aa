import type { Command } from 'commander';
import { TOPICS, topicList } from '../help-topics.ts';

/** Shows the help of a command, or a topic. */
export function addHelpCommand(program: Command, print: (text: string) => void): void {
  program
    .helpCommand(false)
    .addHelpText('after', `\nTopics, to be read with physio help TOPIC:\n${topicList()}`)
    .command('help')
    .description('the help of a command, or a topic')
    .argument('[words...]', `a command, or a topic: ${Object.keys(TOPICS).join(', ')}`)
    .action((words: string[]) => {
      const topic = words.length === 1 ? TOPICS[words[0] ?? ''] : undefined;
      if (topic) print(`${topic.lines.join('\n')}\n`);
      else commandOf(program, words).outputHelp();
    });
}

function commandOf(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    command =
      command.commands.find((each) => each.name() === word) ??
      program.error(`error: there is no command or topic "${words.join(' ')}"; the topics are: ${Object.keys(TOPICS).join(', ')}`);
  }
  return command;
}
