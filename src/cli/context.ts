import { addAbortListener } from 'node:events';
import { dirname } from 'node:path';
import { CALL_TIMEOUT_MS } from '../core/api/api-client.ts';
import { deviceNumberOf } from '../core/basics/device-code.ts';
import { ignoreFailure, Problem } from '../core/problem.ts';
import { GivenToken } from './account/access-token.ts';
import { accountDirectory } from './account/account-directory.ts';
import { CallLog, type LoggedCall } from './account/call-log.ts';
import type { CommandHint } from './words/command-hint.ts';
import type { Output } from './output/output.ts';
import { storageText } from './words/failure.ts';
import { requirePhone } from './words/phone.ts';
import { problemOf } from './words/problem-of.ts';
import { isProfile, readUserFile, unknownProfile, userFilePath } from './settings/profiles.ts';
import { settingsOf, type Settings, unknownSettings } from './settings/settings.ts';
import { Waiting } from './output/waiting.ts';
import { Consent } from './input/consent.ts';
import type { SharedOptions } from './input/shared-options.ts';
import type { StorageAccess } from '../ports/app-storage.ts';
import type { PlannedCall } from '../ports/http.ts';
import type { CoreServices, CliEnvironment, CoreOptions } from './environment.ts';
import {
  directoryOfPerson,
  discardAccount,
  hasOrdersOrStarts,
  knownDirectory,
  othersAreOpen,
  recordPerson,
  recordServer,
} from './account/person-directory.ts';
import { nameList } from './words/text.ts';
import { knownSkew, rememberSkew } from './account/clock-skew.ts';
import { rememberDevices } from './account/known-devices.ts';
import { findToken, storedPhone } from './account/token-file.ts';

const DEFAULT_WAIT_MS = 300_000;
/** Suggested to whom the usual limit of a call is too short. */
const LONG_TIMEOUT_S = 60;
/** How long a command that nothing may hold up waits for the name of its person. */
const PERSON_LIMIT_MS = 3_000;

/** Whether a command works as the person whom the server names: see `createServices`. */
type AsPerson = boolean | 'if-possible' | 'if-others-are-open';

/** Everything an action uses: settings, output, token, prompts and the core. */
export class Context {
  /** Asks before something is changed. */
  readonly consent: Consent;
  private known?: Settings;
  private found?: Promise<string | undefined>;
  /** What `found` has resolved to. */
  private used?: string;
  private hasWarnedDestination = false;
  private onDryRunWrite?: (call: PlannedCall) => void;
  private asPerson: AsPerson = true;
  private hasWarnedStorage = false;
  private readonly callLogs: CallLog[] = [];
  private readonly waiting: Waiting;
  private whenInterrupted?: (sent: boolean) => string | undefined;
  /** The device numbers that the command line names, the latest first. */
  private readonly named: string[] = [];

  constructor(
    readonly environment: CliEnvironment,
    readonly shared: SharedOptions,
    readonly output: Output,
    /** The profile need not exist yet. */
    private readonly allowsNewProfile = false,
    /** The command in words, without arguments. */
    private readonly command = '',
  ) {
    this.consent = new Consent(this);
    this.waiting = new Waiting(output);
  }

  /** From now on, calls that change something are reported instead of sent, nothing is stored, and nothing is asked. */
  beginDryRun(onWrite: (call: PlannedCall) => void): void {
    this.onDryRunWrite = onWrite;
  }

  get isDryRun(): boolean {
    return this.onDryRunWrite !== undefined;
  }

  get signal(): AbortSignal {
    return this.environment.interruption.signal;
  }

  /** Formats a command that a message suggests. */
  get hint(): CommandHint {
    return this.output.hint;
  }

  get settings(): Settings {
    return this.known ?? this.use(this.settingsOf());
  }

  private use(settings: Settings): Settings {
    const { api } = settings.values;
    if (api !== undefined) this.hint.server = `${String(api).replace(/[?#].*/, '')}, profile ${settings.profile}`;
    this.hint.impliesApi = settings.impliesApi;
    this.hint.isNewProfile = !settings.profileExists;
    return (this.known = settings);
  }

  /** The settings of the current or the named profile. Throws the Problem `invalid-input` if it does not exist. Warns about ignored settings of an untrusted project file. */
  settingsOf(profile = this.shared.profile): Settings {
    const settings = settingsOf({ ...this.shared, profile }, this.environment);
    const { ignored, projectFile } = settings;
    if (!settings.profileExists && !this.allowsNewProfile)
      throw unknownProfile(settings.profile, settings.userFile, this.hint, namedBy(settings, this.environment));
    if (projectFile !== undefined && ignored.length > 0)
      this.output.warn(
        `ignored ${nameList(ignored)} in ${projectFile}: the folder is not trusted. To apply them: ${this.hint`profile trust ${dirname(projectFile)}`}`,
      );
    return settings;
  }

  /**
   * The core, with the user's token or the given one. `asPerson`: for what must be found again with a renewed token; the server is asked
   * once whose the token is, and the Problem of that request is thrown unless it says `if-possible` or `if-others-are-open`. Its answer is then
   * awaited for three seconds only. With `if-possible`, what is stored is not required either: a command that nothing may hold up goes on without
   * it. With `if-others-are-open`, the server is asked only if another account of the profile may have something open, and what is stored
   * must be read but need not be changed: the command only reads. Throws the Problem `invalid-input` if the environment names an invalid proxy.
   */
  async createServices({
    token,
    asPerson = false,
    ...special
  }: Partial<CoreOptions> & { token?: string; asPerson?: AsPerson } = {}): Promise<CoreServices> {
    this.asPerson = asPerson;
    const api = this.requireApi();
    await this.environment.proxyFor(api);
    const found = token ?? (await this.token());
    if (found !== undefined) this.output.hide(found);
    if (this.tokenSource !== undefined)
      this.hint.replaceToken ??= `It came from ${this.tokenSource}: replace it there.`;
    if (token !== undefined || this.tokenSource !== undefined) this.warnTokenDestination(api);
    for (const { file, names } of await unknownSettings(this.settings, this.environment))
      this.output.warn(`unknown settings: ${nameList(names)} in ${file}; fix the spelling or delete them`);
    const { files } = this.environment;
    const own = this.ownDirectory(found);
    const known = this.unlessStorageFails(() => knownDirectory(own, files)) ?? own;
    const first = await this.servicesIn(known, found, special);
    const keepsToItsOwn = () => this.unlessStorageFails(() => hasOrdersOrStarts(own, first.time.now(), files)) ?? true;
    if (!asPerson || found === undefined || known !== own || keepsToItsOwn()) return first;
    if (asPerson === 'if-others-are-open' && !othersAreOpen(own, api, first.time.now(), files)) return first;
    const { Queries } = await import('../core/queries.ts');
    const asking = first.get(Queries).user();
    const user = await (asPerson === true
      ? asking
      : Promise.race([asking.catch(ignoreFailure), first.time.sleep(PERSON_LIMIT_MS)]));
    if (keepsToItsOwn()) return first; // the answer may have set the clock right
    const now = first.time.now();
    if (!this.isDryRun) this.unlessStorageFails(() => recordPerson(own, api, user?.mobile, now, files), 'change');
    const directory = directoryOfPerson(own, api, user?.mobile);
    const services = directory === own ? first : await this.servicesIn(directory, found, special);
    this.warnOfOthers(directory, now);
    return services;
  }

  /** Undefined if what is stored cannot be used and the command goes on without it. */
  private unlessStorageFails<Result>(work: () => Result, access: StorageAccess = 'read'): Result | undefined {
    try {
      return work();
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.code !== 'storage' || !this.goesOnWithout(problem, access)) throw thrown;
      return undefined;
    }
  }

  /** After a call that changes something, what is true must be said, even if it cannot be stored. */
  private goesOnWithout({ message }: Problem, access: StorageAccess): boolean {
    const isNeeded = access === 'change' ? typeof this.asPerson === 'boolean' : this.asPerson !== 'if-possible';
    if (isNeeded && !this.environment.hasSentWrite) return false;
    if (!this.hasWarnedStorage)
      this.output.warn(`${storageText(message)}; this command goes on, and later commands do not know what it did`);
    this.hasWarnedStorage = true;
    return true;
  }

  /** The directory of a token, whose person the server may have named. */
  ownDirectory(token: string | undefined): string {
    return accountDirectory(this.settings.profile, this.requireApi(), token, this.environment);
  }

  /** Says once for a new token what may be the same person's with an earlier number, which the server does not tell. `now`: epoch ms. */
  warnOfOthers(directory: string, now: number): void {
    const { files } = this.environment;
    const areOpen = this.unlessStorageFails(
      () => !hasOrdersOrStarts(directory, now, files) && othersAreOpen(directory, this.requireApi(), now, files),
    );
    if (!areOpen) return;
    this.output.warn(
      `this profile has open orders or treatments of another account or phone number, which do not count here; if the phone number of this account was changed, look for them: ${this.hint`order list`}, ${this.hint`treatment show SNO`}`,
    );
  }

  /** The configuration of the core. */
  get configuration() {
    const { api: _, payLink: __, ...rest } = this.settings.values;
    return { ...rest, apiBase: this.requireApi() };
  }

  private async servicesIn(
    directory: string,
    token: string | undefined,
    special: Partial<CoreOptions>,
  ): Promise<CoreServices> {
    const calls = new CallLog(directory, this.command, this.environment.files, token);
    this.hint.longerTimeout = this.longerTimeout(special.timeoutMs);
    if (!this.isDryRun) {
      recordServer(directory, this.requireApi(), this.environment.files);
      this.callLogs.push(calls);
    }
    const services = await this.environment.createServices({
      configuration: this.configuration,
      access: new GivenToken(token),
      directory,
      tokenDirectory: this.ownDirectory(token),
      discard: (unused, now) => discardAccount(unused, now, this.environment.files),
      onExchange: this.isDryRun
        ? undefined
        : (exchange, response) => calls.record(exchange, services.time.now(), response),
      onUnreadable: (response) => calls.couldNotRead(response),
      timeoutMs: this.timeoutMs,
      trace: this.shared.verbose ? (line) => this.output.trace(line) : undefined,
      debug: this.shared.debug ? (line) => this.output.trace(line) : undefined,
      readRetries: this.shared.retry,
      printStack: (text) => this.output.stack(text),
      onSend: (url) => this.waiting.begin(url, services.time),
      onWrite: () => void (this.environment.hasSentWrite = true),
      onStorageFailure: (problem, access) => this.goesOnWithout(problem, access),
      skewMs: knownSkew(this.settings.profile, this.environment),
      onSkew: (skewMs) => {
        if (!this.isDryRun) rememberSkew(skewMs, this.settings.profile, this.environment);
      },
      dryRun: this.onDryRunWrite,
      ...special,
    });
    return services;
  }

  /** Returns the last API calls of this account, oldest first, with those of this command, which are not stored then. */
  takeCalls(): LoggedCall[] {
    const calls = this.callLogs.splice(0).flatMap((log) => log.all());
    return calls.toSorted((one, other) => one.at - other.at);
  }

  /** Stores the API calls that are not stored yet. A dry run stores nothing, and nothing is stored for a profile that was removed meanwhile. */
  storeCalls(): void {
    if (this.callLogs.length === 0 || this.isProfileGone()) return;
    for (const calls of this.callLogs) calls.store();
  }

  private isProfileGone(): boolean {
    const { profile, profileExists } = this.settings;
    try {
      return profileExists && !isProfile(profile, readUserFile(this.environment));
    } catch (thrown) {
      ignoreFailure(problemOf(thrown));
      return true;
    }
  }

  /** The API address. Throws the Problem `invalid-input` if none is configured. */
  requireApi(): string {
    const { api } = this.settings.values;
    if (api !== undefined) return String(api);
    const { profile } = this.settings;
    const others = Object.keys(readUserFile(this.environment).profiles).filter((name) => name !== profile);
    const another =
      others.length === 0 ? '' : `; to use another profile (${nameList(others)}): ${this.hint`profile use NAME`}`;
    throw new Problem('invalid-input', {
      message: `no API address is configured; set --api URL, PHYSIO_API, or ${this.hint`profile set api URL`}${another}`,
    });
  }

  /** Uses this API address from now on. */
  useApi(api: string): void {
    const { settings } = this;
    this.use({ ...settings, values: { ...settings.values, api } });
  }

  /** The access token; undefined if nobody is signed in. Read only once, because it may come from stdin. */
  token(): Promise<string | undefined> {
    return (this.found ??= findToken(this.shared, this.settings, this.environment, this.hint).then(
      (token) => (this.used = token),
    ));
  }

  /** Where the token comes from if not from the profile: the file, `stdin` or `PHYSIO_TOKEN`. */
  get tokenSource(): string | undefined {
    const { shared, environment } = this;
    if (shared.tokenFile !== undefined) return shared.tokenFile === '-' ? 'stdin' : shared.tokenFile;
    return environment.env.PHYSIO_TOKEN ? 'PHYSIO_TOKEN' : undefined;
  }

  /** A project file must not receive the user's token unnoticed. A stored token is bound to its server. */
  private warnTokenDestination(api: unknown): void {
    const { sources, projectFile } = this.settings;
    if (sources.api !== 'project file' || this.hasWarnedDestination) return;
    this.hasWarnedDestination = true;
    this.output.warn(
      `sending the token to ${String(api)}, the address in ${String(projectFile)}; to use another: --api URL or PHYSIO_API`,
    );
  }

  get timeoutMs(): number | undefined {
    return this.shared.timeout === undefined ? undefined : this.shared.timeout * 1000;
  }

  /** A --timeout in seconds that would give a call more time; undefined in a wait, which gives each call no more than the usual. */
  private longerTimeout(ofWait: number | undefined): number | undefined {
    if (ofWait === undefined) return Math.max(LONG_TIMEOUT_S, 2 * (this.shared.timeout ?? 0));
    return ofWait < CALL_TIMEOUT_MS ? LONG_TIMEOUT_S : undefined;
  }

  /** The total timeout of a waiting command. */
  get waitTimeoutMs(): number {
    return this.timeoutMs ?? DEFAULT_WAIT_MS;
  }

  /** A call that changes something was sent, and this failure leaves open whether it took effect. */
  isOutcomeUnknown({ mayHaveTakenEffect, isNotTheApi }: Problem): boolean {
    return this.environment.hasSentWrite && mayHaveTakenEffect && !isNotTheApi;
  }

  /**
   * Sets the warning to print on Ctrl-C or SIGTERM from now on, in place of an earlier one. `sent` is true once a call that changes
   * something was sent, whose effect is then unknown.
   */
  ifInterrupted(warning: (sent: boolean) => string | undefined): void {
    const isFirst = this.whenInterrupted === undefined;
    this.whenInterrupted = warning;
    if (!isFirst) return;
    addAbortListener(this.signal, () => {
      const text = this.whenInterrupted?.(this.environment.hasSentWrite);
      if (text !== undefined) this.output.warn(text);
    });
  }

  /** The account and the server of a prompt. */
  onBehalf(): string {
    const { settings, tokenSource } = this;
    const { profile, values } = settings;
    const phone = storedPhone(settings, this.environment, this.used);
    const whom =
      tokenSource === undefined
        ? `profile ${profile}${phone === undefined ? '' : ` (${phone})`}`
        : `the token from ${tokenSource}`;
    return `As ${whom}${values.api === undefined ? '' : ` at ${new URL(String(values.api)).host}`}.`;
  }

  /** The phone number from an argument, which further output masks. Throws the Problem `invalid-input` for a text that cannot be one. */
  phoneNumber(typed: string): string {
    const number = requirePhone(typed);
    this.output.hidePhone(number);
    return number;
  }

  /** The device number from an argument, which may be the link on the device. */
  deviceNumber(code: string | undefined): string {
    const sno = deviceNumberOf(code ?? '');
    if (sno === undefined)
      throw new Problem('invalid-input', {
        message: 'invalid device number: use 4 to 64 letters, digits, - and _, or the link on the device',
      });
    this.named.unshift(sno);
    return sno;
  }

  /** Stores the numbers of `deviceNumber` for completion. A command that failed may have been given a mistyped one. */
  rememberDevices(): void {
    if (this.named.length > 0 && !this.isDryRun) rememberDevices(this.named, this.settings.profile, this.environment);
  }
}

/** The source that names an unknown profile. */
function namedBy({ profileSource, projectFile = '' }: Settings, environment: CliEnvironment): string {
  const names: Partial<Record<Settings['profileSource'], string>> = {
    environment: 'PHYSIO_PROFILE',
    'project file': projectFile,
    'user file': userFilePath(environment),
  };
  const name = names[profileSource];
  return name === undefined ? '' : ` (set by ${name})`;
}
