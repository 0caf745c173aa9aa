import type { Action, Given } from './action.ts';
import { Context, type SharedOptions } from './context.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { Output } from './output.ts';
import type { Surroundings } from './surroundings.ts';

/** Runs one action to its exit code. */
export async function act(
  load: () => Promise<{ action: Action }>,
  given: Given,
  shared: SharedOptions & { color?: boolean },
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { NO_COLOR: noColour, TERM: terminal } = surroundings.env;
  const colour = shared.color !== false && (noColour === undefined || noColour === '') && terminal !== 'dumb';
  const output = new Output(surroundings, { ...shared, colour });
  surroundings.interruption.onCome(() => output.endProgress());
  try {
    const { action } = await load();
    output.offer(action.fields);
    return await action.run(new Context(surroundings, shared, output, action.anyProfile), given);
  } catch (thrown) {
    return surroundings.interruption.endSignal ? EXIT.interrupted : output.fail(thrown);
  }
}
