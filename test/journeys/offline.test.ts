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
    'An offline phone keeps a treatment and its stop button while another screen does not load, and opens that screen when it is online again',
    withPerson({}, async (person) => {
      await person.page.route('**/assets/Share-*.js', (route) => route.abort());
      await person.isInTheMiddleOfATreatment();
      await isOffline(person, true);
      await person.button(copy.device.more).tap();
      await person.button(copy.treatment.shareManagement).tap();
      await person.seesText(copy.screenFailed.title);
      await person.seesText(copy.problems.network);
      await person.button(copy.common.retry).tap();
      await person.seesText(copy.problems.network);
      await person.page.goBack();
      await person.button(copy.treatment.stop).tap();
      await person.seesText(copy.treatment.confirmStop);
      await person.button(copy.treatment.goBack).tap();
      await person.page.goForward();
      await person.seesText(copy.screenFailed.title);
      await everythingComes(person);
      await isOffline(person, false);
      // Some browsers never fetch a file again that they could not fetch: there the screen opens on a retry.
      const opened = person.page.getByText(copy.share.ownerOnlyHint);
      const retry = person.button(copy.common.retry);
      await retry.or(opened).first().waitFor();
      if (await retry.isVisible()) await retry.tap({ timeout: 5_000 }).catch(() => undefined);
      await opened.waitFor();
    }),
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
      await person.button(copy.common.retry).tap();
      await person.page.getByRole('link', { name: copy.titles.orderList }).waitFor();
    }),
  );
});
