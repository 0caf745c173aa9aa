import { Command } from '@commander-js/extra-typings';
import type { CliEnvironment } from './cli-environment.ts';
import { Context } from './context.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { Output } from './output.ts';
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
  const { NO_COLOR: noColour, TERM: terminal } = environment.env;
  const colour = shared.color && (noColour === undefined || noColour === '') && terminal !== 'dumb';
  const output = new Output(environment, { ...shared, colour });
  const { signal } = environment.interruption;
  let context: Context | undefined;
  const end = () => {
    output.interrupt();
    context?.storeCalls();
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const { run, fields, allowsNewProfile } = await load();
    output.selectFields(fields);
    context = new Context(environment, shared, output, allowsNewProfile, commandOf(parsed.at(-1)));
    return await run(context, ...parsed);
  } catch (thrown) {
    return signal.aborted ? EXIT.interrupted : output.fail(thrown);
  } finally {
    context?.storeCalls();
  }
}

/** The name of the command that Commander passes last. */
function commandOf(last: unknown): string | undefined {
  return last instanceof Command ? pathOf(last) : undefined;
}
