import { describe, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { RENTED } from '../helpers/world.ts';
import { personFixture } from './person-fixture.ts';
import type { ImpatientPerson } from './impatient-person.ts';

const MINUTE = 60_000;
const REST = '**/assets/rest-*.js';

const withPerson = personFixture();

const blocksDeferredModules = ({ page }: ImpatientPerson) => page.route(REST, (route) => route.abort());
/** Removes the routes before the test ends: a browser that closes a page with a blocked request may hang. */
const allowsDeferredModules = ({ page }: ImpatientPerson) => page.unrouteAll({ behavior: 'wait' });

describe.concurrent('deferred modules that do not load', () => {
  test(
    'The plans appear without the deferred modules; paying reports the error and continues when they load',
    withPerson(RENTED, async (person) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      await person.comesTo('/lease');
      await blocksDeferredModules(person);
      await person.page.reload();
      await (await person.choosesPlan()).tap();
      await person.seesText(copy.problems.network);
      await allowsDeferredModules(person);
      await person.button(copy.common.retry).tap();
      await person.sheet('pay').tap();
      await person.comesTo('/modeMenu');
    }),
  );

  test(
    'A treatment appears, counts and can be stopped without the deferred modules',
    withPerson({ stops: 1 }, async (person, world) => {
      await blocksDeferredModules(person);
      await person.arrives('card', '/process?sno=PL10005');
      await person.hasBeenTreatedFor(5);
      await world.passes(2 * MINUTE);
      await person.hasBeenTreatedFor(7);
      await person.button(copy.treatment.stop).tap();
      await person.button(copy.common.confirm).tap();
      await person.seesText(copy.screenFailed.title);
      await allowsDeferredModules(person);
      await person.button(copy.common.retry).tap();
      await person.comesTo('/modeMenu');
      await person.button(copy.modes.tiles.bio).waitFor();
    }),
  );

  test(
    'The device of a treatment can be viewed without the deferred modules',
    withPerson({}, async (person) => {
      await blocksDeferredModules(person);
      await person.arrives('card', '/process?sno=PL10005');
      await person.hasBeenTreatedFor(5);
      await person.button(copy.treatment.share).tap();
      await person.button(copy.treatment.deviceManagement).tap();
      await person.seesText('PL10005');
      await allowsDeferredModules(person);
    }),
  );
});
