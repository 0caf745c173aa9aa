import { describe, expect, test } from 'vitest';
import { NOTHING, World } from '../helpers/world.ts';
import { afterThisTest } from './failure-record.ts';
import { type DriverName, journeys } from './journeys.ts';
import type { Person } from './person.ts';

interface Ways {
  /** With the built page, from `directory` where that is not the usual one. */
  page: boolean;
  directory?: string;
  /** Several at a time, since each has a window or a terminal of its own. */
  sideBySide?: boolean;
}

/** Walks every journey with one driver, each in a world of its own, and holds what really happened against what was intended. */
export function walkAll(
  driver: DriverName,
  { sideBySide = false, ...options }: Ways,
  comes: (world: World) => Promise<Person>,
): void {
  for (const { name, walk, effects, cannot, differs } of journeys) {
    const reason = cannot?.[driver];
    if (reason !== undefined) {
      process.stdout.write(`${driver} does not walk "${name}": ${reason}\n`);
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
