import type { CommandHint } from '../../command-hint.ts';
import { textOf } from './layout.ts';
import type { Line } from './lines.ts';

/** Lines about parts of a call, and calls that are never made. */
const NOT_COUNTED: readonly string[] = ['field', 'write'];

/** Counts the lines of an examination, and repeats those that require an action. */
export class Summary {
  private readonly printed: Line[] = [];

  constructor(private readonly hint: CommandHint) {}

  add(line: Line): void {
    this.printed.push(line);
  }

  get hasFailed(): boolean {
    return this.printed.some(({ result }) => result === 'bad');
  }

  /** What remains to be done, and the counts. A program has read the lines already. */
  lines(writes: number, { isMachine, inDetail }: { isMachine: boolean; inDetail: boolean }): string[] {
    const more = inDetail ? '' : `; to list them: ${this.hint`doctor --contract`}`;
    return [
      ...(isMachine ? [] : [...this.repeated('To fix', 'bad'), ...this.repeated('To check', 'warning')]),
      this.counts(),
      ...(writes === 0 ? [] : [`${writes} calls that change something were not tested${more}`]),
    ];
  }

  /** What was done until Ctrl-C. */
  whenInterrupted(reports: boolean): string {
    return `interrupted: ${this.counts()}; the remaining checks were not made${reports ? ', and no report was written' : ''}`;
  }

  private counts(): string {
    const count = (result: Line['result']) =>
      this.printed.filter((line) => line.result === result && !NOT_COUNTED.includes(line.check)).length;
    const warnings = count('warning');
    return `${count('good')} passed, ${count('bad')} failed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${count('skipped')} skipped`;
  }

  /** The lines of a result below a title, unless nothing else follows the first of them: then they stand right above. */
  private repeated(title: string, result: Line['result']): string[] {
    const first = this.printed.findIndex((line) => line.result === result);
    if (first === -1 || this.printed.slice(first).every((line) => line.result === result)) return [];
    return ['', title, ...this.printed.filter((line) => line.result === result).map((line) => textOf(line)), ''];
  }
}
