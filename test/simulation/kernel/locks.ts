import type { Mutex } from '../../../src/ports/mutex.ts';
import type { Life } from './life.ts';
import type { SimulatedTime } from './time.ts';

interface Owner {
  life: Life;
  begin: () => void;
}

/** The locks that all pages of one phone share. */
export class Locks {
  private readonly queues = new Map<string, Owner[]>();

  constructor(private readonly time: SimulatedTime) {}

  /** The mutex of one page. */
  of(life: Life): Mutex {
    return {
      runExclusive: (name, lockTimeoutMs, work) => this.run(life, name, lockTimeoutMs, work),
    };
  }

  /** Frees what a page held that has ended. */
  free(life: Life): void {
    for (const queue of this.queues.values())
      for (const owner of queue.filter((each) => each.life === life)) remove(queue, owner);
  }

  private async run<Result>(
    life: Life,
    name: string,
    lockTimeoutMs: number,
    work: (waited: boolean) => Promise<Result>,
  ): Promise<Result> {
    const queue = this.queues.get(name) ?? [];
    this.queues.set(name, queue);
    const owner: Owner = { life, begin: () => {} };
    const isFree = queue.length === 0;
    queue.push(owner);
    if (!isFree) await this.turnOf(owner, lockTimeoutMs);
    try {
      return await work(!isFree);
    } finally {
      remove(queue, owner);
    }
  }

  /** Resolves when the owner is the first, or after the timeout, which a page waits for that is not frozen. */
  private turnOf(owner: Owner, lockTimeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.time.schedule(owner.life, lockTimeoutMs, resolve);
      owner.begin = () => {
        cancel();
        resolve();
      };
    });
  }
}

function remove(queue: Owner[], owner: Owner): void {
  const at = queue.indexOf(owner);
  if (at < 0) return;
  queue.splice(at, 1);
  if (at === 0) queue[0]?.begin();
}
