import type { Readable, Writable } from 'node:stream';
import type { Access } from '../core/api/access.ts';
import type { Problem } from '../core/problem.ts';
import type { Clock } from '../ports/clock.ts';
import type { StorageAccess } from '../ports/app-storage.ts';
import type { Exchange, HttpResponse, PlannedCall } from '../ports/http.ts';

/** `columns`: the width of a terminal. */
export type TextOutput = Writable & { isTTY?: boolean; columns?: number };

export type Input = Readable & { isTTY?: boolean };

/** A class of the core, which is also its token in the container. */
export type ServiceClass<Service> = abstract new (...dependencies: never[]) => Service;

/** The core's services on Node's adapters. */
export interface CoreServices {
  get<Service>(service: ServiceClass<Service>): Service;
  time: Pick<Clock, 'now' | 'sleep' | 'every' | 'onCorrection'>;
}

/** Options for the core of one command. */
export interface CoreOptions {
  /** Input for `Configuration.from`. */
  configuration: Record<string, unknown>;
  access: Access;
  /** The directory of this account's data. */
  directory: string;
  /** The token's own directory, which names the other one if that is its person's. */
  tokenDirectory?: string;
  /** Receives each account's directory beside them that was not used for a month, and the time; epoch ms. */
  discard: (directory: string, now: number) => void;
  /** Per request. */
  timeoutMs?: number;
  /** Receives each API call when it has ended. */
  onExchange?: (exchange: Exchange, response?: HttpResponse) => void;
  /** Receives the answer of such a call if it cannot be decoded. */
  onUnreadable?: (response: HttpResponse) => void;
  /** Receives a line per call. */
  trace?: (line: string) => void;
  /** Receives requests, responses and channel frames, without secrets. */
  debug?: (line: string) => void;
  /** Called for each answer that says that there were too many requests. */
  onBusy?: () => void;
  /** Retries of a read; default 2. */
  readRetries?: number;
  /** Receives the stack of an error of this program that the command continues without. */
  printStack?: (text: string) => void;
  /** Called before each call is sent. What it returns is called when the call has ended. */
  onSend?: (url: string) => () => void;
  /** Called before a call that changes something on the server is sent. */
  onWrite?: () => void;
  /** The end of the command. Such a call that is under way then has ended for `onExchange`. */
  interruption?: AbortSignal;
  /** Called when the stored data cannot be read or written. Returns true if the command goes on without them. */
  onStorageFailure?: (problem: Problem, access: StorageAccess) => boolean;
  /** Receives the first call that would change something. Then nothing is sent and nothing is stored. */
  dryRun?: (call: PlannedCall) => void;
  /** The image to read a device code from. */
  image?: string;
  /** The template of the payment link. */
  payLink?: () => string;
  present?: (link: string) => void;
  /** How far the clock of this machine was ahead of the server's, ms. Undefined: it is examined, and no answer corrects it. */
  skewMs?: number | undefined;
  /** Receives it anew when an answer shows another one. */
  onSkew?: (skewMs: number) => void;
  /** The interval of the channel's pings and the timeout of each, ms. */
  heartbeat?: { everyMs: number; limitMs: number };
}

/** Why a command ends early: the process signal, and whether a prompt read it from the terminal, so that no other process has received it. */
export interface Interrupt {
  signal: 'SIGINT' | 'SIGTERM';
  fromPrompt?: true;
}

/** Access to files that only their owner can read. */
export interface PrivateFiles {
  /** Undefined if the file does not exist. Throws the Problem `storage` if it is a link or accessible to others. */
  read(path: string): string | undefined;
  /** Whether there is anything at the path, even a link. */
  exists(path: string): boolean;
  /** The names in a directory; none if it does not exist. */
  list(path: string): string[];
  /** Writes atomically, in a private directory. */
  write(directory: string, name: string, text: string): void;
  /** Deletes a file or a directory tree. */
  remove(path: string): void;
  /** Moves a directory tree atomically; does nothing if it does not exist. */
  move(from: string, to: string): void;
  /** Runs the work while no other process changes the directory. */
  runExclusive(directory: string, work: () => void): Promise<void>;
}

/** A page as its server sends it. */
export interface ServedPage {
  /** Its Content-Security-Policy, empty if it has none. */
  policy: string;
  /** The address below which it finds its files, by its `<base>` element. */
  base: string;
  /** The text of its app-config.json, or why none came. */
  configuration: string | Problem;
}

/** The process that the command line runs in. main.ts provides the real one; tests provide their own. */
export interface CliEnvironment {
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The working directory and the home directory. */
  directory: string;
  home: string;
  stdin: Input;
  /** The size of stdin if it is a file. */
  stdinBytes?: number;
  stdout: TextOutput;
  /** stdout is a pipe. */
  isStdoutPiped?: boolean;
  stderr: TextOutput;
  /** Aborted by Ctrl-C or SIGTERM, with an `Interrupt` as the reason. */
  interruption: AbortController;
  /** True once a call that changes something on the server was sent, or a link was shown by which somebody pays. */
  hasSentWrite: boolean;
  files: PrivateFiles;
  /** Replaces a file that every user may read, atomically. Throws the error of the operating system. */
  replaceFile(path: string, text: string): void;
  /** Throws the Problem `invalid-input` for an unsafe address. */
  safeAddress(text: string): URL;
  /** Throws the Problem `configuration` for an unsafe template. */
  requirePayLink(template: string): Promise<void>;
  /** Opens a link in the desktop's browser. */
  openLink(link: string): Promise<void>;
  /** The proxy for an address, without credentials. Throws the Problem `invalid-input` for an invalid proxy variable. */
  proxyFor(address: string): Promise<string | undefined>;
  /** When the certificate of a server ends, epoch ms; undefined if that is not known, as behind a proxy. */
  certificateEnd(server: URL): Promise<number | undefined>;
  /**
   * The page that a server sends at an address; undefined if something else is there. Rejects with the Problem of a
   * server that does not answer, or not with what it has.
   */
  servedPage(address: string): Promise<ServedPage | undefined>;
  createServices(options: CoreOptions): Promise<CoreServices>;
}
