import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { FakeDeviceChannel } from '../../src/adapters/fake/fake-device-channel.ts';
import { FallbackStorage } from '../../src/adapters/fallback-storage.ts';
import { LoggingHttp } from '../../src/adapters/node/debug-log.ts';
import { DryRunHttp, DryRunStorage } from '../../src/adapters/node/dry-run.ts';
import { safeAddress } from '../../src/adapters/http/http-address.ts';
import { PaymentLinkBridge } from '../../src/adapters/node/payment-link-bridge.ts';
import { replaceFile } from '../../src/adapters/node/files/replace-file.ts';
import { InMemoryMutex } from '../../src/adapters/in-memory-mutex.ts';
import { StackReporter } from '../../src/adapters/report/stack-reporter.ts';
import { TracingHttp } from '../../src/adapters/http/tracing-http.ts';
import { NoShareMenu } from '../../src/adapters/node/no-share-menu.ts';
import { privateFiles, proxyNameFor, requirePayLink } from '../../src/cli/main.ts';
import { run } from '../../src/cli/program.ts';
import type {
  CliEnvironment,
  CoreOptions,
  CoreServices,
  Input,
  ServiceClass,
  TextOutput,
} from '../../src/cli/environment.ts';
import { Problem } from '../../src/core/problem.ts';
import { ApiClient } from '../../src/core/api/api-client.ts';
import { Configuration } from '../../src/core/api/configuration/configuration.ts';
import { FIELD_VALUES } from '../../src/cli/help/field-values.ts';
import { maskPhonesOnly } from '../../src/cli/words/phone.ts';
import type { ChannelEvent } from '../../src/ports/device-channel.ts';
import { createTestApp, fakeAdapters } from '../helpers/create-test-app.ts';
import { whileTimePasses } from '../helpers/passing-time.ts';

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
  /** The text typed at once, or one answer for each prompt; Ctrl-D is U+0004. If it is set, stdin is a terminal. */
  types?: string | readonly string[];
  /** The width of the terminal. If it is set, stdout and stderr are a terminal. */
  columns?: number;
  /** stdout is a pipe, even if stderr is a terminal. */
  isStdoutPiped?: boolean;
  /** Aborting it presses Ctrl-C. */
  interruption?: AbortController;
}

/** Runs `physio` in process, with a temporary home directory and a fake server. */
export class Terminal {
  /** The policy of the page, by its address. */
  readonly pagePolicies: Record<string, string | Problem> = {};
  /** When the certificate of the server at a host and its port ends, epoch ms. */
  certificateEnd: (host: string) => number | undefined = () => undefined;
  /** Where each page finds its files; undefined: where it is. */
  pageBase?: string;
  /** The app-config.json of each page. */
  pageConfiguration: string | Problem = '{"apiBase":"/api"}';

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
  private readonly passing = new FakeClock();
  /** Passes while a command waits; a clock that a test sets is the test's to advance. */
  clock: FakeClock = this.passing;
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
      columns,
      interruption = new AbortController(),
    }: Typed = {},
  ): Promise<Ended> {
    const isTerminal = types !== undefined || columns !== undefined;
    const stdout = sink(isTerminal, columns);
    const stderr = sink(isTerminal, columns);
    this.stderrSoFar = stderr.text;
    const input: Input = types === undefined ? pipe : Object.assign(new PassThrough(), { isTTY: true });
    if (typeof types === 'string') input.push(`${types}\n`);
    else if (types !== undefined) answerPrompts(stderr.output, input, types);
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
      replaceFile,
      safeAddress,
      requirePayLink,
      proxyFor: (address) => proxyNameFor(address, env),
      openLink: async (link) => void this.links.push(link),
      certificateEnd: ({ host }) => Promise.resolve(this.certificateEnd(host)),
      servedPage: async (address) => {
        const policy = this.pagePolicies[address];
        if (policy instanceof Problem) throw policy;
        return policy === undefined
          ? undefined
          : { policy, base: this.pageBase ?? new URL('.', address).href, configuration: this.pageConfiguration };
      },
      createServices: (options) => {
        this.coreOptions = options;
        return this.createReally ? this.createReally(options) : Promise.resolve(this.createOnFakes(options));
      },
    };
    const running = run(argv, environment);
    const passes = !this.createReally && this.clock === this.passing;
    const code = await (passes ? whileTimePasses(this.passing, running) : running);
    const text = stdout.text();
    requireListedValues(argv, text);
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

  /** The device channel answers each connection with these events, as soon as it is open. */
  channelAnswers(...events: readonly ChannelEvent[]): void {
    const open = FakeDeviceChannel.prototype.open.bind(this.channel);
    this.channel.open = (address, onEvent) => {
      setImmediate(() => events.forEach(onEvent));
      return open(address, onEvent);
    };
  }

  /** Everything that commands have stored: the app storage of each account, and the files below the home directory. */
  snapshot(): object {
    const files = readdirSync(this.home, { recursive: true, withFileTypes: true });
    return {
      storages: [...this.storages].flatMap(([directory, storage]) => {
        const stored = storage.snapshot();
        const isEmpty = Object.values(stored).every((area) => Object.keys(area).length === 0);
        return isEmpty ? [] : [{ directory, stored }];
      }),
      files: files.map((file) => {
        const at = path.join(file.parentPath, file.name);
        return [at, file.isFile() ? readFileSync(at, 'utf8') : ''];
      }),
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
    const { debug } = options;
    const tracing = new TracingHttp(debug ? new LoggingHttp(this.http, debug, maskPhonesOnly) : this.http, {
      timeoutMs: options.timeoutMs,
      onSend: options.onSend,
      onWrite: options.onWrite,
      onBusy: options.onBusy,
      newRequestId: randomUUID,
      interruption: options.interruption,
      onExchange: (exchange, response) => {
        options.onExchange?.(exchange, response);
        options.trace?.(`${exchange.method} ${exchange.path} ${exchange.code}`);
      },
    });
    const storage = new FallbackStorage(
      this.storageIn(options.directory),
      (...failure) => options.onStorageFailure?.(...failure) ?? false,
    );
    const { container } = createTestApp({
      adapters: this.adapters,
      instead: {
        configuration,
        http: options.dryRun ? new DryRunHttp(tracing, options.dryRun) : tracing,
        clock,
        storage: options.dryRun ? new DryRunStorage(storage) : storage,
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
    container.get(ApiClient).onUnreadable = options.onUnreadable;
    return {
      get: <Service>(service: ServiceClass<Service>) =>
        container.get<Service>(service as Parameters<typeof container.get<Service>>[0]),
      time: clock,
    };
  }
}

/** Throws if a record in JSON has a value that the help of its command does not list. */
function requireListedValues(argv: readonly string[], text: string): void {
  if (!argv.some((word) => word.startsWith('--json'))) return;
  const command = `physio ${argv.join(' ')} `;
  const [, listed] = Object.entries(FIELD_VALUES).find(([path]) => command.startsWith(`${path} `)) ?? [];
  if (!listed) return;
  const records = text.startsWith('[') ? (JSON.parse(text) as object[]) : text.split(/\n(?=\{)/).flatMap(parsed);
  for (const [field, values] of Object.entries(listed)) {
    const foreign = records
      .map((record): unknown =>
        field
          .split('.')
          .reduce<unknown>((part, name) => (part as Record<string, unknown> | null | undefined)?.[name], record),
      )
      .find((value) => typeof value === 'string' && !values.includes(value));
    if (foreign !== undefined)
      throw new Error(`${command}printed ${field} ${String(foreign)}, which its help does not list`);
  }
}

/** The record of a line, if there is one: a stream that is cut off may end within it. */
function parsed(line: string): object[] {
  try {
    return [JSON.parse(line) as object];
  } catch {
    return [];
  }
}

/** Types the next answer when a prompt is shown. */
function answerPrompts(stderr: TextOutput, input: Input, answers: readonly string[]): void {
  const left = [...answers];
  stderr.on('data', (part: Buffer) => {
    const answer = /[:\]] $/.test(part.toString()) ? left.shift() : undefined;
    if (answer !== undefined) setImmediate(() => input.push(answer === '\u0004' ? answer : `${answer}\n`));
  });
}

function sink(isTTY: boolean, columns?: number): { output: TextOutput; text: () => string } {
  const parts: string[] = [];
  const stream = new PassThrough().on('data', (part: Buffer) => parts.push(part.toString()));
  return {
    output: Object.assign(stream, { isTTY, columns }),
    text: () => parts.join(''),
  };
}

export const API = 'https://cloud.example/api';
export const TOKEN = 'canary-token-4711';

/** Environment variables of a user who is signed in. */
export const SIGNED_IN = { env: { PHYSIO_API: API, PHYSIO_TOKEN: TOKEN } };
