import { Command } from '@commander-js/extra-typings';
import type { CliEnvironment } from './cli-environment.ts';
import { Context } from './context.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { Output, type OutputOptions } from './output.ts';
import { formatOf } from './output-format.ts';
import { pathOf } from './position.ts';
import type { Action } from './register-action.ts';
import type { SharedOptions } from './shared-options.ts';

/** Runs one action to its exit code. */
export async function runAction<Parsed extends unknown[]>(
  load: () => Promise<Action<Parsed>>,
  parsed: Parsed,
  shared: SharedOptions,
  environment: CliEnvironment,
): Promise<ExitCode> {
  const { signal } = environment.interruption;
  const outputIn = (format: string) =>
    new Output(environment, { ...shared, colour: colourOf(shared, environment) }, format);
  let output = outputIn(shared.json === undefined ? 'table' : 'json');
  let context: Context | undefined;
  const end = () => {
    output.interrupt();
    context?.storeCalls();
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const { run, fields, formats, allowsNewProfile } = await load();
    output = outputIn(formatOf(shared, formats));
    output.selectFields(fields);
    context = new Context(environment, shared, output, allowsNewProfile, commandOf(parsed.at(-1)));
    return await run(context, ...parsed);
  } catch (thrown) {
    return signal.aborted ? EXIT.interrupted : output.fail(thrown);
  } finally {
    context?.storeCalls();
  }
}

/** The name of the command that Commander passes last, without the program's. */
function commandOf(last: unknown): string | undefined {
  return last instanceof Command ? pathOf(last).replace(/^\S+ /, '') : undefined;
}

/** Precedence: --color and --no-color, NO_COLOR, FORCE_COLOR, TERM=dumb. */
function colourOf({ color: given }: SharedOptions, { env }: CliEnvironment): OutputOptions['colour'] {
  if (typeof given === 'string') return given;
  if (given === false || env.NO_COLOR) return 'never';
  if (env.FORCE_COLOR) return env.FORCE_COLOR === '0' ? 'never' : 'always';
  return env.TERM === 'dumb' ? 'never' : 'auto';
}
