import { spawn } from 'node:child_process';
import { PHYSIO } from './program.ts';

export interface Run {
  code: number | null;
  /** The parsed stdout; an empty object if stdout is empty. */
  data: Record<string, unknown>;
  /** The text of stderr. */
  said: string;
}

export interface RunOptions {
  /** The user's home and configuration directory. */
  home: string;
  env?: Record<string, string>;
  /** The program and its first words, instead of the one under test. */
  program?: readonly string[];
  /** Called with the stderr so far until it returns a truthy value. */
  hear?: (said: string) => unknown;
}

/** Runs the command line as a separate process with `--json` and without a terminal. */
export function runPhysio(
  words: readonly string[],
  { home, env = {}, program = PHYSIO, hear }: RunOptions,
): Promise<Run> {
  const [file = '', ...first] = program;
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...first, ...words, '--json'], {
      env: { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: home, ...env },
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let data = '';
    let said = '';
    let heard = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => (data += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      heard ||= Boolean(hear?.(said));
    });
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, said, data: (data.trim() === '' ? {} : JSON.parse(data)) as Run['data'] }),
    );
  });
}
