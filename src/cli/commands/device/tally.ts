const BAR = 24;

/** Counts outcomes, and how fast they come. */
export class Tally {
  private readonly began = performance.now();
  private readonly counts = new Map<string, number>();
  private done = 0;
  private skipped = 0;

  count(outcome: string): void {
    this.done += 1;
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  /** A device that was not asked. */
  skip(): void {
    this.skipped += 1;
  }

  get notAsked(): number {
    return this.skipped;
  }

  /** A bar, the rate and the time left, as far as it is known which `share` of all is done (0 to 1). */
  progress(share: number | undefined): string {
    const seconds = this.seconds();
    const rate = `${this.done} done, ${(this.done / seconds).toFixed(0)} a second`;
    if (share === undefined || share === 0) return rate;
    const full = Math.round(share * BAR);
    const left = Math.ceil((seconds * (1 - share)) / share);
    return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${Math.floor(share * 100)} %  ${rate}, ${left} s left`;
  }

  summary(): string {
    const parts = [...this.counts].toSorted(([, one], [, other]) => other - one).map(([outcome, count]) => `${count} ${outcome}`);
    const skipped = this.skipped === 0 ? '' : `; ${this.skipped} not asked`;
    return `${this.done} checked in ${this.seconds().toFixed(1)} s${parts.length === 0 ? '' : `: ${parts.join(', ')}`}${skipped}`;
  }

  private seconds(): number {
    return Math.max(performance.now() - this.began, 1) / 1000;
  }
}
