import { existsSync, fstatSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join as joinPath } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../../package.json';
import { safeAddress } from '../adapters/http-address.ts';
import { Interruption } from './interruption.ts';
import type { Joined, PrivateFiles, Surroundings, Token, Wanted } from './surroundings.ts';

const DECODER = 'zxing_reader.wasm';

/** The core on Node's adapters, loaded when a command needs it. */
export async function join(wanted: Wanted): Promise<Joined> {
  const [{ compose }, { Configuration }, diagnosis, outside] = await Promise.all([
    import('../container.ts'),
    import('../core/cloud/configuration.ts'),
    loadDiagnosis(),
    loadAdapters(),
  ]);
  const configuration = Configuration.from(wanted.configuration);
  const clock = new outside.SystemClock();
  const told = wanted.trace;
  const http = new outside.TracingHttp(new outside.FetchHttp(outside.keepAliveFetch()), {
    timeoutMs: wanted.timeoutMs,
    tell: told && (({ method, path, ms, code }) => told(`${method} ${path} ${ms} ms ${code}`)),
  });
  const { heartbeat } = wanted;
  const channel = new outside.GizwitsDeviceChannel({
    openSocket: outside.openNodeSocket,
    secure: !configuration.values.apiBase.startsWith('http:'),
    times: heartbeat && { pingEveryMs: heartbeat.everyMs, pongMs: heartbeat.limitMs },
  });
  const scanner = new outside.ImageFileScanner(wanted.image ?? '', wanted.image === undefined ? '' : decoderFile());
  const container = compose({
    configuration,
    http,
    clock,
    channel,
    access: wanted.access,
    storage: new outside.FileAppStorage(wanted.directory),
    bridge: new outside.HandOverPaymentBridge(() => wanted.payLink?.(), ({ link, order }) => wanted.present?.(link, order)),
    scanner,
    shareMenu: new outside.NoShareMenu(),
    turns: new outside.FileTurns(wanted.directory, clock),
  });
  const { Cloud, ExamineCall, ExamineChannel, ExamineServer } = diagnosis;
  const calls = () => new ExamineCall(container.get(Cloud), clock);
  container.bind(ExamineServer).toDynamicValue(() => new ExamineServer(http, calls(), new ExamineChannel(channel, clock), configuration, clock));
  return {
    get: <Made>(token: Token<Made>) => container.get<Made>(token as Parameters<typeof container.get<Made>>[0]),
    time: clock,
  };
}

async function loadDiagnosis() {
  const [cloud, call, channel, server] = await Promise.all([
    import('../core/cloud/cloud.ts'),
    import('../core/cloud/examine-call.ts'),
    import('../core/diagnosis/examine-channel.ts'),
    import('../core/diagnosis/examine-server.ts'),
  ]);
  return { ...cloud, ...call, ...channel, ...server };
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
    import('../adapters/node/hand-over-payment-bridge.ts'),
    import('../adapters/node/image-file-scanner.ts'),
    import('../adapters/no-share-menu.ts'),
    import('../adapters/node/file-turns.ts'),
  ]);
  const [fetching, keeping, tracing, clock, storage, channel, socket, bridge, scanner, shareMenu, turns] = modules;
  return { ...fetching, ...keeping, ...tracing, ...clock, ...storage, ...channel, ...socket, ...bridge, ...scanner, ...shareMenu, ...turns };
}

/** It lies beside the built program; before that in its package. */
function decoderFile(): string {
  const beside = joinPath(dirname(fileURLToPath(import.meta.url)), DECODER);
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve(`zxing-wasm/reader/${DECODER}`);
}

/** The user's private files. */
export async function privateFiles(): Promise<PrivateFiles> {
  const { preparePrivateDirectory, readPrivateFile, replacePrivateFile } = await import('../adapters/node/private-file.ts');
  return {
    read: readPrivateFile,
    write: (directory, name, text) => {
      preparePrivateDirectory(directory, directory);
      replacePrivateFile(joinPath(directory, name), text, '.new');
    },
    remove: (path) => rmSync(path, { recursive: true, force: true }),
  };
}

export async function requirePayLink(template: string): Promise<void> {
  const { payLink } = await import('../adapters/node/hand-over-payment-bridge.ts');
  payLink(template, { number: '1', kind: 'lease', amountFen: 1 });
}

async function openLink(link: string): Promise<void> {
  const { spawn } = await import('node:child_process');
  const [program = '', ...rest] = { darwin: ['open'], win32: ['explorer'] }[process.platform as string] ?? ['xdg-open'];
  spawn(program, [...rest, link], { stdio: 'ignore', detached: true }).on('error', () => {}).unref();
}

function sizeOfStdin(): number | undefined {
  try {
    const stdin = fstatSync(0);
    return stdin.isFile() ? stdin.size : undefined;
  } catch {
    return undefined;
  }
}

let opened: NodeJS.WriteStream | undefined;

/** Opening it costs; a reader that goes away ends the command. */
function stdout(): NodeJS.WriteStream {
  opened ??= process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
  return opened;
}

/** This very process as what the command line stands on; its streams are opened when they are used. */
function surroundings(interruption: Interruption): Surroundings {
  return {
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
    get stdout() {
      return stdout();
    },
    get stderr() {
      return process.stderr;
    },
    interruption,
    files: privateFiles,
    safeAddress,
    requirePayLink,
    openLink: (link) => void openLink(link),
    join,
  };
}

async function main(argv: readonly string[]): Promise<void> {
  Error.stackTraceLimit = 0; // nobody is shown a stack, and a check of many devices would take one for each refusal
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) return void stdout().write(`${version}\n`);
  const interruption = new Interruption();
  process.once('SIGINT', interruption.come);
  const { run } = await import('./program.ts');
  const code = await run(argv, surroundings(interruption));
  if (opened) await new Promise((resolve) => stdout().write('', resolve));
  process.exit(code);
}

const [, started, ...argv] = process.argv;
if (started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url)) void main(argv);
