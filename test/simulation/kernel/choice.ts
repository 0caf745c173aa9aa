import type { SeededRandom } from '../../soak/seeded-random.ts';

/** Something that may happen next. */
export interface Choice {
  /** What happens, without whom it happens to: the weights of a run are of kinds. */
  kind: string;
  /** Whom or what it happens to. */
  on: string;
  /** How often it is taken, among the others that are offered. */
  weight: number;
  /** A run has a limited number of faults. */
  isFault: boolean;
  take(): void | Promise<void>;
}

/** The name of one of several choices. Of those that would have the same name, the later ones are counted. */
export function nameOf(choice: Choice, among: readonly Choice[]): string {
  let count = 0;
  for (const { on, kind } of among.slice(0, among.indexOf(choice) + 1))
    if (on === choice.on && kind === choice.kind) count += 1;
  const name = `${choice.on}: ${choice.kind}`;
  return count === 1 ? name : `${name} (${count})`;
}

const FACTORS = [0.1, 0.5, 1, 1, 2, 8] as const;
const FACTORS_OF_FAULTS = [0, 0, 0.5, 1, 2, 8] as const;

/** Picks choices by weights that differ from run to run, so that each run explores another corner of the world. */
export class WeightedChoice {
  private readonly factors = new Map<string, number>();

  private readonly isPlain: boolean;

  constructor(private readonly random: SeededRandom) {
    this.isPlain = random.occurs(0.25);
  }

  pick<Offered extends Choice>(offered: readonly Offered[]): Offered | undefined {
    const weights = offered.map((choice) => choice.weight * this.factorOf(choice));
    let left = this.random.next() * weights.reduce((sum, weight) => sum + weight, 0);
    return offered.find((_, at) => (left -= weights[at] ?? 0) < 0);
  }

  private factorOf({ kind, isFault }: Choice): number {
    if (this.isPlain) return 1;
    const known = this.factors.get(kind);
    if (known !== undefined) return known;
    const factor = this.random.pick(isFault ? FACTORS_OF_FAULTS : FACTORS);
    this.factors.set(kind, factor);
    return factor;
  }
}
