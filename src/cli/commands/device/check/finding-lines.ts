import { EXIT } from '../../../words/exit-codes.ts';
import { onlineText } from '../../../words/format.ts';
import type { TextColour, Output } from '../../../output/output.ts';
import { widthOf } from '../../../output/table.ts';
import { rowOf, type DeviceFinding } from './finding.ts';

/** The first widths of number, status, connection and name. */
const WIDTHS = [10, 'not-in-operation'.length, 'offline'.length, 16];
const MAX_WIDTH = 40;

/**
 * Prints findings: on a terminal each as soon as it is known, otherwise in the order of the list. A column grows with its
 * words, since later ones are not known yet.
 */
export class FindingLines {
  private readonly widths = [...WIDTHS];
  /** Known findings that wait for an earlier one, by place. */
  private readonly held = new Map<number, DeviceFinding>();
  private next = 0;
  private printing: Promise<void> = Promise.resolve();

  constructor(private readonly output: Output) {}

  /** `place`: of the device in the list. */
  print(finding: DeviceFinding, place: number): Promise<void> {
    if (this.output.isTerminal && !this.output.isMachine) return this.write(finding);
    this.held.set(place, finding);
    for (let due = this.held.get(this.next); due !== undefined; due = this.held.get(this.next)) {
      this.held.delete(this.next);
      this.next += 1;
      this.append(due);
    }
    return this.printing;
  }

  /** Prints the findings that wait for one that does not come any more. */
  flush(): Promise<void> {
    const places = [...this.held.keys()].toSorted((one, other) => one - other);
    for (const finding of places.map((place) => this.held.get(place))) if (finding) this.append(finding);
    this.held.clear();
    return this.printing;
  }

  private append(finding: DeviceFinding): void {
    this.printing = this.printing.then(() => this.write(finding));
  }

  private async write(finding: DeviceFinding): Promise<void> {
    const { sno, status, online, name = '', message } = finding;
    const words = [sno, status, onlineText(online) ?? '', name, message];
    if (!this.output.isMachine)
      for (const [at, width] of this.widths.entries())
        this.widths[at] = Math.max(width, Math.min(await widthOf(words[at] ?? ''), MAX_WIDTH));
    await this.output.item(rowOf(finding), words, colourOf(finding), this.widths);
  }
}

function colourOf({ exitCode, isSkipped }: DeviceFinding): TextColour {
  if (isSkipped) return 'dim';
  return exitCode === EXIT.done ? 'green' : exitCode === EXIT.notAvailable ? 'yellow' : 'red';
}
