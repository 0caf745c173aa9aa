import type { Action } from '../../action.ts';
import { scriptFor, type Shell } from '../../completion/scripts.ts';
import { EXIT } from '../../exit-codes.ts';

export const action: Action = {
  fields: ['shell', 'script'],
  async run({ output }, { args: [shell] }) {
    const script = scriptFor(shell as Shell);
    await output.record({ shell, script }, script.trimEnd().split('\n'));
    return EXIT.done;
  },
};
