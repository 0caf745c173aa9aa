import type { WebSocket } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prePay } from '../../src/core/checkout/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { until } from '../helpers/until.ts';
import { RENTED, World } from '../helpers/world.ts';
import { sharedBrowser } from './shared-browser.ts';
import { ImpatientPerson } from './impatient-person.ts';

const MINUTE = 60_000;

const shared = sharedBrowser();
let world: World;
let person: ImpatientPerson;
beforeEach(async () => {
  world = await World.start({ page: true });
  person = await ImpatientPerson.come(shared.browser, world, { clock: true });
});
afterEach(async () => {
  expect(person.uncaught).toEqual([]);
  await person.leaves();
  await world.close();
});

const expires = (path = '*') => world.fault({ path, kind: 'http', status: 401, times: 99 });

/** Expects one notice and no further request, also after a long time and after the page resumes. */
async function expectSessionEnded(): Promise<void> {
  const notice = person.page.getByRole('alertdialog', { name: copy.session.expired });
  await notice.waitFor();
  const asked = person.calls.length;
  await person.page.clock.fastForward(10 * MINUTE);
  await person.hidesAndShows();
  await person.page.clock.fastForward(MINUTE);
  expect([await notice.count(), await person.page.getByRole('dialog').count(), person.calls.length]).toEqual([
    1,
    0,
    asked,
  ]);
}

// covers 8.calls.7d
test('A session that ends during a payment loses no order and creates no second one', async () => {
  await person.arrives('ordinary', '/?sno=PL10001');
  await expires(prePay.path);
  await (await person.choosesPlan()).tap();
  await expectSessionEnded();
  expect(await world.effects()).toMatchObject({ ordersCreated: 1, prepays: 0 });
  await world.heals();
  await person.arrives('ordinary', '/?sno=PL10001');
  await (await person.choosesPlan()).tap();
  await person.sheet('pay').tap();
  await person.comesTo('/modeMenu');
  expect(await world.effects()).toMatchObject(RENTED);
});

test('A session that ends during a treatment leaves no connection open, and a new entry link leads back to the treatment', async () => {
  const sockets: WebSocket[] = [];
  person.page.on('websocket', (socket) => sockets.push(socket));
  await person.arrives('leaser', '/?sno=PL10003');
  await person.button(copy.modes.tiles.bio).tap();
  await person.isTreated('bio');
  await until(
    () => sockets.length,
    (count) => count > 0,
  );
  await expires();
  await person.page.clock.fastForward(11_000);
  await expectSessionEnded();
  await until(
    () => sockets.filter((socket) => !socket.isClosed()).length,
    (open) => open === 0,
  );
  await world.heals();
  await person.arrives('leaser');
  await person.comesTo('/process');
  await person.isTreated('bio');
  expect(await world.effects()).toMatchObject({ starts: 1, stops: 0 });
});

test('A session that ends while the user types keeps the text until the user returns and sends it', async () => {
  const content = () => person.page.getByLabel(copy.feedback.content);
  await person.arrives('ordinary', '/my/feedback');
  await content().fill('理疗仪不发热');
  await expires();
  await person.button(copy.feedback.send).tap();
  await expectSessionEnded();
  await world.heals();
  await person.arrives('ordinary');
  await person.page.getByRole('link', { name: copy.titles.feedback }).tap();
  await content().waitFor();
  expect(await content().inputValue()).toBe('理疗仪不发热');
  await person.button(copy.feedback.send).tap();
  await person.seesText(copy.feedback.sent);
  expect((await world.state()).feedback).toMatchObject([{ content: '理疗仪不发热' }]);
});
