import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';

const { PHYSIO_PROGRAM: given } = process.env;

/** The program under test and its first word: the built command line, or the file that PHYSIO_PROGRAM names, such as the executable or an installed one. */
export const PHYSIO: readonly [program: string, word: string] =
  given === undefined ? [process.execPath, path.resolve('dist/cli/physio.js')] : ['env', path.resolve(given)];

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
  /** The program and its first words, instead of the one under test. */
  program?: readonly string[];
  /** Runs on a pseudo-terminal of util-linux's `script`. */
  terminal?: boolean;
  /** The input, typed or piped. */
  input?: string;
  /** Keys that are typed as soon as the output matches. */
  once?: { seen: RegExp; keys: string };
  /** Called with the stderr so far until it returns a truthy value. */
  hear?: (said: string) => unknown;
}

export const CTRL_C = '\u0003';

/** Runs the command line as a separate process, with or without a terminal. */
export function typePhysio(
  words: readonly string[],
  { home, env = {}, program = PHYSIO, terminal = false, input = '', once, hear }: Typing,
): Promise<Typed> {
  const line = [...program, ...words];
  const [file, argv] = terminal
    ? ['script', ['-qec', line.map(quoted).join(' '), '/dev/null']]
    : [line[0], line.slice(1)];
  return new Promise((resolve, reject) => {
    const child = spawn(file as string, argv as string[], {
      cwd: home,
      env: { PATH: process.env['PATH'], HOME: home, SHELL: '/bin/sh', TERM: 'xterm', LC_ALL: 'C.UTF-8', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const seen = { out: '', said: '' };
    let waiting = once;
    let isHeard = hear === undefined;
    const look = () => {
      isHeard ||= Boolean(hear?.(seen.said));
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

export interface Run {
  code: number | null;
  /** The parsed stdout; an empty object if stdout is empty. */
  data: Record<string, unknown>;
  /** The text of stderr. */
  said: string;
}

/** As `typePhysio`, with `--json` and without a terminal. `home` also holds the configuration directory. */
export async function runPhysio(words: readonly string[], { env, ...typing }: Typing): Promise<Run> {
  const { code, out, said } = await typePhysio([...words, '--json'], {
    ...typing,
    env: { XDG_CONFIG_HOME: typing.home, ...env },
  });
  return { code, said, data: (out.trim() === '' ? {} : JSON.parse(out)) as Run['data'] };
}
