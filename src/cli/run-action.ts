import type { CliEnvironment } from './cli-environment.ts';
import { Context } from './context.ts';
import { EXIT, failureOf, type ExitCode } from './exit-codes.ts';
import { Output, type OutputOptions } from './output.ts';
import { formatOf } from './output-format.ts';
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
  signal.addEventListener('abort', () => output.interrupt(), { once: true });
  let action: Action<Parsed> | undefined;
  try {
    action = await load();
    const { run, fields, formats, allowsNewProfile } = action;
    output = outputIn(formatOf(shared, formats));
    output.selectFields(fields);
    return await run(new Context(environment, shared, output, allowsNewProfile), ...parsed);
  } catch (thrown) {
    if (signal.aborted) return EXIT.interrupted;
    const failed = await action?.fail?.(failureOf(output.caught(thrown), output.hint), output, ...parsed);
    return failed ?? output.fail(thrown);
  }
}

/** Precedence: --color and --no-color, NO_COLOR, FORCE_COLOR, TERM=dumb. */
function colourOf({ color: given }: SharedOptions, { env }: CliEnvironment): OutputOptions['colour'] {
  if (typeof given === 'string') return given;
  if (given === false || env.NO_COLOR) return 'never';
  if (env.FORCE_COLOR) return env.FORCE_COLOR === '0' ? 'never' : 'always';
  return env.TERM === 'dumb' ? 'never' : 'auto';
}
