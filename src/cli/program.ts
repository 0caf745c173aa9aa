import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Bind } from './action.ts';
import { maskPhones } from '../core/phone.ts';
import { stackOf } from '../core/problem.ts';
import { EXIT, internalSentence, type ExitCode } from './exit-codes.ts';
import { problemOf } from './problem-of.ts';
import type { Surroundings } from './surroundings.ts';
import { plain } from './text.ts';

/** Runs one command line to its exit code. Ctrl-C ends it whatever it waits for, after it has told what it knows. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  if (surroundings.interruption.endSignal) return EXIT.interrupted;
  const interrupted = new Promise<ExitCode>((resolve) => {
    surroundings.interruption.onCome(() => setImmediate(() => resolve(EXIT.interrupted)));
  });
  return Promise.race([interrupted, parsed(argv, surroundings)]);
}

async function parsed(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  try {
    return await attempt(argv, surroundings);
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return internalError(thrown, argv, surroundings);
    if (thrown.exitCode !== 0 && thrown.code !== 'commander.help') surroundings.stderr.write(`${plain(thrown.message.replace(/^error: /, 'physio: '))}\n`);
    return thrown.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

/** Says what broke before or beside any command, and prints its stack with --verbose. */
export function internalError(thrown: unknown, argv: readonly string[], { stderr }: Pick<Surroundings, 'stderr'>): ExitCode {
  const problem = problemOf(thrown);
  stderr.write(`physio: ${plain(problem.code === 'internal' ? internalSentence(problem.message) : problem.message)}\n`);
  if (argv.includes('--verbose')) stderr.write(`${stackOf(problem).split('\n').map((line) => maskPhones(plain(line))).join('\n')}\n`);
  return EXIT.failed;
}

async function attempt(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const { program, fieldsOf } = await programFor(argv, surroundings, (result) => (code = result));
  const words = argv.includes('--json') ? await (await import('./bare-json.ts')).withJsonTied(argv, program, fieldsOf) : argv;
  await program.parseAsync(words, { from: 'user' });
  return code;
}

type Declare = (program: Command, bind: Bind) => void;

/** What declares the commands that begin with a word; in the order in which the help lists them. */
const DECLARATIONS: Readonly<Record<string, () => Promise<Declare>>> = {
  login: async () => (await import('./commands/session.ts')).addLoginCommand,
  logout: async () => (await import('./commands/session.ts')).addLogoutCommand,
  profile: async () => (await import('./commands/profile.ts')).addProfileCommands,
  account: async () => (await import('./commands/account.ts')).addAccountCommands,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  device: async () => (await import('./commands/device.ts')).addDeviceCommands,
  plan: async () => (await import('./commands/plan.ts')).addPlanCommands,
  order: async () => (await import('./commands/order.ts')).addOrderCommands,
  treatment: async () => (await import('./commands/treatment.ts')).addTreatmentCommands,
  share: async () => (await import('./commands/share.ts')).addShareCommands,
  card: async () => (await import('./commands/card.ts')).addCardCommands,
  refund: async () => (await import('./commands/refund.ts')).addRefundCommands,
  feedback: async () => (await import('./commands/feedback.ts')).addFeedbackCommands,
};

interface Declared {
  program: Command;
  /** What --json can choose from in a command. */
  fieldsOf: (command: Command) => Promise<readonly string[]>;
}

/** A line that begins with a noun needs the declarations of no other: they take longer than most commands. */
async function programFor([first = '']: readonly string[], surroundings: Surroundings, ended: (code: ExitCode) => void): Promise<Declared> {
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
  const fieldsOf = async (command: Command) => (await loads.get(command)?.())?.action.fields ?? [];
  const named = Object.hasOwn(DECLARATIONS, first) ? DECLARATIONS[first] : undefined;
  if (named) {
    (await named())(program, bind);
    return { program, fieldsOf };
  }
  for (const load of Object.values(DECLARATIONS)) (await load())(program, bind);
  const [{ addHelpCommand }, { addCompletionCommands }] = await Promise.all([import('./commands/help.ts'), import('./commands/completion.ts')]);
  addHelpCommand(program, (text) => void surroundings.stdout.write(text));
  addCompletionCommands(program, bind, async (words) => {
    const { complete } = await import('./completion/complete.ts');
    await complete(program, words, fieldsOf, surroundings);
  });
  return { program, fieldsOf };
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
