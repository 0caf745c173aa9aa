import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Surroundings } from './surroundings.ts';
import { plain } from './text.ts';

/** Asks on the terminal; anything but a yes is a no. */
export async function askYesOrNo(question: string, { stdin, stderr, interruption }: Surroundings): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stderr.stream });
  const gone = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  terminal.once('SIGINT', interruption.comeFromPrompt);
  terminal.on('SIGCONT', () => terminal.resume()); // readline leaves the input paused, and the process would end without an answer
  try {
    const answer = await Promise.race([terminal.question(`${plain(question)} [y/N] `, { signal: interruption.signal }), gone]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

/** Asks on the terminal for what nobody may read over a shoulder: nothing that is typed is shown. Lines that are pasted together come together. Nothing at all where it is called off. */
export async function askSecret(question: string, { stdin, stderr, interruption }: Surroundings): Promise<string> {
  const nowhere = new Writable({ write: (_text, _encoding, done) => done() });
  const terminal = createInterface({ input: stdin, output: nowhere, terminal: true });
  const gone = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  terminal.once('SIGINT', interruption.comeFromPrompt);
  terminal.on('SIGCONT', () => {
    terminal.resume();
    stderr.write(question);
  });
  stderr.write(question); // once the terminal shows nothing of what is typed
  const further: string[] = [];
  terminal.on('line', (line) => further.push(line));
  try {
    const first = await Promise.race([terminal.question('', { signal: interruption.signal }), gone]);
    await new Promise((resolve) => setImmediate(resolve));
    return [first, ...further].join('\n');
  } finally {
    terminal.close();
    stderr.write('\n');
  }
}
