import { describe, expect, test } from 'vitest';
import { NO_EFFECTS } from '../../sandbox/world/effects.ts';
import type { World } from '../helpers/world.ts';
import { afterThisTest } from './failure-record.ts';
import { type DriverName, journeys } from './journeys.ts';
import type { Person } from './person.ts';

/**
 * How unkind the server of a journey is. Where polled reports are a minute old, no journey could see a stop confirmed. The
 * command line keeps the machine's time, by which a treatment that the world's clock has ended may still run unless the
 * status says otherwise.
 */
const UNKIND = {
  unkind: true,
  reportsByTheMinute: false,
};

/** Tests every journey with one driver, each in a new world whose server is unkind, and compares the world’s effects with the journey’s. */
export function testJourneys(
  driver: DriverName,
  open: () => Promise<{ person: Person; world: World }>,
  { isConcurrent = false } = {},
): void {
  for (const { name, walk, effects, cannot, differs } of journeys) {
    const reason = cannot?.[driver];
    if (reason !== undefined) {
      process.stdout.write(`${driver} skips "${name}": ${reason}\n`);
      continue;
    }
    describe(name, { concurrent: isConcurrent }, () => {
      test(driver, async () => {
        const { person, world } = await open();
        afterThisTest(async () => person.leaves?.());
        await world.server({ ...UNKIND, unknownStatus: driver !== 'cli' });
        await walk(person, world);
        expect(person.complaints?.() ?? []).toEqual([]);
        expect(await world.effects()).toEqual({ ...NO_EFFECTS, ...effects, ...differs?.[driver]?.effects });
      });
    });
  }
}
