import { Problem } from '../../core/problem.ts';
import type { Unsubscribe } from '../../ports/clock.ts';
import type { SharedLink, ShareMenu } from '../../ports/share-menu.ts';

/** A share menu whose link a test can read. */
export class FakeShareMenu implements ShareMenu {
  /** The link that the menu would send now. */
  offered?: SharedLink;
  /** Every accepted link. */
  readonly offers: SharedLink[] = [];
  private there = false;
  private refuses = false;
  private after?: Promise<void>;

  /** Makes the menu available. With `refuses` it accepts no link; it responds after `after` has settled. */
  opens({ refuses = false, after }: { refuses?: boolean; after?: Promise<void> } = {}): this {
    this.there = true;
    this.refuses = refuses;
    this.after = after;
    return this;
  }

  isThere(): boolean {
    return this.there;
  }

  async offer(link: SharedLink): Promise<Unsubscribe> {
    await this.after;
    if (!this.there || this.refuses) throw new Problem('bridge', { message: 'FakeShareMenu takes no link' });
    const offered = { ...link };
    this.offered = offered;
    this.offers.push(offered);
    return () => {
      if (this.offered === offered) delete this.offered;
    };
  }
}
