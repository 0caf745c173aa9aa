import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { Context } from '../context.ts';
import type { ExitCode } from '../words/exit-codes.ts';
import type { Failure } from '../words/failure.ts';
import type { Output } from '../output/output.ts';
import type { SharedOptions } from '../input/shared-options.ts';

/** A command's action, called with the declared arguments and options. It is loaded when the command runs. */
export interface Action<Parsed extends unknown[]> {
  run: (context: Context, ...parsed: Parsed) => Promise<ExitCode>;
  /** The fields that --json can select. */
  fields: readonly string[];
  /** The formats of -o, if others than those of every command. */
  formats?: readonly string[];
  /** The profile need not exist yet. */
  allowsNewProfile?: boolean;
  /** Reports a failure in a format of the command's own; undefined to report it as usual. */
  fail?: (failure: Failure, output: Output, ...parsed: Parsed) => Promise<ExitCode | undefined>;
}

/** Connects a declared command to its action and adds an example to its help. */
export type RegisterAction = <Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options, SharedOptions>,
  example: string,
  load: () => Promise<Action<[...Args, Options, Command<Args, Options, SharedOptions>]>>,
) => void;
