import { addAbortListener } from 'node:events';
import { dirname } from 'node:path';
import { deviceNumberOf } from '../core/basics/device-code.ts';
import { Problem } from '../core/problem.ts';
import type { PlannedCall } from '../ports/http.ts';
import { AccountServices, type ServicesOptions } from './account/account-services.ts';
import { rememberDevices } from './account/known-devices.ts';
import { findToken, storedPhone } from './account/token-file.ts';
import type { CliEnvironment, CoreServices } from './environment.ts';
import { Consent } from './input/consent.ts';
import type { SharedOptions } from './input/shared-options.ts';
import type { Output } from './output/output.ts';
import { readUserFile, unknownProfile, userFilePath } from './settings/profiles.ts';
import { settingsOf, type Settings, unknownSettingsText } from './settings/settings.ts';
import type { CommandHint } from './words/command-hint.ts';
import { requirePhone } from './words/phone.ts';
import { looksLikeSecret } from './words/secret-text.ts';
import { nameList, shellWord } from './words/text.ts';

const DEFAULT_WAIT_MS = 300_000;

/** Everything an action uses: settings, output, token, prompts and the core. */
export class Context {
  /** Asks before something is changed. */
  readonly consent: Consent;
  readonly account: AccountServices;
  private known?: Settings;
  private found?: Promise<string | undefined>;
  /** What `found` has resolved to. */
  private used?: string;
  /** Receives the first call that a dry run would send to change something. */
  onDryRunWrite?: (call: PlannedCall) => void;
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
    readonly command = '',
  ) {
    this.consent = new Consent(this);
    this.account = new AccountServices(this);
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
    const { distrust, ignored, ignoredUnknown, projectFile } = settings;
    if (!settings.profileExists && !this.allowsNewProfile)
      throw unknownProfile(settings.profile, settings.userFile, this.hint, namedBy(settings, this.environment));
    if (projectFile !== undefined && ignored.length > 0) {
      const open = distrust?.open;
      const [why, cure] =
        open === undefined
          ? ['the folder is not trusted', this.hint`profile trust ${dirname(projectFile)}`]
          : [`every user of this computer can write ${open}`, `chmod o-w ${shellWord(open)}`];
      this.output.warn(`Ignored ${nameList(ignored)} in ${projectFile}: ${why}. To apply them: ${cure}`);
    }
    if (projectFile !== undefined && ignoredUnknown.length > 0)
      this.output.warn(unknownSettingsText({ file: projectFile, names: [...ignoredUnknown] }));
    return settings;
  }

  /** The core, with the user's token or the given one: see `AccountServices.create`. */
  createServices(options?: ServicesOptions): Promise<CoreServices> {
    return this.account.create(options);
  }

  /** The configuration of the core. */
  get configuration() {
    const { api: _, payLink: __, ...rest } = this.settings.values;
    return { ...rest, apiBase: this.requireApi() };
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
      message: `No API address is configured; set --api URL, PHYSIO_API, or ${this.hint`profile set api URL`}${another}`,
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

  get timeoutMs(): number | undefined {
    return this.shared.timeout === undefined ? undefined : this.shared.timeout * 1000;
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
        message: `Invalid device number${named(code)}: use 4 to 64 letters, digits, - and _, or the link on the device`,
      });
    this.named.unshift(sno);
    return sno;
  }

  /** Stores the numbers of `deviceNumber` for completion. A command that failed may have been given a mistyped one. */
  rememberDevices(): void {
    if (this.named.length > 0 && !this.isDryRun) rememberDevices(this.named, this.settings.profile, this.environment);
  }
}

/** What was given as a device number, one of several perhaps; empty for nothing, and for what may be a secret. */
function named(code = ''): string {
  return code.trim() === '' || looksLikeSecret(code) ? '' : ` ${shellWord(code)}`;
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
