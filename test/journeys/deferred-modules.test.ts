import { describe, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { RENTED } from '../helpers/world.ts';
import { peopleAlone } from './alone.ts';
import type { ImpatientPerson } from './impatient-person.ts';

const MINUTE = 60_000;
const REST = '**/assets/rest-*.js';

const alone = peopleAlone();

const losesTheRest = ({ page }: ImpatientPerson) => page.route(REST, (route) => route.abort());
/** Ends what is being kept back before anything else: a browser whose page is closed over that may never be done with it. */
const getsTheRest = ({ page }: ImpatientPerson) => page.unrouteAll({ behavior: 'wait' });

describe.concurrent('while most of the page does not come', () => {
  test(
    'the plans are there; paying says what is missing, and goes on once it has come',
    alone(RENTED, async (person) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      await person.comesTo('/lease');
      await losesTheRest(person);
      await person.page.reload();
      await (await person.choosesPlan()).tap();
      await person.says(copy.problems.network);
      await getsTheRest(person);
      await person.button(copy.common.retry).tap();
      await person.sheet('pay').tap();
      await person.comesTo('/modeMenu');
    }),
  );

  test(
    'a treatment is there and counts, and can be stopped',
    alone({ stops: 1 }, async (person, world) => {
      await losesTheRest(person);
      await person.arrives('card', '/process?sno=PL10005');
      await person.hasBeenTreatedFor(5);
      await world.passes(2 * MINUTE);
      await person.hasBeenTreatedFor(7);
      await person.button(copy.treatment.stop).tap();
      await person.button(copy.common.confirm).tap();
      await person.says(copy.screenFailed.title);
      await getsTheRest(person);
      await person.button(copy.common.retry).tap();
      await person.comesTo('/modeMenu');
      await person.button(copy.modes.tiles.bio).waitFor();
    }),
  );

  test(
    'the device that treats can be looked at',
    alone({}, async (person) => {
      await losesTheRest(person);
      await person.arrives('card', '/process?sno=PL10005');
      await person.hasBeenTreatedFor(5);
      await person.button(copy.treatment.share).tap();
      await person.button(copy.treatment.deviceManagement).tap();
      await person.says('PL10005');
      await getsTheRest(person);
    }),
  );
});
