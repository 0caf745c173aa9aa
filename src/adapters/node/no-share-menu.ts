import { Problem } from '../../core/problem.ts';
import type { Unsubscribe } from '../../ports/clock.ts';
import type { ShareMenu } from '../../ports/share-menu.ts';

/** For platforms without a share menu, such as a terminal. */
export class NoShareMenu implements ShareMenu {
  isThere(): boolean {
    return false;
  }

  async offer(): Promise<Unsubscribe> {
    throw new Problem('bridge', { message: 'There is no share menu here' });
  }
}
