import { existsSync, fstatSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';
import { safeAddress } from '../adapters/http/http-address.ts';
import { preparePrivateDirectory, readPrivateFile, replacePrivateFile } from '../adapters/node/files/private-file.ts';
import { namesProxy } from '../adapters/node/network/proxy-variables.ts';
import { renameWithRetries } from '../adapters/node/files/rename.ts';
import { replaceFile } from '../adapters/node/files/replace-file.ts';
import { EXIT } from './words/exit-codes.ts';
import { homeDirectory } from './settings/config-directory.ts';
import type { CliEnvironment, Interrupt, PrivateFiles } from './environment.ts';

/** The user's private files. */
export const privateFiles: PrivateFiles = {
  read: readPrivateFile,
  list: (path) => (existsSync(path) ? readdirSync(path) : []),
  exists: (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  write: (directory, name, text) => {
    preparePrivateDirectory(directory, directory);
    replacePrivateFile(join(directory, name), text, '.new');
  },
  remove: (path) => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }),
  move: (from, to) => {
    if (existsSync(from)) renameWithRetries(from, to);
  },
  runExclusive: async (directory, work) => {
    const [{ FileMutex }, { SystemClock }] = await Promise.all([
      import('../adapters/node/files/file-mutex.ts'),
      import('../adapters/system-clock.ts'),
    ]);
    await new FileMutex(directory, new SystemClock()).runExclusive('files', LOCK_TIMEOUT_MS, async () => work());
  },
};

/** The name of the proxy for an address. Loads the proxy code only if a variable names one. */
export async function proxyNameFor(address: string, variables: CliEnvironment['env']): Promise<string | undefined> {
  if (!namesProxy(variables)) return undefined;
  const { proxyFor, proxyName } = await import('../adapters/node/network/proxy-settings.ts');
  const proxy = proxyFor(address, variables);
  return proxy && proxyName(proxy);
}

/** A file is changed within milliseconds; a slower process has been stopped. */
const LOCK_TIMEOUT_MS = 5_000;

export async function requirePayLink(template: string): Promise<void> {
  const { payLink } = await import('../adapters/node/payment-link-bridge.ts');
  payLink(template, { number: '1', kind: 'lease' });
}

function sizeOfStdin(): number | undefined {
  try {
    const stdin = fstatSync(0);
    return stdin.isFile() ? stdin.size : undefined;
  } catch {
    return undefined;
  }
}

function isPipe(file: number): boolean {
  try {
    const stats = fstatSync(file);
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

/** The time that the reader of the output has after an interruption. */
const FLUSH_TIMEOUT_MS = 1000;

/** Runs this process as the command line, and ends it with the exit code, or by the signal that interrupted it. */
export async function main(argv: readonly string[]): Promise<void> {
  if (!argv.includes('--verbose') && !argv.includes('--debug')) Error.stackTraceLimit = 0; // no stack is shown, and a check of many devices would collect one for each refusal
  const interruption = new AbortController();
  const environment = environmentOf(interruption);
  let lineOf = (message: string) => `physio: ${message}\n`;
  const isLost = endWhereOutputIsLost(environment, (message) => lineOf(message));
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V'))
    return void process.stdout.write(`${version}\n`);
  for (const signal of END_SIGNALS) process.once(signal, () => interruption.abort({ signal } satisfies Interrupt));
  const { failureLine, internalError, run } = await import('./program.ts');
  lineOf = (message) => failureLine({ code: 'storage', message }, argv);
  process.once('uncaughtException', (thrown) => process.exit(internalError(thrown, argv, environment)));
  const code = await run(argv, environment);
  await Promise.race([
    Promise.all([process.stdout, errorOutput.opened].map(flushed)),
    interrupted(interruption.signal),
  ]);
  if (!interruption.signal.aborted || process.platform === 'win32')
    process.exit(isLost() && code === EXIT.done ? EXIT.failed : code);
  await endBySignal(interruption.signal.reason as Interrupt);
}

/** stderr, opened at its first use, because a command that only prints data starts sooner without it. Errors of stderr itself are ignored: nobody would read about them. */
const errorOutput = {
  opened: undefined as NodeJS.WriteStream | undefined,
  open(): NodeJS.WriteStream {
    return (this.opened ??= process.stderr.on('error', () => {}));
  },
};

/** This process as the environment of the command line. */
function environmentOf(interruption: AbortController): CliEnvironment {
  return {
    version,
    env: process.env,
    directory: process.cwd(),
    home: homeDirectory(),
    get stdin() {
      return process.stdin;
    },
    get stdinBytes() {
      return sizeOfStdin();
    },
    stdout: process.stdout,
    get isStdoutPiped() {
      return isPipe(1);
    },
    get stderr() {
      return errorOutput.open();
    },
    interruption,
    hasSentWrite: false,
    files: privateFiles,
    safeAddress,
    requirePayLink,
    replaceFile,
    proxyFor: (address) => proxyNameFor(address, process.env),
    openLink: async (link) => (await import('../adapters/node/open-link.ts')).openLink(link),
    certificateEnd: async (server) => {
      if ((await proxyNameFor(server.href, process.env)) !== undefined) return undefined;
      return (await import('../adapters/node/network/certificate-end.ts')).certificateEnd(server);
    },
    servedPage: async (address) => (await import('../adapters/node/served-page.ts')).servedPage(address, process.env),
    createServices: async (options) => (await import('./services.ts')).createServices(options),
  };
}

/**
 * Ends the process when stdout cannot be written: silently if its reader has gone away, else with a message. A command that has changed something
 * continues to its own end. The returned function returns whether data was lost.
 */
function endWhereOutputIsLost(environment: CliEnvironment, lineOf: (message: string) => string): () => boolean {
  let isLost = false;
  process.stdout.once('error', ({ code = 'unknown reason' }: NodeJS.ErrnoException) => {
    process.stdout.on('error', () => {});
    isLost = code !== 'EPIPE';
    if (isLost) errorOutput.open().write(lineOf(`Could not write the output (${code})`));
    if (!environment.hasSentWrite) process.exit(isLost ? EXIT.failed : EXIT.done);
  });
  return () => isLost;
}

/** Resolves when all that was written is out, or lost. */
function flushed(stream: NodeJS.WriteStream | undefined): Promise<void> {
  return new Promise((resolve) => (stream ? stream.write('', () => resolve()) : resolve()));
}

/** Resolves after an interrupted command has given its reader time to read the output. */
function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => setTimeout(resolve, FLUSH_TIMEOUT_MS);
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}

const OWN_GROUP = 0;
const END_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * A shell ends its loop only if the command dies by the signal instead of exiting with 130, and if the shell has received the signal, too:
 * a terminal sends it to the whole process group, but not while a prompt reads each key.
 */
async function endBySignal({ signal, fromPrompt }: Interrupt): Promise<void> {
  process.removeAllListeners(signal);
  process.kill(fromPrompt ? OWN_GROUP : process.pid, signal);
  await new Promise((resolve) => setTimeout(resolve, FLUSH_TIMEOUT_MS)); // the first process of a container does not die by it
  process.exit(128 + constants.signals[signal]);
}
