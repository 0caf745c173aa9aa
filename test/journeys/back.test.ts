import { describe, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { withPerson } from './person-fixture.ts';
import type { ImpatientPerson } from './impatient-person.ts';

const goesBack = (person: ImpatientPerson) => person.button(copy.common.back).tap();
const leads = ({ page }: ImpatientPerson, name: string) => page.getByRole('link', { name }).tap();

describe.concurrent('The back button', () => {
  test(
    'The back button leads home from the entry screen and to the previous screen, also after a reload',
    withPerson({}, async (person) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      await person.comesTo('/lease');
      await person.page.reload();
      await goesBack(person);
      await person.comesTo('/my');
      await person.page.getByRole('tab', { name: copy.my.accountTab }).tap();
      await leads(person, copy.titles.orderList);
      await person.comesTo('/my/orderList');
      await person.page.reload();
      await goesBack(person);
      await person.comesTo('/my');
    }),
  );

  test(
    'The back button leads one screen back, and not out of the app, when it is tapped several times',
    withPerson({}, async (person) => {
      await person.arrives('ordinary', '/my');
      await leads(person, copy.titles.about);
      await person.comesTo('/my/about');
      await person.presses(person.button(copy.common.back));
      await person.comesTo('/my');
      await person.page.getByRole('link', { name: copy.titles.about }).waitFor();
    }),
  );

  test(
    'The back button leads home, and not out of the app, after a back navigation of the browser restored the page',
    withPerson({}, async (person) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      await person.comesTo('/lease');
      await person.page.goto('about:blank');
      await person.page.goBack();
      await goesBack(person);
      await person.comesTo('/my');
      // The screen sets its title once its code is there.
      await person.page.waitForFunction((title) => document.title === title, copy.titles.my);
    }),
  );

  test(
    'Who goes back from an order far down finds the list where it was left',
    withPerson({}, async (person, world) => {
      await world.reset('many-orders');
      await person.arrives('ordinary', '/my/orderList');
      const { page } = person;
      const row = page.getByRole('article').nth(14);
      const number = /ZL\d+/.exec(await row.innerText())?.[0] ?? '';
      await row.tap();
      await person.comesTo('/orderDetail');
      await goesBack(person);
      await person.comesTo('/my/orderList');
      await page.waitForFunction((wanted) => {
        const shown = [...document.querySelectorAll('article')].find(({ innerText }) => innerText.includes(wanted));
        const { top = -1, bottom = 0 } = shown?.getBoundingClientRect() ?? {};
        return wanted !== '' && top >= 0 && bottom <= window.innerHeight;
      }, number);
    }),
  );
});
