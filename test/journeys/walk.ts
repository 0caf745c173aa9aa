import { describe, expect, test } from 'vitest';
import { NOTHING, World } from '../helpers/world.ts';
import { afterThisTest } from './failure-record.ts';
import { type DriverName, journeys } from './journeys.ts';
import type { Person } from './person.ts';

interface Ways {
  /** Whether the world serves the built page, from `directory` if given. */
  page: boolean;
  directory?: string;
  /** Runs the journeys concurrently: each person has a window or process of its own. */
  sideBySide?: boolean;
}

/** Tests every journey with one driver, each in a new world, and compares the world’s effects with the journey’s. */
export function walkAll(
  driver: DriverName,
  { sideBySide = false, ...options }: Ways,
  comes: (world: World) => Promise<Person>,
): void {
  for (const { name, walk, effects, cannot, differs } of journeys) {
    const reason = cannot?.[driver];
    if (reason !== undefined) {
      process.stdout.write(`${driver} skips "${name}": ${reason}\n`);
      continue;
    }
    describe(name, { concurrent: sideBySide }, () => {
      test(driver, async () => {
        const world = await World.start(options);
        afterThisTest(() => world.close());
        const person = await comes(world);
        afterThisTest(() => person.leaves());
        await walk(person, world);
        expect(person.complaints?.() ?? []).toEqual([]);
        expect(await world.effects()).toEqual({ ...NOTHING, ...effects, ...differs?.[driver]?.effects });
      });
    });
  }
}
