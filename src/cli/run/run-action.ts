import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CliEnvironment } from '../environment.ts';
import { Context } from '../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../words/exit-codes.ts';
import { failureOf, type Failure } from '../words/failure.ts';
import { Output, type OutputOptions } from '../output/output.ts';
import { formatOf, likelyFormat } from '../output/output-format.ts';
import { pathOf } from '../input/position.ts';
import type { Action } from './register-action.ts';
import type { SharedOptions } from '../input/shared-options.ts';

/** Runs one action of the command to its exit code. An unknown field or format leads to the help of the command. */
export async function runAction<Parsed extends unknown[]>(
  load: () => Promise<Action<Parsed>>,
  parsed: Parsed,
  shared: SharedOptions,
  environment: CliEnvironment,
  command: CommandUnknownOpts,
): Promise<ExitCode> {
  const { signal } = environment.interruption;
  const outputIn = (format: string) =>
    new Output(environment, { ...shared, colour: colourOf(shared, environment) }, format);
  let output = outputIn(likelyFormat(shared));
  let action: Action<Parsed> | undefined;
  let context: Context | undefined;
  const end = () => {
    output.endAllProgress();
    context?.account.storeCalls();
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    action = await load();
    const { run, fields, formats, allowsNewProfile } = action;
    output = outputIn(formatOf(shared, formats));
    output.selectFields(fields);
    const name = pathOf(command).replace(/^\S+ /, '');
    context = new Context(environment, shared, output, allowsNewProfile, name);
    const code = await run(context, ...parsed);
    if (code === EXIT.done) context.rememberDevices();
    return code;
  } catch (thrown) {
    if (signal.aborted) return EXIT.interrupted;
    const problem = output.caught(thrown);
    const failure = failureOf(problem, output.hint);
    const failed = await action?.fail?.(failure, output, ...parsed);
    return failed ?? output.refuse(context ? failure : withHelp(failure, command), exitCodeOf(problem));
  } finally {
    output.endAllProgress();
    context?.account.storeCalls();
  }
}

/** The failure of an invalid command line, with the help to read. */
function withHelp(failure: Failure, command: CommandUnknownOpts): Failure {
  if (failure.problem?.code !== 'invalid-input') return failure;
  return { ...failure, message: `${failure.message}.`, hint: `See ${pathOf(command)} --help` };
}

/** Precedence: --color and --no-color, NO_COLOR, FORCE_COLOR, TERM=dumb. */
function colourOf({ color: given }: SharedOptions, { env }: CliEnvironment): OutputOptions['colour'] {
  if (typeof given === 'string') return given;
  if (given === false || env.NO_COLOR) return 'never';
  if (env.FORCE_COLOR) return env.FORCE_COLOR === '0' ? 'never' : 'always';
  return env.TERM === 'dumb' ? 'never' : 'auto';
}
