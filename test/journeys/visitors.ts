import type { Browser } from 'playwright-core';
import { World } from '../helpers/world.ts';
import { afterThisTest } from './failure-record.ts';
import { Visitor } from './visitor.ts';

/** Some visitors side by side, each in a world of their own; who wants one waits until one is free. */
export class Visitors {
  private readonly free: Visitor[];
  private readonly waiting: ((visitor: Visitor) => void)[] = [];

  private constructor(
    private readonly worlds: readonly World[],
    private readonly all: readonly Visitor[],
  ) {
    this.free = [...all];
  }

  static async come(browser: Browser, { many = 2, width = 390, sharpness = 1 } = {}): Promise<Visitors> {
    const worlds = await Promise.all(Array.from({ length: many }, () => World.start({ page: true })));
    return new Visitors(
      worlds,
      await Promise.all(worlds.map((world) => Visitor.come(browser, world, { width, sharpness }))),
    );
  }

  /** Until the test ends, so that nobody else has the page when a failed test saves it. */
  async lead(visit: (visitor: Visitor) => Promise<void>): Promise<void> {
    const visitor = this.free.pop() ?? (await new Promise<Visitor>((resolve) => this.waiting.push(resolve)));
    afterThisTest(async () => {
      const next = this.waiting.shift();
      if (next) next(visitor);
      else this.free.push(visitor);
    });
    await visit(visitor);
  }

  async leave(): Promise<void> {
    await Promise.all(this.all.map((visitor) => visitor.leaves()));
    await Promise.all(this.worlds.map((world) => world.close()));
  }
}
