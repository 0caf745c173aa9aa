import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { World } from '../helpers/world.ts';
import { journeys, type DriverName } from './journeys.ts';
import type { Person } from './person.ts';

const NOTHING = { ordersCreated: 0, prepays: 0, charges: 0, starts: 0, stops: 0, usesDeducted: 0, shares: 0 };

/** Walks every journey with one driver and holds what really happened against what was intended. */
export function walkAll(driver: DriverName, options: { page: boolean; directory?: string }, comes: (world: World) => Promise<Person>): void {
  let world: World;
  beforeAll(async () => {
    world = await World.start(options);
  });
  beforeEach(() => world.reset());
  afterAll(() => world.close());

  for (const { name, walk, effects, cannot, differs } of journeys) {
    const reason = cannot?.[driver];
    if (reason !== undefined) {
      process.stdout.write(`${driver} does not walk "${name}": ${reason}\n`);
      continue;
    }
    describe(name, () => {
      it(driver, async () => {
        const person = await comes(world);
        try {
          await walk(person, world);
          expect(person.complaints?.() ?? []).toEqual([]);
          expect(await world.effects()).toEqual({ ...NOTHING, ...effects, ...differs?.[driver]?.effects });
        } finally {
          await person.leaves();
        }
      });
    });
  }
}
