import { NEUTRAL_STATUSES, type NeutralStatus } from '../../../../core/diagnosis/fleet/neutral-status.ts';

const BAR_WIDTH = 24;

/** Counts the devices by status and measures their rate. */
export class Tally {
  private readonly began = performance.now();
  /** Of every device, also of those that were not checked. */
  readonly counts: Partial<Record<NeutralStatus, number>> = {};
  private readonly checked = new Map<NeutralStatus, number>();
  private done = 0;
  /** The number of devices that were not checked. */
  skipped = 0;

  count({ status, isSkipped }: { status: NeutralStatus; isSkipped?: true }): void {
    this.counts[status] = (this.counts[status] ?? 0) + 1;
    if (isSkipped) this.skipped += 1;
    else {
      this.done += 1;
      this.checked.set(status, (this.checked.get(status) ?? 0) + 1);
    }
  }

  /** No device was given. */
  get isEmpty(): boolean {
    return this.done === 0 && this.skipped === 0;
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
    const parts = NEUTRAL_STATUSES.map((status) => [status, this.checked.get(status) ?? 0] as const)
      .filter(([, count]) => count > 0)
      .toSorted(([, one], [, other]) => other - one)
      .map(([status, count]) => `${count} ${status}`);
    const skipped = this.skipped === 0 ? '' : `; ${this.skipped} skipped`;
    return `${this.done} checked in ${this.seconds().toFixed(1)} s${parts.length === 0 ? '' : `: ${parts.join(', ')}`}${skipped}`;
  }

  private seconds(): number {
    return Math.max(performance.now() - this.began, 1) / 1000;
  }
}
