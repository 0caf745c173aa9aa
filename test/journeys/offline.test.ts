import { describe, expect, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { until } from '../helpers/until.ts';
import { peopleAlone } from './alone.ts';
import type { ImpatientPerson } from './impatient-person.ts';

const alone = peopleAlone();

const DIALOGS = '**/assets/DialogSurface-*.js';
const ORDERS = '**/assets/OrderList-*.js';

const isOffline = ({ page }: ImpatientPerson, offline: boolean) => page.context().setOffline(offline);
/** Ends what is being kept back before anything else: a browser whose page is closed over that may never be done with it. */
const everythingComes = ({ page }: ImpatientPerson) => page.unrouteAll({ behavior: 'wait' });
const leads = ({ page }: ImpatientPerson, name: string) => page.getByRole('link', { name }).tap();

describe.concurrent('A phone that loses its line', () => {
  test(
    'can still ask whether to stop a treatment that has just been shown, and stops it once the line is back',
    alone({ stops: 1 }, async (person) => {
      await person.arrives('card', '/process?sno=PL10005');
      await person.hasBeenTreatedFor(5);
      await isOffline(person, true);
      await person.button(copy.treatment.stop).tap();
      await person.says(copy.treatment.confirmStop);
      await isOffline(person, false);
      await person.button(copy.common.confirm).tap();
      await person.comesTo('/modeMenu');
      await person.says(copy.treatment.stopped);
    }),
  );

  test(
    'keeps a running treatment with its stop while another screen does not come, which opens once the line is back',
    alone({}, async (person) => {
      await person.page.route('**/assets/Share-*.js', (route) => route.abort());
      await person.isInTheMiddleOfATreatment();
      await isOffline(person, true);
      await person.button(copy.treatment.share).tap();
      await person.button(copy.treatment.shareManagement).tap();
      await person.says(copy.screenFailed.title);
      await person.says(copy.problems.network);
      await person.button(copy.common.retry).tap();
      await person.says(copy.problems.network);
      await person.page.goBack();
      await person.button(copy.treatment.stop).tap();
      await person.says(copy.treatment.confirmStop);
      await person.button(copy.treatment.goBack).tap();
      await person.page.goForward();
      await person.says(copy.screenFailed.title);
      await everythingComes(person);
      await isOffline(person, false);
      await person.button(copy.share.add).waitFor();
    }),
  );

  test(
    'says why a question does not come over a screen that stays, and asks it when told to try again',
    alone({}, async (person) => {
      await person.page.route(DIALOGS, (route) => route.abort());
      await person.arrives('ordinary', '/my/about');
      await person.button(copy.orders.support).tap();
      await person.page.getByRole('alert').waitFor();
      await person.page.getByRole('heading', { name: copy.titles.about }).waitFor();
      await everythingComes(person);
      await person.button(copy.common.retry).tap();
      await person.page.getByRole('alertdialog').waitFor();
    }),
  );

  test(
    'is not led to the browser’s error page by trying again before the app has come',
    alone({}, async (person) => {
      await person.page.route('**/app-config.json', (route) => route.abort());
      await person.arrives('ordinary', '/my');
      await person.says(copy.problems.network);
      await isOffline(person, true);
      await everythingComes(person);
      await person.button(copy.common.retry).tap();
      await person.says(copy.problems.network);
      await isOffline(person, false);
      await person.button(copy.common.retry).tap();
      await person.page.getByRole('link', { name: copy.titles.orderList }).waitFor();
    }),
  );

  test(
    'can go home from a screen that did not come, and to another one from there',
    alone({}, async (person) => {
      await person.page.route(ORDERS, (route) => route.abort());
      await person.arrives('ordinary', '/my');
      await leads(person, copy.titles.orderList);
      await person.says(copy.screenFailed.title);
      await leads(person, copy.notFound.home);
      await person.comesTo('/my');
      await leads(person, copy.titles.about);
      await person.page.getByRole('heading', { name: copy.titles.about }).waitFor();
      await everythingComes(person);
    }),
  );
});

test(
  'A screen that a new deployment has taken away is fetched with its page when it is asked for again',
  alone({}, async (person) => {
    await person.page.route(ORDERS, (route) => route.fulfill({ status: 404 }));
    await person.arrives('ordinary', '/my');
    await leads(person, copy.titles.orderList);
    await person.says(copy.screenFailed.title);
    await person.says(copy.problems.http);
    await person.page.evaluate(() => Object.assign(window, { isTheOldPage: true }));
    await person.button(copy.common.retry).tap();
    const isOld = () => person.page.evaluate(() => 'isTheOldPage' in window).catch(() => true);
    expect(await until(isOld, (old) => !old)).toBe(false);
    await everythingComes(person);
  }),
);
