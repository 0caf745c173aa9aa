import { Problem } from '../../core/problem.ts';
import type { Unsubscribe } from '../../ports/clock.ts';
import type { SharedLink, ShareMenu } from '../../ports/share-menu.ts';

/** A share menu that a test looks into. */
export class FakeShareMenu implements ShareMenu {
  /** What it would send now. */
  offered?: SharedLink;
  /** Every link that it took. */
  readonly taken: SharedLink[] = [];
  private there = false;
  private refuses = false;
  private after?: Promise<void>;

  /** There is a menu; with `refuses` it takes no link, with `after` it answers no sooner. */
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
    this.taken.push(offered);
    return () => {
      if (this.offered === offered) delete this.offered;
    };
  }
}
