import type { CommandReference } from '../src/cli/help/command-reference.ts';
import type { Term } from '../src/cli/help/layout.ts';

/** The whole command line. */
export interface Manual {
  program: CommandReference;
  groups: readonly { title: string; commands: readonly CommandReference[] }[];
  sharedOptions: readonly Term[];
}
