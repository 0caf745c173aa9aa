import type { Browser } from 'playwright-core';
import type { DemoBrand } from '../../sandbox/shop/demo-brands.ts';
import { World } from '../helpers/world.ts';
import { LANGUAGE } from './examined-language.ts';
import { afterThisTest } from './failure-record.ts';
import { Visitor } from './visitor.ts';

interface VisitorsOptions {
  many?: number;
  width?: number;
  sharpness?: number;
  /** The demo brand of the page. */
  brand?: DemoBrand;
}

/** A pool of visitors, each in a world of its own. A caller waits until a visitor is free. */
export class Visitors {
  private readonly free: Visitor[];
  private readonly waiting: ((visitor: Visitor) => void)[] = [];

  private constructor(
    private readonly worlds: readonly World[],
    private readonly all: readonly Visitor[],
  ) {
    this.free = [...all];
  }

  static async open(
    browser: Browser,
    { many = 2, width = 390, sharpness = 1, brand }: VisitorsOptions = {},
  ): Promise<Visitors> {
    const worlds = await Promise.all(
      Array.from({ length: many }, () => World.start({ page: true, brand, language: LANGUAGE })),
    );
    return new Visitors(
      worlds,
      await Promise.all(worlds.map((world) => Visitor.open(browser, world, { width, sharpness }))),
    );
  }

  /** Keeps the visitor until the test ends, so that the page is still there when a failed test saves it. */
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
