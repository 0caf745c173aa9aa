import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CliEnvironment, TextOutput } from './environment.ts';
import { commandHint } from './words/command-hint.ts';
import { maskPhones } from '../core/basics/phone.ts';
import { stackOf } from '../core/problem.ts';
import { EXIT, type ExitCode } from './words/exit-codes.ts';
import { errorFields, failureOf, failureText, type Failure } from './words/failure.ts';
import { asksForJsonErrors, isFormat } from './output/output-format.ts';
import { parsePosition, pathOf } from './input/position.ts';
import { problemOf } from './words/problem-of.ts';
import type { Action, RegisterAction } from './run/register-action.ts';
import type { Complete } from './commands/completion/declare.ts';
import type { ShowHelpOn } from './commands/help/declare.ts';
import type { Registered } from './help/command-reference.ts';
import { addSharedOptions, type Program } from './input/shared-options.ts';
import { plain, safeJson } from './words/text.ts';

/** Runs one command line to its exit code. Ctrl-C ends it at once, after its warning about unfinished effects is printed. */
export async function run(words: readonly string[], environment: CliEnvironment): Promise<ExitCode> {
  const argv = words.flatMap(withoutLineEnd);
  const { signal } = environment.interruption;
  if (signal.aborted) return EXIT.interrupted;
  const interrupted = new Promise<ExitCode>((resolve) => {
    signal.addEventListener('abort', () => setImmediate(resolve, EXIT.interrupted), { once: true });
  });
  return Promise.race([
    interrupted,
    parseAndRun(argv, environment).catch((thrown: unknown) => internalError(thrown, argv, environment)),
  ]);
}

/** The last word of each line of a script with Windows line ends has a carriage return. */
function withoutLineEnd(word: string): string[] {
  return word === '\r' ? [] : [word.replace(/\r$/, '')];
}

async function parseAndRun(argv: readonly string[], environment: CliEnvironment): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const created = await createProgram(argv, environment, (result) => (code = result));
  const { program, registered } = created;
  const explain = async (command: CommandUnknownOpts, to: TextOutput) =>
    (await import('./help/show-help.ts')).showHelp(command, program, registered, to);
  try {
    let words = argv.includes('--json')
      ? await (await import('./input/json-option.ts')).normalizeJsonOption(argv, program, registered.fieldsOf)
      : argv;
    if (words.some((word) => HELP_OPTIONS.includes(word))) {
      const request = (await import('./help/help-request.ts')).helpRequest(words, program);
      if (request.command) {
        await explain(request.command, environment.stdout);
        return EXIT.done;
      }
      words = request.words;
    }
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    const unexplained = created.unexplained();
    if (thrown.exitCode === 0) {
      if (unexplained) await explain(unexplained, environment.stdout);
      return EXIT.done;
    }
    if (!unexplained) return await reportUsageError(thrown.message, program, argv, environment);
    if (asksForJsonErrors(argv)) return await reportUsageError('Missing command', program, argv, environment);
    await explain(unexplained, environment.stderr);
    return EXIT.usage;
  }
}

/** How other programs take the format. */
const OTHER_FORMAT_OPTION = /(?:^| )--(?:output|format)[ =](\w+)/;

const HELP_OPTIONS = ['-h', '--help'];

/** Prints the error in the command line, and the help to read. Returns the exit code. */
async function reportUsageError(
  message: string,
  program: Program,
  argv: readonly string[],
  { stdout, stderr }: CliEnvironment,
): Promise<ExitCode> {
  const { asksForNagios, NAGIOS, nagiosFailure } = await import('./commands/device/check/report/nagios.ts');
  const { command } = parsePosition(program, argv[0] === 'help' ? argv.slice(1) : argv);
  const [, format] = OTHER_FORMAT_OPTION.exec(argv.join(' ')) ?? [];
  const missing = command.options.find(({ flags }) => message === `error: required option '${flags}' not specified`);
  const { description, argChoices } = missing ?? {};
  const wanted = argChoices ? `; choose from: ${argChoices.join(', ')}` : description ? `: ${description}` : '';
  const failure = {
    message: message
      .replace(/^error: (?:command-argument value )?/, '')
      .replace(/^[a-z]/, (letter) => letter.toUpperCase())
      .replace(/\. Allowed choices are (.*)\.$/, '; choose from: $1')
      .concat(wanted),
    hint: `${isFormat(format) ? `For this format: -o ${format}. ` : ''}See ${pathOf(command)} --help`,
  };
  if (asksForNagios(argv)) {
    stdout.write(`${nagiosFailure(`${failure.message.replace(/\.$/, '')}. ${failure.hint}`)}\n`);
    return NAGIOS.UNKNOWN;
  }
  stderr.write(
    asksForJsonErrors(argv) ? errorLine(failure, EXIT.usage) : `physio: ${plain(failure.message)}\n${failure.hint}\n`,
  );
  return EXIT.usage;
}

/** The error as a line of JSON. */
function errorLine(failure: Failure, exit: ExitCode): string {
  return `${safeJson({ error: errorFields(failure, exit) })}\n`;
}

/** A failure of the program itself as a line of stderr, JSON if the command line asks for it. */
export function failureLine(failure: Failure, argv: readonly string[]): string {
  return asksForJsonErrors(argv) ? errorLine(failure, EXIT.failed) : `physio: ${plain(failureText(failure))}\n`;
}

/** Prints an error that no command has caught, and its stack with --verbose. */
export function internalError(
  thrown: unknown,
  argv: readonly string[],
  { stderr }: { stderr: { write(text: string): unknown } },
): ExitCode {
  const problem = problemOf(thrown);
  const failure = failureOf(problem, commandHint({}));
  const isMachine = asksForJsonErrors(argv);
  stderr.write(failureLine(failure, argv));
  if (argv.includes('--verbose') || argv.includes('--debug'))
    stderr.write(
      stackOf(problem)
        .split('\n')
        .map((line) => maskPhones(plain(line)))
        .map((message) => `${isMachine ? safeJson({ trace: { message } }) : message}\n`)
        .join(''),
    );
  return EXIT.failed;
}

type AddCommands = (program: Program, register: RegisterAction) => void;

/** Adds the commands that begin with a word, in the order in which the help lists them. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommands>>> = {
  login: async () => (await import('./commands/session/declare.ts')).addLoginCommand,
  logout: async () => (await import('./commands/session/declare.ts')).addLogoutCommand,
  profile: async () => (await import('./commands/profile/declare.ts')).addProfileCommands,
  account: async () => (await import('./commands/account/declare.ts')).addAccountCommands,
  doctor: async () => (await import('./commands/doctor/declare.ts')).addDoctorCommand,
  device: async () => (await import('./commands/device/declare.ts')).addDeviceCommands,
  plan: async () => (await import('./commands/plan/declare.ts')).addPlanCommands,
  order: async () => (await import('./commands/order/declare.ts')).addOrderCommands,
  treatment: async () => (await import('./commands/treatment/declare.ts')).addTreatmentCommands,
  share: async () => (await import('./commands/share/declare.ts')).addShareCommands,
  card: async () => (await import('./commands/card/declare.ts')).addCardCommands,
  refund: async () => (await import('./commands/refund/declare.ts')).addRefundCommands,
  feedback: async () => (await import('./commands/feedback/declare.ts')).addFeedbackCommands,
  support: async () => (await import('./commands/support/declare.ts')).addSupportCommands,
  version: async () => (await import('./commands/version/declare.ts')).addVersionCommand,
};

interface CreatedProgram {
  program: Program;
  registered: Registered;
  /** The command whose help commander wanted to print. Help is printed later, because it loads the command's fields. */
  unexplained: () => CommandUnknownOpts | undefined;
}

/** A command line that begins with a known word declares only that word's commands: declaring them all takes longer than most commands. */
async function createProgram(
  [first = '']: readonly string[],
  environment: CliEnvironment,
  ended: (code: ExitCode) => void,
): Promise<CreatedProgram> {
  let unexplained: CommandUnknownOpts | undefined;
  const program = newProgram(environment.version)
    .configureHelp({
      formatHelp: (command) => {
        unexplained = command;
        return '';
      },
    })
    .configureOutput({
      writeOut: (text) => void environment.stdout.write(text),
      writeErr: (text) => void environment.stderr.write(text),
      outputError: () => {},
    });
  const registered = new Registrations();
  const register: RegisterAction = (command, example, load) => {
    registered.add(command, example, load);
    command.action(async (...parsed) => {
      const { runAction } = await import('./run/run-action.ts');
      ended(await runAction(load, parsed, program.opts(), environment, command));
    });
  };
  const named = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  if (named) (await named())(program, register);
  else
    await addAllCommands(program, register, {
      showHelpOn: async (words) => {
        const { showHelpOn } = await import('./help/show-help.ts');
        await showHelpOn(words, program, registered, environment.stdout);
      },
      complete: async (words) => {
        const { complete } = await import('./completion/complete.ts');
        await complete(program, words, registered, environment);
      },
    });
  return { program, registered, unexplained: () => unexplained };
}

/** The program with the shared options and without commands. */
function newProgram(version: string): Program {
  return addSharedOptions(
    new Command('physio')
      .description('Rent, pay for and run physiotherapy devices from the terminal')
      .version(version, '-V, --version', 'Print the version')
      .helpOption('-h, --help', 'Show help')
      .exitOverride(),
  );
}

/** A program that declares every command and runs none, for the manual. */
export async function declaredProgram(version: string): Promise<{ program: Program; registered: Registered }> {
  const program = newProgram(version);
  const registered = new Registrations();
  const register: RegisterAction = (command, example, load) => {
    registered.add(command, example, load);
    command.action(() => {});
  };
  await addAllCommands(program, register, { showHelpOn: async () => {}, complete: async () => {} });
  return { program, registered };
}

async function addAllCommands(
  program: Program,
  register: RegisterAction,
  { showHelpOn, complete }: { showHelpOn: ShowHelpOn; complete: Complete },
): Promise<void> {
  for (const load of Object.values(COMMANDS)) (await load())(program, register);
  const [{ addHelpCommand }, { addCompletionCommands }] = await Promise.all([
    import('./commands/help/declare.ts'),
    import('./commands/completion/declare.ts'),
  ]);
  addHelpCommand(program, showHelpOn);
  addCompletionCommands(program, register, complete);
}

type LoadedAction = Pick<Action<[]>, 'fields' | 'formats'>;

/** The examples of the commands, and their fields when an action is loaded. */
class Registrations implements Registered {
  private readonly examples = new Map<CommandUnknownOpts, string>();
  private readonly loaders = new Map<CommandUnknownOpts, () => Promise<LoadedAction>>();

  add(command: CommandUnknownOpts, example: string, load: () => Promise<LoadedAction>): void {
    this.examples.set(command, example);
    this.loaders.set(command, load);
  }

  readonly exampleOf = (command: CommandUnknownOpts) => this.examples.get(command);

  readonly fieldsOf = async (command: CommandUnknownOpts) => (await this.loaders.get(command)?.())?.fields ?? [];

  readonly formatsOf = async (command: CommandUnknownOpts) => (await this.loaders.get(command)?.())?.formats;
}
