import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { typedText } from '../../core/basics/typed-text.ts';
import { Problem } from '../../core/problem.ts';
import type { CliEnvironment, Interrupt } from '../environment.ts';
import { plain } from '../words/text.ts';

/** Prompts for yes or no on the terminal; Enter means no. Undefined for any other word. Throws the Problem `cancelled` for Ctrl-D. */
export async function askYesOrNo(question: string, environment: CliEnvironment): Promise<boolean | undefined> {
  const answer = typedText(await askText(`${question} [y/N] `, environment));
  if (/^y(es)?$/i.test(answer)) return true;
  return /^(no?)?$/i.test(answer) ? false : undefined;
}

/** Prompts for a line of text on the terminal. Throws the Problem `cancelled` for Ctrl-D. */
export async function askText(question: string, { stdin, stderr, interruption }: CliEnvironment): Promise<string> {
  const terminal = createInterface({ input: stdin, output: stderr });
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  terminal.once('SIGINT', () => interruption.abort({ signal: 'SIGINT', fromPrompt: true } satisfies Interrupt));
  terminal.on('SIGCONT', () => terminal.resume()); // readline leaves the input paused, which would end the process
  try {
    const answer = await Promise.race([terminal.question(plain(question), { signal: interruption.signal }), closed]);
    if (answer === undefined) stderr.write('\n'); // Ctrl-D does not end the line
    return given(answer);
  } finally {
    terminal.close();
  }
}

/** Prompts on the terminal without echo. Returns several lines if they are pasted together. Throws the Problem `cancelled` for Ctrl-D. */
export async function askSecret(question: string, { stdin, stderr, interruption }: CliEnvironment): Promise<string> {
  const nowhere = new Writable({ write: (_text, _encoding, done) => done() });
  const terminal = createInterface({ input: stdin, output: nowhere, terminal: true });
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  terminal.once('SIGINT', () => interruption.abort({ signal: 'SIGINT', fromPrompt: true } satisfies Interrupt));
  terminal.on('SIGCONT', () => {
    terminal.resume();
    stderr.write(question);
  });
  stderr.write(question); // only after the echo is off
  const further: string[] = [];
  terminal.on('line', (line) => further.push(line));
  try {
    const first = given(await Promise.race([terminal.question('', { signal: interruption.signal }), closed]));
    await new Promise((resolve) => setImmediate(resolve));
    return [first, ...further].join('\n');
  } finally {
    terminal.close();
    stderr.write('\n');
  }
}

/** The answer. A closed terminal gives none. */
function given(answer: string | undefined): string {
  if (answer === undefined) throw new Problem('cancelled', { message: 'No answer was given: nothing was done.' });
  return answer;
}
