import { counted } from '../../../words/text.ts';
import { lineText } from './layout.ts';
import type { Line } from './line.ts';

interface Reader {
  isMachine: boolean;
  inDetail: boolean;
  width: number;
}

const FEW_LINES = 2;

/** What requires an action. */
const TO_DO = [
  ['To fix', 'bad'],
  ['To check', 'warning'],
] as const satisfies [title: string, result: Line['result']][];

/** Lines about parts of a call, and calls that are never sent. */
const NOT_COUNTED: readonly string[] = ['field', 'write'];

/** Counts the lines of an examination, and repeats those that require an action. */
export class Summary {
  private readonly printed: Line[] = [];

  add(line: Line): void {
    this.printed.push(line);
  }

  get hasFailed(): boolean {
    return this.printed.some(({ result }) => result === 'bad');
  }

  /** What remains to be done, in the width of a terminal, and the counts. A program has read the lines already. */
  async lines(writes: number, { isMachine, inDetail, width }: Reader): Promise<string[]> {
    const more = inDetail ? '' : ' (--contract lists them)';
    const repeated =
      isMachine || TO_DO.every(([, result]) => this.isAtTheEnd(result))
        ? []
        : (await Promise.all(TO_DO.map(([title, result]) => this.repeated(title, result, width)))).flat();
    return [
      ...repeated,
      ...(repeated.length === 0 ? [] : ['']),
      this.counts(),
      ...(writes === 0
        ? []
        : [`Not tested: ${counted(writes, 'call that changes something', 'calls that change something')}${more}`]),
    ];
  }

  /** What was done until Ctrl-C. */
  whenInterrupted(reports: boolean): string {
    return `Interrupted: ${this.counts()}; the remaining checks were not run${reports ? ', and no report was written' : ''}`;
  }

  private counts(): string {
    const count = (result: Line['result']) =>
      this.printed.filter(
        (line) => line.result === result && (result === 'warning' || !NOT_COUNTED.includes(line.check)),
      ).length;
    return `${count('good')} passed, ${count('bad')} failed, ${counted(count('warning'), 'warning')}, ${count('skipped')} skipped`;
  }

  /** True if little else follows the first line of a result, which then stands right above the summary, or if there is none. */
  private isAtTheEnd(result: Line['result']): boolean {
    const first = this.printed.findIndex((line) => line.result === result);
    return first === -1 || this.printed.slice(first).filter((line) => line.result !== result).length <= FEW_LINES;
  }

  /** The lines of a result below a title; nothing without such a line. */
  private async repeated(title: string, result: Line['result'], width: number): Promise<string[]> {
    const lines = this.printed.filter((line) => line.result === result && !this.isExplainedByFields(line));
    if (lines.length === 0) return [];
    return ['', title, ...(await Promise.all(groupsOf(lines).map((line) => lineText(line, width)))).flat()];
  }

  /** The lines of its fields say what is wrong with a call. */
  private isExplainedByFields({ check, subject = '', detail, advice }: Line): boolean {
    const isSilent = check === 'call' && detail === undefined && advice === undefined;
    return isSilent && this.printed.some((line) => line.check === 'field' && line.subject?.startsWith(`${subject} `));
  }
}

/** The lines, with one line for all calls that need the same. */
function groupsOf(lines: readonly Line[]): Line[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const { check, subject, detail, advice } = withoutName(line);
    const key = JSON.stringify([check, check === 'call' ? undefined : subject, detail, advice]);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length === 1) return group;
    const names = group.map(({ subject }) => subject).join(', ');
    return [{ ...withoutName(first), subject: `${group.length} calls`, path: undefined, detail: names }];
  });
}

function withoutName(line: Line): Line {
  const { check, subject, advice } = line;
  return check === 'call' && subject !== undefined ? { ...line, advice: advice?.replaceAll(subject, 'NAME') } : line;
}
