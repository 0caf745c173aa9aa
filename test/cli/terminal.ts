import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { LoggingHttp } from '../../src/adapters/debug-log.ts';
import { safeAddress } from '../../src/adapters/http-address.ts';
import { PaymentLinkBridge } from '../../src/adapters/node/payment-link-bridge.ts';
import { InMemoryMutex } from '../../src/adapters/in-memory-mutex.ts';
import { StackReporter } from '../../src/adapters/stack-reporter.ts';
import { SystemClock } from '../../src/adapters/system-clock.ts';
import { TracingHttp } from '../../src/adapters/tracing-http.ts';
import { NoShareMenu } from '../../src/adapters/no-share-menu.ts';
import { privateFiles, proxyNameFor, requirePayLink } from '../../src/cli/main.ts';
import { run } from '../../src/cli/program.ts';
import type {
  CliEnvironment,
  CoreOptions,
  CoreServices,
  Input,
  ServiceClass,
  TextOutput,
} from '../../src/cli/cli-environment.ts';
import { Configuration } from '../../src/core/api/configuration.ts';
import { maskPhones } from '../../src/core/phone.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { createTestApp, fakeAdapters } from '../helpers/create-test-app.ts';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
  /** stdout parsed as JSON; for a stream of JSON lines, use `lines`. */
  json(): unknown;
  lines(): unknown[];
}

interface Typed {
  env?: Record<string, string>;
  stdin?: string;
  /** stdin as a stream, instead of `stdin`. */
  pipe?: Readable;
  /** The answer to every prompt. If it is set, stdin is a terminal. */
  types?: string;
  /** stdout is a pipe, even if stderr is a terminal. */
  isStdoutPiped?: boolean;
  /** Aborting it presses Ctrl-C. */
  interruption?: AbortController;
}

/** Runs `physio` in process, with a temporary home directory and a fake server. */
export class Terminal {
  readonly home = mkdtempSync(path.join(tmpdir(), 'physio-'));
  private readonly adapters = fakeAdapters();
  readonly http = this.adapters.http;
  readonly channel = this.adapters.channel;
  readonly scanner = this.adapters.scanner;
  readonly storage = this.adapters.storage;
  private readonly storages = new Map<string, FakeAppStorage>();
  readonly links: string[] = [];
  /** The core options of the last command. */
  coreOptions?: CoreOptions;
  directory = this.home;
  clock: Clock = new SystemClock();
  /** The stderr output of the last command, also before it ends. */
  stderrSoFar: () => string = () => '';

  constructor(private readonly createReally?: (options: CoreOptions) => Promise<CoreServices>) {}

  close(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  async physio(
    argv: readonly string[],
    {
      env = {},
      stdin = '',
      pipe = Readable.from([stdin]),
      types,
      isStdoutPiped,
      interruption = new AbortController(),
    }: Typed = {},
  ): Promise<Ended> {
    const stdout = sink(types !== undefined);
    const stderr = sink(types !== undefined);
    this.stderrSoFar = stderr.text;
    const input: Input = types === undefined ? pipe : Object.assign(new PassThrough(), { isTTY: true });
    if (types !== undefined) input.push(`${types}\n`);
    const environment: CliEnvironment = {
      version: '9.9.9',
      env: { HOME: this.home, ...env },
      directory: this.directory,
      home: this.home,
      stdin: input,
      stdout: stdout.output,
      isStdoutPiped,
      stderr: stderr.output,
      interruption,
      hasSentWrite: false,
      files: privateFiles,
      safeAddress,
      requirePayLink,
      proxyFor: (address) => proxyNameFor(address, env),
      openLink: async (link) => void this.links.push(link),
      createServices: (options) => {
        this.coreOptions = options;
        return this.createReally ? this.createReally(options) : Promise.resolve(this.createOnFakes(options));
      },
    };
    const code = await run(argv, environment);
    const text = stdout.text();
    return {
      code,
      stdout: text,
      stderr: stderr.text(),
      json: () => JSON.parse(text),
      lines: () =>
        text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as unknown),
    };
  }

  /** One storage per directory. The directory of the first command gets `storage`. */
  private storageIn(directory: string): FakeAppStorage {
    const kept = this.storages.get(directory) ?? (this.storages.size === 0 ? this.storage : new FakeAppStorage());
    this.storages.set(directory, kept);
    return kept;
  }

  private createOnFakes(options: CoreOptions): CoreServices {
    const configuration = Configuration.from(options.configuration);
    const { clock } = this;
    const trace = options.trace;
    const { debug } = options;
    const http = new TracingHttp(debug ? new LoggingHttp(this.http, debug, maskPhones) : this.http, {
      timeoutMs: options.timeoutMs,
      onWrite: options.onWrite,
      onExchange: trace && (({ method, path: where, code }) => trace(`${method} ${where} ${code}`)),
    });
    const { container } = createTestApp({
      adapters: this.adapters,
      instead: {
        configuration,
        http,
        clock,
        storage: this.storageIn(options.directory),
        reporter: new StackReporter((text) => options.printStack?.(text)),
        shareMenu: new NoShareMenu(),
        mutex: new InMemoryMutex(clock),
        access: options.access,
        readRetries: options.readRetries,
        bridge: new PaymentLinkBridge(
          () => options.payLink?.(),
          (link) => options.present?.(link),
        ),
      },
    });
    return {
      get: <Service>(service: ServiceClass<Service>) =>
        container.get<Service>(service as Parameters<typeof container.get<Service>>[0]),
      time: clock,
    };
  }
}

function sink(isTTY: boolean): { output: TextOutput; text: () => string } {
  const parts: string[] = [];
  const stream = new PassThrough().on('data', (part: Buffer) => parts.push(part.toString()));
  return {
    output: Object.assign(stream, { isTTY }),
    text: () => parts.join(''),
  };
}

export const API = 'https://cloud.example/api';
export const TOKEN = 'canary-token-4711';

/** Environment variables of a user who is signed in. */
export const SIGNED_IN = { env: { PHYSIO_API: API, PHYSIO_TOKEN: TOKEN } };
