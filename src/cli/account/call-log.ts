import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ignoreFailure, type ProblemCode } from '../../core/problem.ts';
import type { Exchange, HttpResponse } from '../../ports/http.ts';
import type { PrivateFiles } from '../environment.ts';
import { problemOf } from '../words/problem-of.ts';

/** An API call of an earlier or the current command. */
export interface LoggedCall extends Omit<Exchange, 'method' | 'hasToken'> {
  /** When the call ended, epoch ms. */
  at: number;
  /** The command in words, without arguments. */
  command: string;
}

const FILE = 'calls';
const SUCCESS = '200';
const UNREADABLE = `${SUCCESS} ${'parse' satisfies ProblemCode}`;
/** Of each kind, because reads come by the dozen. */
const MAX_CALLS = 20;
/** A command that runs for hours stores its calls meanwhile. */
const STORE_INTERVAL_MS = 10_000;
const MAX_LENGTH = 200;
/** An id as servers write them; anything else might be a whole document. */
const REQUEST_ID = /^[\w.:=/+@-]{1,128}$/;

/** Whether the call had no success. */
export function hasFailed({ code }: Pick<LoggedCall, 'code'>): boolean {
  return code !== SUCCESS;
}

/** The command that prints the log: its own reads must not push out what it is to print. */
const TICKET = 'support';

/** The newest calls of each kind, oldest first: those that may have changed something, failed reads, and other reads, each apart from those for a ticket. */
function newestOfEachKind(calls: readonly LoggedCall[]): LoggedCall[] {
  const counts = new Map<string, number>();
  return calls
    .toReversed()
    .filter((call) => {
      const does = call.hasEffect ? 'change' : hasFailed(call) ? 'failure' : 'read';
      const kind = call.command === TICKET ? `${TICKET} ${does}` : does;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= MAX_CALLS;
    })
    .toReversed();
}

/** The last API calls of one account, across commands. Nothing depends on it: a call that cannot be stored is lost. */
export class CallLog {
  private fresh: LoggedCall[] = [];
  private readonly answered = new WeakMap<HttpResponse, LoggedCall>();
  private storedAt?: number;

  constructor(
    private readonly directory: string,
    private readonly command: string,
    private readonly files: Pick<PrivateFiles, 'read' | 'write'>,
    /** Whether there is a profile to store the calls for. */
    private readonly mayStore: () => boolean,
    private readonly secret?: string,
  ) {}

  record(
    { path, ms, hasEffect, sno, code, requestId, serverRequestId }: Omit<Exchange, 'method' | 'hasToken'>,
    at: number,
    response?: HttpResponse,
  ): void {
    const call: LoggedCall = {
      at,
      command: this.command,
      path: path.slice(0, MAX_LENGTH),
      ms,
      hasEffect,
      sno,
      code: code.slice(0, MAX_LENGTH),
      requestId,
      serverRequestId: serverRequestId === requestId ? undefined : this.plainId(serverRequestId),
    };
    if (response) this.answered.set(response, call);
    this.fresh.push(call);
    this.fresh = newestOfEachKind(this.fresh);
    this.storedAt ??= at;
    if (at - this.storedAt >= STORE_INTERVAL_MS) this.store(at);
  }

  /** A call whose answer breaks the contract has failed, whatever code the answer has. */
  couldNotRead(response: HttpResponse): void {
    const call = this.answered.get(response);
    if (call && !hasFailed(call)) call.code = UNREADABLE;
  }

  /** The calls of earlier commands and of this one, oldest first. */
  all(): LoggedCall[] {
    return newestOfEachKind([...storedCalls(this.directory, this.files), ...this.fresh]);
  }

  private plainId(id = ''): string | undefined {
    const isSecret = this.secret !== undefined && id.includes(this.secret);
    return REQUEST_ID.test(id) && !isSecret ? id : undefined;
  }

  /** Adds the calls since the last time to those of other commands. */
  store(at?: number): void {
    this.storedAt = at;
    if (this.fresh.length === 0) return;
    try {
      if (!this.mayStore() || isLinked(this.directory)) return;
      this.files.write(this.directory, FILE, JSON.stringify(this.all()));
    } catch (thrown) {
      ignoreFailure(problemOf(thrown));
    } finally {
      this.fresh = [];
    }
  }
}

/** The stored calls of an account, oldest first; none if they cannot be read. */
export function storedCalls(directory: string, files: Pick<PrivateFiles, 'read'>): LoggedCall[] {
  try {
    const stored: unknown = JSON.parse(files.read(join(directory, FILE)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isCall) : [];
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) ignoreFailure(problemOf(thrown));
    return [];
  }
}

function isCall(value: unknown): value is LoggedCall {
  const call = value as Partial<LoggedCall> | null;
  return (
    typeof call?.at === 'number' &&
    typeof call.ms === 'number' &&
    [call.command, call.path, call.code].every((text) => typeof text === 'string') &&
    [undefined, true, false].includes(call.hasEffect) &&
    [call.sno, call.requestId, call.serverRequestId].every((text) => text === undefined || typeof text === 'string')
  );
}

/** Another user may control the target of a link: the account's directory, that of all accounts, or the profile's. */
export function isLinked(directory: string): boolean {
  const above = [directory, dirname(directory), dirname(dirname(directory))];
  return above.some((path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink());
}
