import type { Command } from 'commander';
import type { Bind } from '../action.ts';

export function addFeedbackCommands(program: Command, bind: Bind): void {
  const feedback = program.command('feedback').description('tell the operator what is wrong, or what could be better');
  bind(
    feedback
      .command('send')
      .description('send a feedback as the one who is signed in')
      .requiredOption('--content <text>', 'what is to be said; - reads stdin')
      .option('--phone <number>', 'where to call back'),
    "physio feedback send --content 'PL10001 does not start' --phone 13800000001",
    () => import('./feedback/send.ts'),
  );
}
