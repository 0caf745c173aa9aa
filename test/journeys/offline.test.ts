import { describe, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { withPerson } from './person-fixture.ts';
import type { ImpatientPerson } from './impatient-person.ts';

const EMPTY_CACHE = {};

const isOffline = ({ page }: ImpatientPerson, offline: boolean) => page.context().setOffline(offline);
/** Removes the routes before the test ends: a browser that closes a page with a blocked request may hang. */
const everythingComes = ({ page }: ImpatientPerson) => page.unrouteAll({ behavior: 'wait' });

describe.concurrent('a phone that goes offline', () => {
  test(
    'An offline phone can still open the stop dialog of a treatment, and stops it when it is online again',
    withPerson(
      { stops: 1 },
      async (person) => {
        await person.arrives('card', '/process?sno=PL10005');
        await person.hasBeenTreatedFor(5);
        await isOffline(person, true);
        await person.button(copy.treatment.stop).tap();
        await person.seesText(copy.treatment.confirmStop);
        await isOffline(person, false);
        await person.button(copy.common.confirm).tap();
        await person.comesTo('/modeMenu');
        await person.seesText(copy.treatment.stopped);
      },
      EMPTY_CACHE,
    ),
  );

  test(
    'A retry before the app has loaded does not lead to the browser’s error page',
    withPerson({}, async (person) => {
      await person.page.route('**/app-config.json', (route) => route.abort());
      await person.arrives('ordinary', '/my');
      await person.seesText(copy.problems.network);
      await isOffline(person, true);
      await everythingComes(person);
      await person.button(copy.common.retry).tap();
      await person.seesText(copy.problems.network);
      await isOffline(person, false);
      // The first retry may still be under way, and then open the app by itself.
      await person
        .button(copy.common.retry)
        .tap({ timeout: 5_000 })
        .catch(() => undefined);
      await person.page.getByRole('link', { name: copy.titles.orderList }).waitFor();
    }),
  );
});
