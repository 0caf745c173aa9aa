import { Problem } from '../../core/problem.ts';
import type { Off } from '../../ports/clock.ts';
import type { SharedLink, ShareMenu } from '../../ports/share-menu.ts';

/** A share menu that a test looks into. */
export class FakeShareMenu implements ShareMenu {
  /** What it would send now. */
  offered?: SharedLink;
  #isThere = false;
  #refuses = false;

  /** There is a menu; with `refuses` it takes no link. */
  opens({ refuses = false } = {}): this {
    this.#isThere = true;
    this.#refuses = refuses;
    return this;
  }

  isThere(): boolean {
    return this.#isThere;
  }

  async offer(link: SharedLink): Promise<Off> {
    if (!this.#isThere || this.#refuses) throw new Problem('bridge', { message: 'FakeShareMenu takes no link' });
    const offered = { ...link };
    this.offered = offered;
    return () => {
      if (this.offered === offered) delete this.offered;
    };
  }
}
