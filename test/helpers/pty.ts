import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { PHYSIO } from './program.ts';

export interface Typed {
  /** The exit code as in a shell: 128 plus the signal number if a signal ended the process. */
  code: number | null;
  /** The text of stdout; on a terminal, all output. */
  out: string;
  /** The text of stderr; empty on a terminal, whose output contains it. */
  said: string;
}

export interface Typing {
  home: string;
  env?: Record<string, string>;
  /** Runs on a pseudo-terminal of util-linux's `script`. */
  terminal?: boolean;
  /** The input, typed or piped. */
  input?: string;
  /** Keys that are typed as soon as the output matches. */
  once?: { seen: RegExp; keys: string };
}

export const CTRL_C = '\u0003';

/** Runs the command line as a separate process, with or without a terminal. */
export function typePhysio(
  words: readonly string[],
  { home, env = {}, terminal = false, input = '', once }: Typing,
): Promise<Typed> {
  const program = [...PHYSIO, ...words];
  const [file, argv] = terminal
    ? ['script', ['-qec', program.map(quoted).join(' '), '/dev/null']]
    : [program[0], program.slice(1)];
  return new Promise((resolve, reject) => {
    const child = spawn(file as string, argv as string[], {
      cwd: home,
      env: { PATH: process.env['PATH'], HOME: home, SHELL: '/bin/sh', TERM: 'xterm', LC_ALL: 'C.UTF-8', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const seen = { out: '', said: '' };
    let waiting = once;
    const look = () => {
      if (!waiting?.seen.test(seen.out + seen.said)) return;
      const { keys } = waiting;
      waiting = undefined;
      if (terminal) child.stdin.write(keys);
      else if (keys === CTRL_C) child.kill('SIGINT');
    };
    for (const [stream, into] of [
      [child.stdout, 'out'],
      [child.stderr, 'said'],
    ] as const) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        seen[into] += text;
        look();
      });
    }
    child.stdin.on('error', () => {});
    if (!terminal) child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: signal ? 128 + constants.signals[signal] : code, ...seen }));
  });
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
