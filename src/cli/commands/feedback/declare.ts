import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';

export function addFeedbackCommands(program: Program, register: RegisterAction): void {
  const feedback = program.command('feedback').description('Report problems and suggestions to the operator');
  register(
    feedback
      .command('send')
      .description('Send feedback as the signed-in user')
      .requiredOption('--content <text>', 'Text to send; - reads stdin')
      .option('--phone <number>', 'Phone number for a callback'),
    "physio feedback send --content 'PL10001 does not start' --phone 13800000001",
    () => import('./send.ts').then(({ sendFeedback, fields }) => ({ run: sendFeedback, fields })),
  );
}
