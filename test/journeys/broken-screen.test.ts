import { describe, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { withPerson } from './person-fixture.ts';
import { plantErrorIn } from './planted.ts';

describe.concurrent('a treatment screen that throws', () => {
  test(
    'A treatment screen that throws says that the device may still run; the bar of the home screen leads back to it, and it still stops the device',
    withPerson({ stops: 1 }, async (person) => {
      await plantErrorIn(person.page);
      await person.arrives('card', '/process?sno=PL10005');
      await person.page.getByRole('heading', { name: copy.screenFailed.title }).waitFor();
      await person.seesText(copy.safety.mayStillRun);
      await person.page.getByRole('link', { name: copy.notFound.home }).tap();
      await person.comesTo('/my');
      await person.page.getByRole('button', { name: /理疗中/ }).tap();
      // Until the device has reported, the screen does not throw, and has a button of its own.
      await person.page.getByRole('heading', { name: copy.screenFailed.title }).waitFor();
      await person.button(copy.treatment.stop).tap();
      await person.button(copy.common.confirm).tap();
      await person.comesTo('/modeMenu');
    }),
  );
});
