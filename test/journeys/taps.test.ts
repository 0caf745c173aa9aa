import { describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/core/basics/time.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { RENTED } from '../helpers/world.ts';
import { personFixture } from './person-fixture.ts';

const withPerson = personFixture();

describe.concurrent('The number of taps', () => {
  test(
    'A new patient needs four taps from a device’s code to a running treatment, payment included, and two to stop it',
    withPerson({ ...RENTED, starts: 1, stops: 1 }, async (person, world) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      const taps = [
        person.page.locator('label:has(input[name=plan])').first(),
        person.payButton(),
        person.sheet('pay'),
        person.button(copy.modes.tiles.bio),
      ];
      for (const target of taps) await target.tap();
      await person.isTreated('bio');
      expect(taps).toHaveLength(4);
      await world.passes(2 * MINUTE);
      await person.hasBeenTreatedFor(2);
      for (const name of [copy.treatment.stop, copy.common.confirm]) await person.button(name).tap();
      await person.comesTo('/modeMenu');
    }),
  );

  test(
    'A patient with a card needs two taps from a device’s code to a running treatment',
    withPerson({ starts: 1, usesDeducted: 1 }, async (person) => {
      await person.arrives('card', '/?sno=PL10001');
      const taps = [person.button(copy.modes.tiles.light), person.button(copy.common.confirm)];
      for (const target of taps) await target.tap();
      await person.isTreated('light');
      expect(taps).toHaveLength(2);
    }),
  );
});
