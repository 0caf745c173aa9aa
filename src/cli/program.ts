import { setMaxListeners } from 'node:events';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Bind } from './action.ts';
import { addAccountCommands } from './commands/account.ts';
import { addCardCommands } from './commands/card.ts';
import { addCompletionCommands } from './commands/completion.ts';
import { addDeviceCommands } from './commands/device.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addFeedbackCommands } from './commands/feedback.ts';
import { addHelpCommand } from './commands/help.ts';
import { addOrderCommands } from './commands/order.ts';
import { addPlanCommands } from './commands/plan.ts';
import { addProfileCommands } from './commands/profile.ts';
import { addRefundCommands } from './commands/refund.ts';
import { addSessionCommands } from './commands/session.ts';
import { addShareCommands } from './commands/share.ts';
import { addTreatmentCommands } from './commands/treatment.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { Surroundings } from './surroundings.ts';
import { plain } from './text.ts';

/** Runs one command line to its exit code. Ctrl-C ends it whatever it waits for, after it has told what it knows. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { signal } = surroundings;
  setMaxListeners(0, signal);
  const interrupted = new Promise<ExitCode>((resolve) => {
    signal.addEventListener('abort', () => setImmediate(() => resolve(EXIT.interrupted)));
  });
  return Promise.race([interrupted, parsed(argv, surroundings)]);
}

async function parsed(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  try {
    return await attempt(argv, surroundings);
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return unforeseen(thrown, surroundings);
    const another = thrown.code === 'commander.missingArgument' ? withBareJson(argv) : undefined;
    if (another) return parsed(another, surroundings);
    if (thrown.exitCode !== 0 && thrown.code !== 'commander.help') surroundings.stderr.write(`${plain(thrown.message.replace(/^error: /, 'physio: '))}\n`);
    return thrown.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

function unforeseen(thrown: unknown, { stderr }: Surroundings): ExitCode {
  stderr.write(`physio: something unforeseen broke: ${plain(thrown instanceof Error ? thrown.message : 'no reason was given')}\n`);
  return EXIT.failed;
}

/** `--json SNO` was meant as all fields of SNO. */
function withBareJson(argv: readonly string[]): string[] | undefined {
  const at = argv.indexOf('--json');
  const next = argv[at + 1];
  return at < 0 || next === undefined || next.startsWith('-') ? undefined : [...argv.slice(0, at), '--json=', ...argv.slice(at + 1)];
}

async function attempt(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const program = buildProgram(surroundings, (result) => (code = result));
  await program.parseAsync(argv, { from: 'user' });
  return code;
}

function buildProgram(surroundings: Surroundings, ended: (code: ExitCode) => void): Command {
  const { version } = surroundings;
  const program = new Command('physio')
    .description('Rent, pay for and run physiotherapy devices from the terminal.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void surroundings.stdout.write(text),
      writeErr: (text) => void surroundings.stderr.write(text),
      outputError: () => {},
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  addSharedOptions(program);
  const loads = new Map<Command, Parameters<Bind>[2]>();
  const bind: Bind = (command, example, load) => {
    loads.set(command, load);
    command.addHelpText('after', `\nExample:\n  ${example}`).action(async () => {
      const { act } = await import('./act.ts');
      ended(await act(load, { args: command.args, options: command.opts() }, program.opts(), surroundings));
    });
  };
  addSessionCommands(program, bind);
  addProfileCommands(program, bind);
  addAccountCommands(program, bind);
  addDoctorCommand(program, bind);
  addDeviceCommands(program, bind);
  addPlanCommands(program, bind);
  addOrderCommands(program, bind);
  addTreatmentCommands(program, bind);
  addShareCommands(program, bind);
  addCardCommands(program, bind);
  addRefundCommands(program, bind);
  addFeedbackCommands(program, bind);
  addHelpCommand(program, (text) => void surroundings.stdout.write(text));
  addCompletionCommands(program, bind, async (words) => {
    const { complete } = await import('./completion/complete.ts');
    await complete(program, words, async (command) => (await loads.get(command)?.())?.action.fields ?? [], surroundings);
  });
  return program;
}

function addSharedOptions(program: Command): void {
  program
    .addOption(new Option('--json [fields]', 'print JSON: all fields, or those named, separated by commas'))
    .option('--profile <name>', 'the profile to use')
    .option('--api <url>', 'the address of the API')
    .option('--token-file <file>', 'a private file that holds the access token; - reads stdin, or asks on a terminal')
    .option('--timeout <seconds>', 'limit of each call; of the whole wait where a command waits', seconds)
    .option('--yes', 'answer yes to whatever is asked')
    .option('--no-input', 'never ask')
    .option('--quiet', 'say nothing but the data and what went wrong')
    .option('--verbose', 'tell each call on stderr')
    .option('--show-phones', 'show phone numbers whole')
    .option('--no-color', 'no colours');
}

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value <= 86_400) return value;
  throw new InvalidArgumentError('It must be a number of seconds, up to a day.');
}
