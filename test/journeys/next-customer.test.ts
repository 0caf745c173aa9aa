import { expect, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { CliPerson } from './cli-person.ts';
import { afterThisTest } from './failure-record.ts';
import { withPerson } from './person-fixture.ts';

const MINUTE = 60_000;

test(
  'A phone that was offline while its treatment ended shows nothing of the next customer’s treatment and cannot stop it',
  withPerson({ starts: 1, usesDeducted: 1 }, async (person, world) => {
    await person.isInTheMiddleOfATreatment();
    await person.page.context().setOffline(true);
    await world.passes(40 * MINUTE);
    const next = new CliPerson(world);
    afterThisTest(() => next.leaves());
    await next.arrives('last-use', 'PL10005');
    await next.starts('sleep');
    expect(await next.agrees()).toMatchObject({ see: 'treatment', mode: 'sleep' });
    await person.page.context().setOffline(false);
    await person.hidesAndShows();
    const dialog = person.page.getByRole('alertdialog', { name: copy.treatment.finished });
    await dialog.getByText(copy.treatment.replacedHint).waitFor();
    const shown = await person.page.evaluate(() => document.body.innerText);
    expect([shown.includes(copy.modes.names.sleep), await person.button(copy.treatment.stop).count()]).toEqual([
      false,
      0,
    ]);
    await person.button(copy.treatment.done).tap();
    await person.comesTo('/my');
    await person.seesNoText(copy.modes.names.sleep);
  }),
);

test(
  'An assistant who treats four customers at once keeps three quarters of the screen for the next one',
  withPerson({ ordersCreated: 4, prepays: 3, charges: 3, starts: 4 }, async (person, world) => {
    const { page } = person;
    for (const sno of ['PL10001', 'PL10002', 'PL20001', 'PL20002']) {
      await world.payment({ next: 'ok', settles: true });
      await person.arrives('assistant', `/?sno=${sno}`);
      await person.button(copy.entry.yes).tap();
      await (await person.choosesPlan()).tap();
      await page.getByRole('button', { name: copy.modes.tiles.bio }).tap();
      await page.getByText(copy.treatment.remaining(30), { exact: true }).waitFor();
    }
    await person.arrives('assistant', '/my/orderList');
    const bars = page.getByRole('navigation', { name: copy.running.label });
    await expect.poll(() => bars.getByRole('button').count()).toBe(4);
    const height = (await bars.boundingBox())?.height ?? Number.NaN;
    expect(height).toBeLessThan((page.viewportSize()?.height ?? Number.NaN) / 4);
  }),
);
