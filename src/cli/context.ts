import { dirname } from 'node:path';
import { Access } from '../core/api/access.ts';
import { deviceNumberOf } from '../core/device-code.ts';
import { Problem } from '../core/problem.ts';
import { accountDirectory } from './account-directory.ts';
import type { CommandHint } from './command-hint.ts';
import type { Output } from './output.ts';
import { noSuchProfile, readUserFile, userFilePath } from './profiles.ts';
import { settingsOf, type Settings } from './settings.ts';
import type { CoreServices, Surroundings, CoreOptions } from './surroundings.ts';
import { nameList } from './text.ts';
import { findToken, keptPhone } from './token-file.ts';
import { unknownSettings } from './unknown-settings.ts';

/** The options that every command takes. */
export interface SharedOptions {
  json?: string | true;
  profile?: string;
  api?: string;
  tokenFile?: string;
  timeout?: number;
  yes?: boolean;
  input?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  showPhones?: boolean;
}

const LONGEST_WAIT_MS = 300_000;

class TokenAccess extends Access {
  constructor(private given: string | undefined) {
    super();
  }

  override token(): string | undefined {
    return this.given;
  }

  override refused(token: string): void {
    if (token === this.given) this.given = undefined;
  }
}

/** What a command has at hand. */
export class Context {
  private known?: Settings;
  private found?: Promise<string | undefined>;
  private hasSaidWhere = false;
  private whenInterrupted?: (sent: boolean) => string | undefined;

  constructor(
    readonly surroundings: Surroundings,
    readonly shared: SharedOptions,
    readonly output: Output,
    /** Whether the profile may be one that does not exist yet. */
    private readonly anyProfile = false,
  ) {}

  get signal(): AbortSignal {
    return this.surroundings.interruption.signal;
  }

  /** Writes a command that a message tells the user to run next. */
  get hint(): CommandHint {
    return this.output.hint;
  }

  get settings(): Settings {
    return (this.known ??= this.settingsOf());
  }

  /** Of the profile in use, or of the one named. Throws the Problem `invalid-input` where there is none. Says which settings of an untrusted project file do not count. */
  settingsOf(profile = this.shared.profile): Settings {
    const settings = settingsOf({ ...this.shared, profile }, this.surroundings);
    const { ignored, projectFile } = settings;
    if (!settings.profileExists && !this.anyProfile) throw noSuchProfile(settings.profile, readUserFile(this.surroundings), this.hint, namedBy(settings, this.surroundings));
    if (projectFile !== undefined && ignored.length > 0)
      this.output.warn(`${nameList(ignored)} in ${projectFile} ignored: the folder is not trusted. To use them: ${this.hint`profile trust ${dirname(projectFile)}`}`);
    return settings;
  }

  /** The core, speaking as the user, or with `token` where one is given. Throws the Problem `invalid-input` where the environment names a proxy that cannot be used. */
  async join({ token, ...special }: Partial<CoreOptions> & { token?: string } = {}): Promise<CoreServices> {
    const { profile, values } = this.settings;
    const { api: _, payLink: __, ...rest } = values;
    const api = this.requireApi();
    await this.surroundings.proxyFor(api);
    const found = token ?? (await this.token());
    if (found !== undefined) this.output.hide(found);
    const isGiven = token !== undefined || this.shared.tokenFile !== undefined || Boolean(this.surroundings.env.PHYSIO_TOKEN);
    if (isGiven) this.sayWhereTheTokenGoes(api);
    for (const { file, names } of await unknownSettings(this.settings, this.surroundings)) this.output.warn(`unknown settings: ${nameList(names)} in ${file}`);
    return this.surroundings.createCore({
      configuration: { ...rest, apiBase: api },
      access: new TokenAccess(found),
      directory: accountDirectory(profile, api, found, this.surroundings),
      timeoutMs: this.timeoutMs,
      trace: this.shared.verbose ? (line) => this.output.trace(line) : undefined,
      printStack: (text) => this.output.stack(text),
      onWrite: this.surroundings.interruption.recordWrite,
      ...special,
    });
  }

  /** The address of the API. Throws the Problem `invalid-input` where nobody has said it. */
  requireApi(): string {
    const { api } = this.settings.values;
    if (api !== undefined) return String(api);
    throw new Problem('invalid-input', { message: `no API address is known; give one: --api URL, PHYSIO_API, or ${this.hint`profile set api URL`}` });
  }

  /** As whom the server is spoken to; undefined where nobody is signed in. Read once: stdin has it only once. */
  token(): Promise<string | undefined> {
    return (this.found ??= findToken(this.shared, this.settings, this.surroundings));
  }

  /** A file that came with a directory must not get hold of somebody's token unseen; the token that is kept has an address of its own. */
  private sayWhereTheTokenGoes(api: unknown): void {
    const { sources, projectFile } = this.settings;
    if (sources.api !== 'project file' || this.hasSaidWhere) return;
    this.hasSaidWhere = true;
    this.output.warn(`the token goes to ${String(api)}, the address in ${String(projectFile)}; to choose another: --api URL or PHYSIO_API`);
  }

  get timeoutMs(): number | undefined {
    return this.shared.timeout === undefined ? undefined : this.shared.timeout * 1000;
  }

  /** How long a command that waits goes on. */
  get longestWaitMs(): number {
    return this.timeoutMs ?? LONGEST_WAIT_MS;
  }

  /**
   * What to warn of where Ctrl-C or SIGTERM comes from now on; takes the place of an earlier one. `sent` is true once a call that changes
   * something was sent: what it did is not known then.
   */
  ifInterrupted(warning: (sent: boolean) => string | undefined): void {
    const { interruption } = this.surroundings;
    const isFirst = this.whenInterrupted === undefined;
    this.whenInterrupted = warning;
    if (!isFirst) return;
    interruption.onCome(() => {
      const text = this.whenInterrupted?.(interruption.mayHaveTakenEffect);
      if (text !== undefined) this.output.warn(text);
    });
  }

  /** Somebody sits before it and may be asked. */
  get canAsk(): boolean {
    const { stdin, stderr } = this.surroundings;
    return this.shared.input !== false && stdin.isTTY === true && stderr.isTTY === true;
  }

  /** Throws the Problem `invalid-input` where a yes is needed and nobody can give it. */
  requireConsent(question = 'This needs a yes.'): void {
    if (this.shared.yes || this.canAsk) return;
    throw new Problem('invalid-input', { message: `${question} ${this.onBehalf()} There is nobody to ask: add --yes to agree` });
  }

  /** Throws the Problem `cancelled` for a no. */
  async consent(question: string): Promise<void> {
    this.requireConsent(question);
    if (this.shared.yes) return;
    if (!(await this.ask(question))) throw new Problem('cancelled', { message: 'Not done.' });
  }

  async ask(question: string): Promise<boolean> {
    const { askYesOrNo } = await import('./prompt.ts');
    return askYesOrNo(`${question} ${this.onBehalf()}`, this.surroundings);
  }

  /** As whom and at which server it is done, for whoever has to say yes to it. */
  onBehalf(): string {
    const { settings, shared, surroundings } = this;
    const { profile, values } = settings;
    const phone = keptPhone(settings, surroundings);
    const file = shared.tokenFile === '-' ? 'stdin' : (shared.tokenFile ?? (surroundings.env.PHYSIO_TOKEN ? 'PHYSIO_TOKEN' : undefined));
    const whom = file === undefined ? `profile ${profile}${phone === undefined ? '' : ` (${phone})`}` : `the token from ${file}`;
    return `As ${whom}${values.api === undefined ? '' : ` at ${new URL(String(values.api)).host}`}.`;
  }

  /** The device number in an argument, which may be the link on the device. */
  deviceNumber(code: string | undefined): string {
    const sno = deviceNumberOf(code ?? '');
    if (sno === undefined) throw new Problem('invalid-input', { message: 'this is no device number: 4 to 64 letters, digits, - and _, or the link on the device' });
    return sno;
  }
}

/** Who named a profile that does not exist. */
function namedBy({ profileSource, projectFile = '' }: Settings, surroundings: Surroundings): string {
  const names: Partial<Record<Settings['profileSource'], string>> = { environment: 'PHYSIO_PROFILE', 'project file': projectFile, 'user file': userFilePath(surroundings) };
  const name = names[profileSource];
  return name === undefined ? '' : ` (named by ${name})`;
}
