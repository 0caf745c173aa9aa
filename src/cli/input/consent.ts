import { Problem } from '../../core/problem.ts';
import type { CliEnvironment } from '../environment.ts';
import type { Output } from '../output/output.ts';
import type { SharedOptions } from './shared-options.ts';

/** The run that asks. */
interface AskingRun {
  readonly environment: CliEnvironment;
  readonly shared: SharedOptions;
  readonly output: Output;
  readonly isDryRun: boolean;
  /** The account and the server that a question is about. */
  onBehalf(): string;
}

/** Asks the user before something is changed, and knows when nobody can be asked. */
export class Consent {
  private hasPrompted = false;

  constructor(private readonly run: AskingRun) {}

  /** Prompting is possible and allowed. */
  get canAsk(): boolean {
    return !this.run.isDryRun && this.couldAsk;
  }

  /** A real run could prompt. */
  private get couldAsk(): boolean {
    const { stdin, stderr } = this.run.environment;
    return this.run.shared.input !== false && stdin.isTTY === true && stderr.isTTY === true;
  }

  /** A prompt was shown, so that some time may have passed. */
  get hasAsked(): boolean {
    return this.hasPrompted;
  }

  /** Throws the Problem `invalid-input` with the question if confirmation is required but prompting is impossible. */
  requirePossible(question: string, behalf = this.run.onBehalf()): void {
    if (this.run.shared.yes || this.run.isDryRun || this.canAsk) return;
    throw new Problem('invalid-input', {
      message: `${question} ${behalf} Confirmation required: pass --yes when not in a terminal`,
    });
  }

  /** Throws the Problem `cancelled` if the user declines. `behalf` names the account that the question is about. */
  async confirm(question: string, behalf?: string): Promise<void> {
    this.requirePossible(question, behalf);
    if (this.run.shared.yes) return;
    if (this.run.isDryRun) {
      const condition = this.couldAsk ? '' : ' Without a terminal it needs --yes.';
      return this.run.output.note(`A real run asks first: ${question}${condition}`);
    }
    if ((await this.ask(question, behalf)) !== true)
      throw new Problem('cancelled', { message: 'You declined: nothing was done.' });
  }

  /** Undefined for a word that is neither yes nor no. Throws the Problem `cancelled` for Ctrl-D. */
  async ask(question: string, behalf = this.run.onBehalf()): Promise<boolean | undefined> {
    this.hasPrompted = true;
    const { askYesOrNo } = await import('./prompt.ts');
    return this.run.output.whilePrompting(() => askYesOrNo(`${question} ${behalf}`, this.run.environment));
  }
}
