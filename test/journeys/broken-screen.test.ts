import { describe, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { peopleAlone } from './alone.ts';
import { plantErrorIn } from './planted.ts';

const alone = peopleAlone();

describe.concurrent('While a treatment runs whose screen breaks by an error of the program', () => {
  test(
    'the person reads what happened, and stops the device from there',
    alone({ stops: 1 }, async (person) => {
      await plantErrorIn(person.page);
      await person.arrives('card', '/process?sno=PL10005');
      await person.page.getByRole('heading', { name: copy.screenFailed.broken }).waitFor();
      await person.says(copy.safety.mayStillRun);
      await person.button(copy.treatment.stop).tap();
      await person.button(copy.common.confirm).tap();
      await person.comesTo('/modeMenu');
    }),
  );

  test(
    'the person goes home, and the bar there leads back to the stop',
    alone({}, async (person) => {
      await plantErrorIn(person.page);
      await person.arrives('card', '/process?sno=PL10005');
      await person.page.getByRole('heading', { name: copy.screenFailed.broken }).waitFor();
      await person.page.getByRole('link', { name: copy.notFound.home }).tap();
      await person.comesTo('/my');
      await person.page.getByRole('button', { name: /理疗中/ }).tap();
      await person.button(copy.treatment.stop).waitFor();
    }),
  );
});
