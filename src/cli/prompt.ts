import { createInterface } from 'node:readline/promises';
import type { Surroundings } from './surroundings.ts';
import { plain } from './text.ts';

/** Asks on the terminal; anything but a yes is a no. */
export async function askYesOrNo(question: string, { stdin, stderr, signal, interrupt }: Surroundings): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stderr });
  const gone = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  terminal.once('SIGINT', interrupt);
  try {
    const answer = await Promise.race([terminal.question(`${plain(question)} [y/N] `, { signal }), gone]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
