import { describe, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { peopleAlone } from './alone.ts';
import type { ImpatientPerson } from './impatient-person.ts';

const alone = peopleAlone();

const goesBack = (person: ImpatientPerson) => person.button(copy.common.back).tap();
const leads = ({ page }: ImpatientPerson, name: string) => page.getByRole('link', { name }).tap();

describe.concurrent('The way back', () => {
  test(
    'from the screen that the app opened instead of the link’s address leads home',
    alone({}, async (person) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      await person.comesTo('/lease');
      await goesBack(person);
      await person.comesTo('/my');
    }),
  );

  test(
    'from a screen that the link opened itself leads home',
    alone({}, async (person) => {
      await person.arrives('ordinary', '/my/about');
      await goesBack(person);
      await person.comesTo('/my');
    }),
  );

  test(
    'from that screen leads home after a reload, too',
    alone({}, async (person) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      await person.comesTo('/lease');
      await person.page.reload();
      await goesBack(person);
      await person.comesTo('/my');
    }),
  );

  test(
    'leads to the screen before, also after a reload in between',
    alone({}, async (person) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      await person.comesTo('/lease');
      await goesBack(person);
      await person.comesTo('/my');
      await person.page.getByRole('tab', { name: copy.my.accountTab }).tap();
      await leads(person, copy.titles.orderList);
      await person.comesTo('/my/orderList');
      await person.page.reload();
      await goesBack(person);
      await person.comesTo('/my');
      await leads(person, copy.titles.about);
      await person.comesTo('/my/about');
      await goesBack(person);
      await person.comesTo('/my');
    }),
  );

  test(
    'leads one screen back, and not out of the app, where it is tapped several times before the page has answered',
    alone({}, async (person) => {
      await person.arrives('ordinary', '/my');
      await leads(person, copy.titles.about);
      await person.comesTo('/my/about');
      await person.presses(person.button(copy.common.back));
      await person.comesTo('/my');
      await person.page.getByRole('link', { name: copy.titles.about }).waitFor();
    }),
  );

  test(
    'still leads home, and not out of the app, after the browser has brought the page back',
    alone({}, async (person) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      await person.comesTo('/lease');
      await person.page.goto('about:blank');
      await person.page.goBack();
      await goesBack(person);
      await person.comesTo('/my');
      // The screen sets its title once its chunk is there.
      await person.page.waitForFunction((title) => document.title === title, copy.titles.my);
    }),
  );
});
