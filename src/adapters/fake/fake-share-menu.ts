import { Problem } from '../../core/problem.ts';
import type { Off } from '../../ports/clock.ts';
import type { SharedLink, ShareMenu } from '../../ports/share-menu.ts';

/** A share menu that a test looks into. */
export class FakeShareMenu implements ShareMenu {
  /** What it would send now. */
  offered?: SharedLink;
  /** Every link that it took. */
  readonly taken: SharedLink[] = [];
  #isThere = false;
  #refuses = false;
  #after?: Promise<void>;

  /** There is a menu; with `refuses` it takes no link, with `after` it answers no sooner. */
  opens({ refuses = false, after }: { refuses?: boolean; after?: Promise<void> } = {}): this {
    this.#isThere = true;
    this.#refuses = refuses;
    this.#after = after;
    return this;
  }

  isThere(): boolean {
    return this.#isThere;
  }

  async offer(link: SharedLink): Promise<Off> {
    await this.#after;
    if (!this.#isThere || this.#refuses) throw new Problem('bridge', { message: 'FakeShareMenu takes no link' });
    const offered = { ...link };
    this.offered = offered;
    this.taken.push(offered);
    return () => {
      if (this.offered === offered) delete this.offered;
    };
  }
}
