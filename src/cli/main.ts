import { fstatSync, rmSync } from 'node:fs';
import { constants, homedir } from 'node:os';
import { join as joinPath } from 'node:path';
import { version } from '../../package.json';
import { safeAddress } from '../adapters/http-address.ts';
import { preparePrivateDirectory, readPrivateFile, replacePrivateFile } from '../adapters/node/private-file.ts';
import { namesProxy } from '../adapters/node/proxy-variables.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { Interruption, type EndSignal } from './interruption.ts';
import { StandardStream } from './standard-stream.ts';
import type { CoreServices, PrivateFiles, Surroundings, Token, CoreOptions } from './surroundings.ts';

/** The core on Node's adapters, loaded when a command needs it. */
export async function createCore(wanted: CoreOptions): Promise<CoreServices> {
  const [{ compose }, { Configuration }, outside] = await Promise.all([import('../container.ts'), import('../core/api/configuration.ts'), loadAdapters()]);
  const configuration = Configuration.from(wanted.configuration);
  const clock = new outside.SystemClock();
  const told = wanted.trace;
  const http = new outside.TracingHttp(new outside.FetchHttp(outside.keepAliveFetch(process.env)), {
    timeoutMs: wanted.timeoutMs,
    onWrite: wanted.onWrite,
    tell: told && (({ method, path, ms, code }) => told(`${method} ${path} ${ms} ms ${code}`)),
  });
  const { heartbeat } = wanted;
  const channel = new outside.GizwitsDeviceChannel({
    openSocket: (url) => outside.openNodeSocket(url, process.env),
    secure: !configuration.values.apiBase.startsWith('http:'),
    times: heartbeat && { pingEveryMs: heartbeat.everyMs, pongMs: heartbeat.limitMs },
  });
  const scanner = new outside.ImageFileScanner(wanted.image ?? '', wanted.image === undefined ? '' : (await import('./decoder-file.ts')).decoderFile());
  outside.removeUnusedSiblings(wanted.directory);
  const container = compose({
    configuration,
    http,
    clock,
    channel,
    access: wanted.access,
    storage: new outside.FileAppStorage(wanted.directory),
    reporter: new outside.StackReporter((text) => wanted.printStack?.(text)),
    bridge: new outside.PaymentLinkBridge(() => wanted.payLink?.(), (link) => wanted.present?.(link)),
    scanner,
    shareMenu: new outside.NoShareMenu(),
    mutex: new outside.FileMutex(wanted.directory, clock),
  });
  return {
    get: <Made>(token: Token<Made>) => container.get<Made>(token as Parameters<typeof container.get<Made>>[0]),
    time: clock,
  };
}

async function loadAdapters() {
  const modules = await Promise.all([
    import('../adapters/fetch-http.ts'),
    import('../adapters/node/keep-alive-fetch.ts'),
    import('../adapters/tracing-http.ts'),
    import('../adapters/system-clock.ts'),
    import('../adapters/node/file-app-storage.ts'),
    import('../adapters/gizwits-device-channel.ts'),
    import('../adapters/node/node-socket.ts'),
    import('../adapters/node/payment-link-bridge.ts'),
    import('../adapters/node/image-file-scanner.ts'),
    import('../adapters/no-share-menu.ts'),
    import('../adapters/node/file-mutex.ts'),
    import('../adapters/node/unused-siblings.ts'),
    import('../adapters/stack-reporter.ts'),
  ]);
  const [fetching, keeping, tracing, clock, storage, channel, socket, bridge, scanner, shareMenu, turns, siblings, reporter] = modules;
  return { ...fetching, ...keeping, ...tracing, ...clock, ...storage, ...channel, ...socket, ...bridge, ...scanner, ...shareMenu, ...turns, ...siblings, ...reporter };
}

/** The user's private files. */
export const privateFiles: PrivateFiles = {
  read: readPrivateFile,
  write: (directory, name, text) => {
    preparePrivateDirectory(directory, directory);
    replacePrivateFile(joinPath(directory, name), text, '.new');
  },
  remove: (path) => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }),
  runExclusive: async (directory, work) => {
    const [{ FileMutex }, { SystemClock }] = await Promise.all([import('../adapters/node/file-mutex.ts'), import('../adapters/system-clock.ts')]);
    await new FileMutex(directory, new SystemClock()).runExclusive('files', LOCK_TIMEOUT_MS, async () => work());
  },
};

/** The name of the proxy for an address; what knows of proxies is loaded only where one is named. */
export async function proxyNameFor(address: string, variables: Surroundings['env']): Promise<string | undefined> {
  if (!namesProxy(variables)) return undefined;
  const { proxyFor, proxyName } = await import('../adapters/node/proxy-settings.ts');
  const proxy = proxyFor(address, variables);
  return proxy && proxyName(proxy);
}

/** A file is changed in milliseconds: who takes longer has been stopped in the middle. */
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

/** How long whoever reads has after Ctrl-C to take what is printed already. */
const READER_MS = 1000;

type Streams = Pick<Surroundings, 'stdout' | 'stderr'>;

/** This very process as what the command line stands on. */
function surroundings(interruption: Interruption, streams: Streams): Surroundings {
  return {
    ...streams,
    version,
    env: process.env,
    directory: process.cwd(),
    home: homedir(),
    get stdin() {
      return process.stdin;
    },
    get stdinBytes() {
      return sizeOfStdin();
    },
    interruption,
    files: privateFiles,
    safeAddress,
    requirePayLink,
    proxyFor: (address) => proxyNameFor(address, process.env),
    openLink: async (link) => (await import('../adapters/node/open-link.ts')).openLink(link),
    createCore,
  };
}

/** Runs this process as the command line, and ends it with the exit code, or by the signal that interrupted it. */
export async function main(argv: readonly string[]): Promise<void> {
  if (!argv.includes('--verbose')) Error.stackTraceLimit = 0; // nobody is shown a stack, and a check of many devices would take one for each refusal
  const interruption = new Interruption();
  let isLost = false;
  const stderr = new StandardStream(2, () => {});
  const stdout = new StandardStream(1, (reason) => {
    isLost = reason !== 'EPIPE';
    if (isLost) stderr.write(`physio: the output cannot be written (${reason ?? 'unknown reason'})\n`);
    if (!interruption.mayHaveTakenEffect) process.exit(isLost ? EXIT.failed : EXIT.done);
  });
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) return void stdout.write(`${version}\n`);
  const isCut = new Promise<ExitCode>((resolve) => interruption.onCome(() => setTimeout(resolve, READER_MS, EXIT.interrupted)));
  for (const signal of END_SIGNALS) process.once(signal, () => interruption.come(signal));
  const { internalError, run } = await import('./program.ts');
  process.once('uncaughtException', (thrown) => process.exit(internalError(thrown, argv, { stderr })));
  const code = await run(argv, surroundings(interruption, { stdout, stderr }));
  const isOut = Promise.all([stdout.end(), stderr.end()]);
  const ended = await Promise.race([isOut.then(() => (isLost && code === EXIT.done ? EXIT.failed : code)), isCut]);
  if (interruption.endSignal === undefined || process.platform === 'win32') process.exit(ended);
  endBySignal(interruption.endSignal, interruption.cameFromPrompt);
}

const OWN_GROUP = 0;
const END_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * A shell ends its loop only where the command dies by the signal, not where it exits with 130, and where the shell has been sent the signal,
 * too: a terminal sends it to all of the process group, but not while a prompt reads each key.
 */
function endBySignal(signal: EndSignal, isForGroup: boolean): void {
  process.removeAllListeners(signal);
  process.kill(isForGroup ? OWN_GROUP : process.pid, signal);
  setTimeout(() => process.exit(128 + constants.signals[signal]), READER_MS); // the first process of a container does not die by it
}
