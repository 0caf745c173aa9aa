import type { Readable, Writable } from 'node:stream';
import type { Access } from '../core/api/access.ts';
import type { Interruption } from './interruption.ts';

/** Where texts go. */
export interface TextOutput {
  readonly isTTY?: boolean;
  /** False where the caller should wait for `drain`. */
  write(text: string): boolean;
  once(event: 'drain', told: () => void): unknown;
  /** For what needs one. */
  readonly stream: Writable;
}

export type Input = Readable & { isTTY?: boolean };

/** A class by which something of the core is asked for. */
export type Token<Made> = abstract new (...needs: never[]) => Made;

/** The core on Node's adapters. */
export interface CoreServices {
  get<Made>(token: Token<Made>): Made;
  time: {
    /** Epoch ms. */
    now(): number;
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
    /** Hands back what ends it. */
    every(ms: number, tick: () => void): () => void;
  };
}

/** What a command says about the core that it needs. */
export interface CoreOptions {
  /** As `Configuration.from` takes it. */
  configuration: Record<string, unknown>;
  access: Access;
  /** Where what this account does is kept between commands. */
  directory: string;
  /** Of each call. */
  timeoutMs?: number;
  /** Takes a line about each call. */
  trace?: (line: string) => void;
  /** Takes the stack of an error of this program that the work goes on without. */
  printStack?: (text: string) => void;
  /** Told before a call that changes something at the server is sent. */
  onWrite?: () => void;
  /** The picture that a device's code is read from. */
  image?: string;
  /** The template of the link that opens an order where it can be paid. */
  payLink?: () => string;
  present?: (link: string) => void;
  /** How often the channel's line is proved, and how long the proof may take; ms. */
  heartbeat?: { everyMs: number; limitMs: number };
}

/** Files that only their owner may read. */
export interface PrivateFiles {
  /** Undefined where there is none; the Problem `storage` where it is a link or open to others. */
  read(path: string): string | undefined;
  /** Whole or not at all, in a directory that is private too. */
  write(directory: string, name: string, text: string): void;
  /** A file, or a directory with all that is in it. */
  remove(path: string): void;
  /** Runs the work while no other process changes what lies in the directory. */
  runExclusive(directory: string, work: () => void): Promise<void>;
}

/** All that the command line stands on: main.ts gives the real things, a test its own. */
export interface Surroundings {
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The working directory, and the user's own. */
  directory: string;
  home: string;
  stdin: Input;
  /** Of all that comes in on stdin, where that is a file. */
  stdinBytes?: number;
  stdout: TextOutput;
  stderr: TextOutput;
  interruption: Interruption;
  files: PrivateFiles;
  /** The Problem `invalid-input` for an address that must not be called. */
  safeAddress(text: string): URL;
  /** The Problem `configuration` for a template that gives no safe link to an order. */
  requirePayLink(template: string): Promise<void>;
  /** Shows a link in the desktop's browser. */
  openLink(link: string): Promise<void>;
  /** The name of the proxy by which the environment has an address called, without its credentials. Throws the Problem `invalid-input` for a variable that names none. */
  proxyFor(address: string): Promise<string | undefined>;
  createCore(options: CoreOptions): Promise<CoreServices>;
}
