import { expect } from 'vitest';
import { type EffectCounts, NO_EFFECTS } from '../../sandbox/world/effects.ts';
import { World } from '../helpers/world.ts';
import { sharedBrowser } from './shared-browser.ts';
import { afterThisTest } from './failure-record.ts';
import { type Circumstances, ImpatientPerson } from './impatient-person.ts';

type Walk = (person: ImpatientPerson, world: World) => Promise<void>;

/** Shares a browser in a test file. Each test gets one person and a new world, and compares the world’s effects at its end. */
export function personFixture(): (
  effects: Partial<EffectCounts>,
  walk: Walk,
  circumstances?: Circumstances,
) => () => Promise<void> {
  const shared = sharedBrowser();
  return (effects, walk, circumstances = {}) =>
    async () => {
      const world = await World.start({
        page: true,
        basePath: circumstances.basePath,
        report: circumstances.report ?? true,
      });
      afterThisTest(() => world.close());
      const person = await ImpatientPerson.come(shared.browser, world, circumstances);
      afterThisTest(() => person.leaves());
      await walk(person, world);
      expect(await world.effects()).toEqual({ ...NO_EFFECTS, ...effects });
      expect(person.uncaught).toEqual([]);
    };
}
