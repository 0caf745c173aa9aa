const BAR_WIDTH = 24;

/** Counts outcomes and measures their rate. */
export class Tally {
  private readonly began = performance.now();
  private readonly counts = new Map<string, number>();
  private done = 0;
  private skipped = 0;

  count(outcome: string): void {
    this.done += 1;
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  /** Counts a device that was not checked. */
  skip(): void {
    this.skipped += 1;
  }

  get notAsked(): number {
    return this.skipped;
  }

  /** A progress bar, the rate and the remaining time; only the rate if `share` (0 to 1) is unknown. */
  progress(share: number | undefined): string {
    const seconds = this.seconds();
    const rate = `${this.done} done, ${(this.done / seconds).toFixed(0)}/s`;
    if (share === undefined || share === 0) return rate;
    const full = Math.round(share * BAR_WIDTH);
    const left = Math.ceil((seconds * (1 - share)) / share);
    return `[${'#'.repeat(full)}${'.'.repeat(BAR_WIDTH - full)}] ${Math.floor(share * 100)} %  ${rate}, ${left} s left`;
  }

  summary(): string {
    const parts = [...this.counts]
      .toSorted(([, one], [, other]) => other - one)
      .map(([outcome, count]) => `${count} ${outcome}`);
    const skipped = this.skipped === 0 ? '' : `; ${this.skipped} skipped`;
    return `${this.done} checked in ${this.seconds().toFixed(1)} s${parts.length === 0 ? '' : `: ${parts.join(', ')}`}${skipped}`;
  }

  private seconds(): number {
    return Math.max(performance.now() - this.began, 1) / 1000;
  }
}
