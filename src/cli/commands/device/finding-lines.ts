import { EXIT } from '../../exit-codes.ts';
import { onlineText } from '../../format.ts';
import type { Colour, Output } from '../../output.ts';
import { widthOf } from '../../table.ts';
import { rowOf, type Finding } from './finding.ts';

/** The first widths of number, status, connection and name. */
const WIDTHS = [10, 'not-in-operation'.length, 'offline'.length, 16];
const MAX_WIDTH = 40;

/** Prints each finding as soon as it is known. A column grows with its words, since later ones are not known yet. */
export class FindingLines {
  private readonly widths = [...WIDTHS];

  constructor(private readonly output: Output) {}

  async print(finding: Finding): Promise<void> {
    const { sno, status, online, name = '', message } = finding;
    const words = [sno, status, onlineText(online) ?? '', name, message];
    if (!this.output.isMachine)
      for (const [at, width] of this.widths.entries())
        this.widths[at] = Math.max(width, Math.min(await widthOf(words[at] ?? ''), MAX_WIDTH));
    await this.output.item(rowOf(finding), words, colourOf(finding), this.widths);
  }
}

function colourOf({ exitCode, isSkipped }: Finding): Colour {
  if (isSkipped) return 'dim';
  return exitCode === EXIT.done ? 'green' : exitCode === EXIT.notAvailable ? 'yellow' : 'red';
}
