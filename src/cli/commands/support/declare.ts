import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';
import { operatorOption } from '../arguments.ts';

export function addSupportCommands(program: Program, register: RegisterAction): void {
  const support = program
    .command('support')
    .description('Collect what a support ticket needs about a device, without secrets')
    .argument('<sno...>', 'Device numbers, or the links on the devices')
    .option('--order <number>', 'Show this order instead of the orders of the device')
    .option('--card', 'The order is for a card package')
    .addOption(operatorOption('Operator of the card, if you have cards of several (IDs: physio card list)'));
  register(support, 'physio support PL10001 --order ZL0001 > ticket.md', () =>
    import('./case.ts').then(({ printCases, fields, formats }) => ({ run: printCases, fields, formats })),
  );
  const read = support
    .command('read')
    .description('Explain the diagnostic report that a customer sent with a feedback')
    .argument('<file>', 'Text with the report; - reads stdin');
  register(read, 'physio support read feedback.txt', () =>
    import('./read.ts').then(({ readReport, fields, formats }) => ({
      run: (context, file) => readReport(context, file, Object.keys(support.opts())),
      fields,
      formats,
    })),
  );
}
