import { CALL_TIMEOUT_MS } from '../../core/api/api-client.ts';
import { ignoreFailure, type Problem } from '../../core/problem.ts';
import type { StorageAccess } from '../../ports/app-storage.ts';
import type { PlannedCall } from '../../ports/http.ts';
import type { CliEnvironment, CoreOptions, CoreServices } from '../environment.ts';
import type { SharedOptions } from '../input/shared-options.ts';
import type { Output } from '../output/output.ts';
import { Waiting } from '../output/waiting.ts';
import { isProfile, readUserFile } from '../settings/profiles.ts';
import { type Settings, unknownSettings, unknownSettingsText } from '../settings/settings.ts';
import { storageText } from '../words/system-errors.ts';
import { problemOf } from '../words/problem-of.ts';
import { GivenToken } from './access-token.ts';
import { accountDirectory } from './account-directory.ts';
import { CallLog, type LoggedCall } from './call-log.ts';
import { knownSkew, rememberSkew } from './clock-skew.ts';
import {
  directoryOfPerson,
  discardAccount,
  hasOrdersOrStarts,
  knownDirectory,
  othersAreOpen,
  recordPerson,
  recordServer,
} from './person-directory.ts';

/** Suggested to whom the usual limit of a call is too short. */
const LONG_TIMEOUT_S = 60;
/** How long a command that nothing may hold up waits for the name of its person. */
const PERSON_LIMIT_MS = 3_000;

/** Whether a command works as the person whom the server names: see `create`. */
type AsPerson = boolean | 'if-possible' | 'if-others-are-open';

export type ServicesOptions = Partial<CoreOptions> & { token?: string; asPerson?: AsPerson };

/** The run whose command uses the core. */
interface ServicesRun {
  readonly environment: CliEnvironment;
  readonly shared: SharedOptions;
  readonly output: Output;
  readonly settings: Settings;
  /** The command in words, without arguments. */
  readonly command: string;
  /** Receives the first call that would change something; undefined if the run is no dry run. */
  readonly onDryRunWrite?: (call: PlannedCall) => void;
  /** Input for `Configuration.from`. */
  readonly configuration: Record<string, unknown>;
  readonly timeoutMs: number | undefined;
  /** Where the token comes from if not from the profile. */
  readonly tokenSource: string | undefined;
  requireApi(): string;
  token(): Promise<string | undefined>;
}

/** Creates the core for a command, on what is stored for the account of its token. */
export class AccountServices {
  private hasWarnedDestination = false;
  private hasWarnedStorage = false;
  private readonly callLogs: CallLog[] = [];
  private readonly waiting: Waiting;

  constructor(private readonly run: ServicesRun) {
    this.waiting = new Waiting(run.output);
  }

  private get isDryRun(): boolean {
    return this.run.onDryRunWrite !== undefined;
  }

  /**
   * The core, with the user's token or the given one. `asPerson`: for what must be found again with a renewed token; the server is asked
   * once whose the token is, and the Problem of that request is thrown unless it says `if-possible` or `if-others-are-open`. Its answer is then
   * awaited for three seconds only. With `if-possible`, what is stored is not required either: a command that nothing may hold up goes on without
   * it. With `if-others-are-open`, the server is asked only if another account of the profile may have something open, and what is stored
   * must be read but need not be changed: the command only reads. Throws the Problem `invalid-input` if the environment names an invalid proxy.
   */
  async create({ token, asPerson = false, ...special }: ServicesOptions = {}): Promise<CoreServices> {
    const { environment, output, settings, tokenSource } = this.run;
    const api = this.run.requireApi();
    await environment.proxyFor(api);
    const found = token ?? (await this.run.token());
    if (found !== undefined) output.hide(found);
    if (tokenSource !== undefined) output.hint.replaceToken ??= `It came from ${tokenSource}: replace it there.`;
    if (token !== undefined || tokenSource !== undefined) this.warnTokenDestination(api);
    for (const unknown of await unknownSettings(settings, environment)) output.warn(unknownSettingsText(unknown));
    const { files } = environment;
    const own = this.ownDirectory(found);
    const known = this.unlessStorageFails(asPerson, () => knownDirectory(own, files)) ?? own;
    const first = await this.servicesIn(known, found, asPerson, special);
    const keepsToItsOwn = () =>
      this.unlessStorageFails(asPerson, () => hasOrdersOrStarts(own, first.time.now(), files)) ?? true;
    if (!asPerson || found === undefined || known !== own || keepsToItsOwn()) return first;
    if (asPerson === 'if-others-are-open' && !othersAreOpen(own, api, first.time.now(), files)) return first;
    const { Queries } = await import('../../core/queries.ts');
    const asking = first.get(Queries).user();
    const user = await (asPerson === true
      ? asking
      : Promise.race([asking.catch(ignoreFailure), first.time.sleep(PERSON_LIMIT_MS)]));
    if (keepsToItsOwn()) return first; // the answer may have set the clock right
    const now = first.time.now();
    if (!this.isDryRun)
      this.unlessStorageFails(asPerson, () => recordPerson(own, api, user?.mobile, now, files), 'change');
    const directory = directoryOfPerson(own, api, user?.mobile);
    const services = directory === own ? first : await this.servicesIn(directory, found, asPerson, special);
    this.warnOfOthers(directory, now, asPerson);
    return services;
  }

  /** The directory of a token, whose person the server may have named. */
  ownDirectory(token: string | undefined): string {
    const { settings, environment } = this.run;
    return accountDirectory(settings.profile, this.run.requireApi(), token, environment);
  }

  /** Says once for a new token what may be the same person's with an earlier number, which the server does not tell. `now`: epoch ms. */
  warnOfOthers(directory: string, now: number, asPerson: AsPerson = false): void {
    const { environment, output } = this.run;
    const { files } = environment;
    const areOpen = this.unlessStorageFails(
      asPerson,
      () => !hasOrdersOrStarts(directory, now, files) && othersAreOpen(directory, this.run.requireApi(), now, files),
    );
    if (!areOpen) return;
    output.warn(
      `This profile has open orders or treatments of another account or phone number, which do not count here; if the phone number of this account was changed, look for them: ${output.hint`order list`}, ${output.hint`treatment show SNO`}`,
    );
  }

  /** Returns the last API calls of this account, oldest first, with those of this command, which are not stored then. */
  takeCalls(): LoggedCall[] {
    const calls = this.callLogs.splice(0).flatMap((log) => log.all());
    return calls.toSorted((one, other) => one.at - other.at);
  }

  /** Stores the API calls that are not stored yet. A dry run stores none. */
  storeCalls(): void {
    for (const calls of this.callLogs) calls.store();
  }

  /** False of a profile that was removed meanwhile, or whose first sign-in failed: nothing is left of it. */
  private isProfile(): boolean {
    try {
      return isProfile(this.run.settings.profile, readUserFile(this.run.environment));
    } catch (thrown) {
      ignoreFailure(problemOf(thrown));
      return false;
    }
  }

  private async servicesIn(
    directory: string,
    token: string | undefined,
    asPerson: AsPerson,
    special: Partial<CoreOptions>,
  ): Promise<CoreServices> {
    const { environment, output, shared, settings, onDryRunWrite } = this.run;
    const interruption = environment.interruption.signal;
    const calls = new CallLog(directory, this.run.command, environment.files, () => this.isProfile(), token);
    output.hint.longerTimeout = this.longerTimeout(special.timeoutMs);
    if (!this.isDryRun) {
      if (settings.profileExists) recordServer(directory, this.run.requireApi(), environment.files);
      this.callLogs.push(calls);
    }
    const services = await environment.createServices({
      configuration: this.run.configuration,
      access: new GivenToken(token),
      directory,
      tokenDirectory: this.ownDirectory(token),
      discard: (unused, now) => discardAccount(unused, now, environment.files),
      onExchange: this.isDryRun
        ? undefined
        : (exchange, response) => {
            if (exchange.hasToken) calls.record(exchange, services.time.now(), response);
            if (interruption.aborted) calls.store();
          },
      onUnreadable: (response) => calls.couldNotRead(response),
      timeoutMs: this.run.timeoutMs,
      trace: shared.verbose ? (line) => output.trace(line) : undefined,
      debug: shared.debug ? (line) => output.trace(line) : undefined,
      readRetries: shared.retry,
      printStack: (text) => output.stack(text),
      onSend: (url) => this.waiting.begin(url, services.time),
      onWrite: () => void (environment.hasSentWrite = true),
      interruption,
      onStorageFailure: (problem, access) => this.goesOnWithout(asPerson, problem, access),
      skewMs: knownSkew(settings.profile, environment),
      onSkew: (skewMs) => {
        if (!this.isDryRun && settings.profileExists) rememberSkew(skewMs, settings.profile, environment);
      },
      dryRun: onDryRunWrite,
      ...special,
    });
    return services;
  }

  /** Undefined if what is stored cannot be used and the command goes on without it. */
  private unlessStorageFails<Result>(
    asPerson: AsPerson,
    work: () => Result,
    access: StorageAccess = 'read',
  ): Result | undefined {
    try {
      return work();
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.code !== 'storage' || !this.goesOnWithout(asPerson, problem, access)) throw thrown;
      return undefined;
    }
  }

  /** After a call that changes something, what is true must be said, even if it cannot be stored. */
  private goesOnWithout(asPerson: AsPerson, { message }: Problem, access: StorageAccess): boolean {
    const isNeeded = access === 'change' ? typeof asPerson === 'boolean' : asPerson !== 'if-possible';
    if (isNeeded && !this.run.environment.hasSentWrite) return false;
    if (!this.hasWarnedStorage)
      this.run.output.warn(`${storageText(message)}; this command goes on, and later commands do not know what it did`);
    this.hasWarnedStorage = true;
    return true;
  }

  /** A project file must not receive the user's token unnoticed. A stored token is bound to its server. */
  private warnTokenDestination(api: unknown): void {
    const { sources, projectFile } = this.run.settings;
    if (sources.api !== 'project file' || this.hasWarnedDestination) return;
    this.hasWarnedDestination = true;
    this.run.output.warn(
      `Sending the token to ${String(api)}, the address in ${String(projectFile)}; to use another: --api URL or PHYSIO_API`,
    );
  }

  /** A --timeout in seconds that would give a call more time; undefined in a wait, which gives each call no more than the usual. */
  private longerTimeout(ofWait: number | undefined): number | undefined {
    if (ofWait === undefined) return Math.max(LONG_TIMEOUT_S, 2 * (this.run.shared.timeout ?? 0));
    return ofWait < CALL_TIMEOUT_MS ? LONG_TIMEOUT_S : undefined;
  }
}
