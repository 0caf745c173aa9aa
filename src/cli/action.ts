import type { Command } from 'commander';
import type { Context } from './context.ts';
import type { ExitCode } from './exit-codes.ts';

/** The arguments of a command, and its own options. */
export interface Given {
  args: readonly string[];
  options: Readonly<Record<string, unknown>>;
}

/** What a command does; loaded when it is asked for. */
export interface Action {
  /** What --json can choose from. */
  fields: readonly string[];
  /** Runs with a profile that does not exist yet, too. */
  anyProfile?: true;
  run(context: Context, given: Given): Promise<ExitCode>;
}

/** Joins a declared command to its action, and shows in its help how it is typed. */
export type Bind = (command: Command, example: string, load: () => Promise<{ action: Action }>) => void;
