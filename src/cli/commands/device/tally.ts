/** Counts outcomes, and how fast they come. */
export class Tally {
  private readonly began = performance.now();
  private readonly counts = new Map<string, number>();
  private done = 0;

  /** `total` where it is known beforehand. */
  constructor(private readonly total: number | undefined) {}

  count(outcome: string): void {
    this.done += 1;
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  progress(): string {
    const rate = this.done / this.seconds();
    const of = this.total === undefined ? '' : `/${this.total}, ${Math.ceil((this.total - this.done) / rate)} s to go`;
    return `${this.done}${of}, ${rate.toFixed(0)} a second`;
  }

  summary(): string {
    const parts = [...this.counts].toSorted(([, one], [, other]) => other - one).map(([outcome, count]) => `${count} ${outcome}`);
    return `${this.done} checked in ${this.seconds().toFixed(1)} s${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
  }

  private seconds(): number {
    return Math.max(performance.now() - this.began, 1) / 1000;
  }
}
