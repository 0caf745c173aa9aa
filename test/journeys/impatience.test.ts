import { describe, expect, test } from 'vitest';
import { checkDevice, getDetail } from '../../src/core/device/api.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { until } from '../helpers/until.ts';
import { RENTED } from '../helpers/world.ts';
import { withPerson } from './person-fixture.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe.concurrent('taps', () => {
  test(
    'Repeated taps on every button rent, pay, start and stop once, with the app at /h5/',
    withPerson(
      { ...RENTED, starts: 1, stops: 1 },
      async (person, world) => {
        await person.arrives('ordinary', '/?sno=PL10001');
        await person.rentsAndStartsByRepeatedTaps();
        await world.passes(2 * MINUTE);
        await person.hasBeenTreatedFor(2);
        await person.tapsRepeatedly(person.button(copy.treatment.stop));
        await person.tapsRepeatedly(person.button(copy.common.confirm));
        await person.comesTo('/modeMenu');
        await person.seesText(copy.treatment.stopped);
      },
      { basePath: '/h5/' },
    ),
  );

  test(
    'Two presses of Enter on every button rent and start once',
    withPerson({ ...RENTED, starts: 1 }, async (person) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      await person.entersTwice(await person.choosesPlan());
      await person.entersTwice(person.sheet('pay'));
      await person.comesTo('/modeMenu');
      await person.entersTwice(person.button(copy.modes.tiles.sleep));
      await person.isTreated('sleep');
    }),
  );

  test(
    'A new patient needs four taps from a device’s code to a running treatment, payment included',
    withPerson({ ...RENTED, starts: 1 }, async (person) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      await person.page.locator('label:has(input[name=plan])').first().tap();
      await person.payButton().tap();
      await person.sheet('pay').tap();
      await person.button(copy.modes.tiles.bio).tap();
      await person.isTreated('bio');
    }),
  );

  test(
    'Repeated taps on the end of a treatment lead to its modes, and not out of the app',
    withPerson({ starts: 1 }, async (person, world) => {
      await person.arrives('leaser', '/my?tab=device');
      await person.button(copy.my.startNamed('家用理疗仪 C1')).tap();
      await person.button(copy.modes.tiles.bio).tap();
      await person.isTreated('bio');
      await world.passes(31 * MINUTE);
      await person.presses(person.button(copy.treatment.done));
      await person.comesTo('/modeMenu');
      await person.button(copy.common.back).tap();
      await person.comesTo('/my');
    }),
  );

  test(
    'Repeated taps start a device once when the server answers before the next screen is shown',
    withPerson({ starts: 1 }, async (person, world) => {
      await world.device('PL10003', { silent: true });
      await person.arrives('leaser', '/?sno=PL10003');
      await person.tapsRepeatedly(person.button(copy.modes.tiles.bio), 8);
      await person.comesTo('/process');
      await person.seesText(copy.treatment.starting);
    }),
  );

  test(
    'A tap under way when something arrives above the modes starts no other mode than the one under the finger',
    withPerson({ starts: 1 }, async (person) => {
      const goesOn = await person.holdsBack(getDetail.path);
      await person.arrives('leaser', '/?sno=PL10003');
      await person.button(copy.my.largeTypeShort).tap();
      const sleep = person.button(copy.modes.tiles.sleep);
      const tap = await person.aimsAt(sleep, 0.01);
      await person.page.clock.pauseAt(Date.now() + SECOND);
      goesOn();
      await person.seesText('家用理疗仪 C1');
      await tap();
      await person.page.clock.runFor(SECOND);
      expect(person.calls).not.toContain(startDevice.path);
      await sleep.tap();
      await person.page.clock.resume();
      await person.isTreated('sleep');
    }),
  );

  test(
    'A tap on the plans that is under way when the payment leads to the modes starts none',
    withPerson({ ...RENTED, starts: 1 }, async (person, world) => {
      await world.payment({ next: 'ok', settles: true });
      await person.arrives('ordinary', '/?sno=PL10001');
      const pay = await person.choosesPlan();
      const tap = await person.aimsAt(person.page.locator('label:has(input[name=plan])').last(), 0.5);
      const goesOn = await person.holdsBack(getLeaseOrder.path);
      const asked = person.page.waitForRequest(`**${getLeaseOrder.path}`);
      await pay.tap();
      // The sheet has answered, and the page waits for the server alone.
      await asked;
      const now = await person.page.evaluate(() => Date.now());
      await person.page.clock.pauseAt(now + SECOND);
      goesOn();
      await person.button(copy.modes.tiles.bio).waitFor();
      await tap();
      await person.page.waitForLoadState('networkidle');
      expect(person.calls).not.toContain(startDevice.path);
      await person.page.clock.resume();
      await person.button(copy.modes.tiles.light).tap();
      await person.isTreated('light');
    }),
  );

  test(
    'Who taps a mode again each second while the page is busy deducts no use before the question can be read',
    withPerson({ starts: 1, usesDeducted: 1 }, async (person) => {
      await person.arrives('card', '/?sno=PL10002');
      await person.seesText('生物电理疗仪 A2');
      const goesOn = await person.holdsBack(listCards.path);
      const tap = await person.aimsAt(person.button(copy.modes.tiles.quantum), 0.4);
      await tap();
      await person.seesText(copy.modes.starting);
      await person.page.clock.pauseAt(Date.now() + SECOND);
      await tap();
      goesOn();
      await person.seesText(copy.modes.deduct);
      await tap();
      await person.page.clock.runFor(SECOND);
      await tap();
      await person.page.waitForLoadState('networkidle');
      expect(person.calls).not.toContain(startDevice.path);
      await person.page.clock.runFor(SECOND);
      await tap();
      await person.page.clock.resume();
      await person.isTreated('quantum');
    }),
  );

  test(
    'A second tap on a setting above the start button does not start the device',
    withPerson({}, async (person) => {
      await person.arrives('leaser', '/?sno=PL10003');
      await person.page.getByRole('link', { name: copy.modes.custom }).tap();
      await person.page.getByRole('button', { name: copy.custom.duration }).tap();
      await person.tapsRepeatedly(person.button(copy.common.confirm), 2);
      await person.page.waitForLoadState('networkidle');
      expect(person.calls).not.toContain(startDevice.path);
    }),
  );
});

describe.concurrent('navigation during a payment', () => {
  test(
    'A reload with the payment sheet open, and a second payment, pay the same order',
    withPerson({ ...RENTED, prepays: 2 }, async (person) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      await (await person.choosesPlan()).tap();
      await person.sheet('pay').waitFor();
      await person.page.reload();
      await person.seesText(copy.payment.confirming);
      await person.tapsRepeatedly(await person.choosesPlan());
      await person.tapsRepeatedly(person.sheet('pay'));
      await person.comesTo('/modeMenu');
      await person.seesNoText(copy.payment.confirming);
    }),
  );

  test(
    'Back navigation while the order is created, and a return, create no second order',
    withPerson(RENTED, async (person) => {
      await person.arrives('ordinary', '/my?tab=device');
      await person.button(copy.my.rent).tap();
      await person.page.locator('[data-weixin-sno="PL10001"]').tap();
      const goesOn = await person.holdsBack(createLeaseOrder.path);
      await (await person.choosesPlan()).tap();
      await person.button(copy.common.back).tap();
      await person.comesTo('/my');
      await person.page.goForward();
      await person.presses(await person.choosesPlan());
      goesOn();
      await person.tapsRepeatedly(person.sheet('pay'));
      await person.comesTo('/modeMenu');
    }),
  );

  test(
    'Two pages tapped at the same time create one order and one payment, and both report it as paid',
    withPerson(RENTED, async (person) => {
      const pages = [person, await person.opensAnotherPage()];
      const buttons = [];
      for (const page of pages) {
        await page.arrives('ordinary', '/?sno=PL10001');
        buttons.push(await page.choosesPlan());
      }
      await Promise.all(buttons.map((button) => button.tap()));
      const isAtTheSheet = pages.map(async (page) => {
        await page.sheet('pay').waitFor();
        return page;
      });
      const paying = await Promise.race(isAtTheSheet);
      await paying.tapsRepeatedly(paying.sheet('pay'));
      for (const page of pages) {
        await page.comesTo('/modeMenu');
        expect(page.uncaught).toEqual([]);
      }
    }),
  );
});

describe.concurrent('the result of a payment', () => {
  test(
    'A payment that WeChat calls done and the server does not know is asked for again until the server says that it is paid',
    withPerson(RENTED, async (person, world) => {
      await world.payment({ next: 'ok', settles: false });
      await person.arrives('ordinary', '/?sno=PL10001');
      await (await person.choosesPlan()).tap();
      await person.seesTheSheet();
      await person.seesText(copy.payment.confirming);
      await person.seesWhileTimePasses(person.button(copy.payment.askAgain), SECOND);
      await world.pays(await person.unpaidOrderNumber());
      await person.tapsRepeatedly(person.button(copy.payment.askAgain));
      await person.seesText(copy.payment.paid);
      await person.comesTo('/modeMenu');
    }),
  );

  test(
    'A payment of which WeChat says nothing is reported as paid once the page is shown again and the server says so',
    withPerson(RENTED, async (person, world) => {
      await world.payment({ next: 'none', settles: true });
      await world.fault({ path: getLeaseOrder.path, kind: 'http', times: 99 });
      await person.arrives('ordinary', '/?sno=PL10001');
      await (await person.choosesPlan()).tap();
      await person.seesTheSheet();
      await until(
        () => world.effects(),
        ({ charges }) => charges === 1,
      );
      await person.hidesAndShows();
      await person.seesText(copy.payment.confirming);
      await world.heals();
      await person.hidesAndShows();
      await person.comesTo('/modeMenu');
    }),
  );
});

describe.concurrent('a faulty network', () => {
  test(
    'An order whose response was lost is created once when requests carry an idempotency key',
    withPerson(RENTED, async (person, world) => {
      await person.sendsIdempotencyKeys();
      await person.arrives('ordinary', '/?sno=PL10001');
      const pay = await person.choosesPlan();
      await world.fault({ path: createLeaseOrder.path, kind: 'reset-after' });
      await pay.tap();
      await person.sheet('pay').tap();
      await person.comesTo('/modeMenu');
    }),
  );

  test(
    'A web page in place of an answer is reported as a service failure, and a retry recovers',
    withPerson({}, async (person, world) => {
      await world.fault({ path: checkDevice.path, kind: 'html', times: 99 });
      await person.arrives('ordinary', '/?sno=PL10001');
      await person.page.getByText(copy.problems.http).waitFor();
      await world.heals();
      await person.button(copy.common.retry).tap();
      await person.comesTo('/lease');
      await person.seesNoText(copy.problems.http);
    }),
  );

  test(
    'A lost device connection is reported and reconnects by itself',
    withPerson({}, async (person, world) => {
      const isSubscribed = ({ payload }: { payload: string | Buffer }) => String(payload).includes('subscribe_res');
      const opened = person.page.waitForEvent('websocket');
      const subscribed = opened.then((socket) => socket.waitForEvent('framereceived', isSubscribed));
      await person.isInTheMiddleOfATreatment();
      await subscribed;
      await world.fault({ path: 'ws', kind: 'reset-before', times: 1_000 });
      await person.seesText(copy.treatment.lineLost);
      await world.heals();
      await person.seesNoText(copy.treatment.lineLost);
      await world.passes(2 * MINUTE);
      await person.hasBeenTreatedFor(7);
    }),
  );
});

test.concurrent(
  'A manipulated link opens a screen that says so and leaves no token in the address',
  withPerson({}, async (person) => {
    for (const [place, words] of [
      ['//elsewhere.example/my', copy.notFound.title],
      ['/?sno=%3Cscript%3Ealert(1)%3C/script%3E', copy.entry.unreadable],
    ] as const) {
      await person.arrives('nobody', place);
      await person.seesText(words);
      expect(person.page.url()).not.toContain('accessToken');
    }
  }),
);
