import { describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, listDevices, readLatest } from '../../src/core/device/api.ts';
import { createCardOrder, createLeaseOrder, listDurationPlans } from '../../src/core/lease/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { until } from '../helpers/until.ts';
import { type PaymentSetting, RENTED } from '../helpers/world.ts';
import { personFixture } from './person-fixture.ts';
import type { ImpatientPerson } from './impatient-person.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const SHORT_OF_MONEY = '银行卡余额不足，请更换支付方式';

const withPerson = personFixture();

describe.concurrent('repeated taps', () => {
  // covers 2.route.16b
  test.each(['/', '/h5/'])(
    'Repeated taps on every button rent, pay, start and stop once, with the app at %s',
    (basePath) =>
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
        { basePath },
      )(),
  );

  test(
    'Repeated taps place a free order once',
    withPerson({ ordersCreated: 1 }, async (person) => {
      await person.arrives('ordinary', '/?sno=PL20002');
      await person.page.locator('label', { hasText: '￥0' }).first().tap();
      await person.tapsRepeatedly(person.payButton(), 6);
      await person.comesTo('/modeMenu');
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
    'Repeated taps deduct one use',
    withPerson({ starts: 1, usesDeducted: 1 }, async (person) => {
      await person.arrives('card', '/?sno=PL10001');
      await person.tapsRepeatedly(person.button(copy.modes.tiles.bio));
      await person.seesText(copy.modes.remaining(5));
      await person.presses(person.button(copy.common.confirm));
      await person.isTreated('bio');
    }),
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
    withPerson(RENTED, async (person, world) => {
      await person.arrives('ordinary', '/my?tab=device');
      await person.button(copy.my.rent).tap();
      await person.page.locator('[data-weixin-sno="PL10001"]').tap();
      const pay = await person.choosesPlan();
      await world.fault({ path: createLeaseOrder.path, kind: 'latency', ms: 4_000 });
      await pay.tap();
      await person.button(copy.common.back).tap();
      await person.comesTo('/my');
      await person.page.goForward();
      await person.presses(await person.choosesPlan());
      await person.tapsRepeatedly(person.sheet('pay'));
      await person.comesTo('/modeMenu');
    }),
  );
});

describe.concurrent('two pages of one user', () => {
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
      const paying = await Promise.race(
        pages.map((page) =>
          page
            .sheet('pay')
            .waitFor()
            .then(() => page),
        ),
      );
      await paying.tapsRepeatedly(paying.sheet('pay'));
      for (const page of pages) {
        await page.comesTo('/modeMenu');
        expect(page.uncaught).toEqual([]);
      }
    }),
  );

  test(
    'A second page continues the order that another page created and left',
    withPerson({ ...RENTED, prepays: 2 }, async (person) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      await (await person.choosesPlan()).tap();
      await person.sheet('cancel').tap();
      await person.comesTo('/orderDetail');
      const other = await person.opensAnotherPage();
      await other.arrives('ordinary', '/?sno=PL10001');
      await (await other.choosesPlan()).tap();
      await other.sheet('pay').tap();
      await other.comesTo('/modeMenu');
    }),
  );
});

describe.concurrent('the result of a payment', () => {
  const table: [PaymentSetting['next'], boolean, 'readable' | 'unreadable'][] = [
    ['ok', true, 'readable'],
    ['ok', false, 'readable'],
    ['cancel', true, 'readable'],
    ['cancel', false, 'readable'],
    ['fail', true, 'readable'],
    ['fail', false, 'readable'],
    ['none', true, 'readable'],
    ['none', false, 'readable'],
    ['ok', true, 'unreadable'],
    ['cancel', true, 'unreadable'],
    ['fail', true, 'unreadable'],
    ['none', true, 'unreadable'],
  ];
  test.each(table)(
    'With the sheet result "%s" (charged: %s, order: %s), the page shows the payment state of the server',
    (next, settles, order) => {
      const isUnknown = order === 'unreadable' || (!settles && (next === 'ok' || next === 'none'));
      return withPerson({ ...RENTED, charges: settles || isUnknown ? 1 : 0 }, async (person, world) => {
        await world.payment({ next, settles });
        if (order === 'unreadable') await world.fault({ path: getLeaseOrder.path, kind: 'http', times: 99 });
        await person.arrives('ordinary', '/?sno=PL10001');
        await (await person.choosesPlan()).tap();
        await until(
          () => world.effects(),
          ({ prepays, charges }) => prepays === 1 && (charges === 1 || !settles),
        );
        await person.seesTheSheet();
        if (next === 'none') await person.hidesAndShows();
        if (isUnknown) {
          await person.seesText(copy.payment.confirming);
          await person.button(copy.payment.askAgain).waitFor();
          await world.heals();
          if (!settles) await world.pays(await person.unpaidOrderNumber());
          await person.tapsRepeatedly(person.button(copy.payment.askAgain));
          await person.seesText(copy.payment.paid);
        }
        if (settles || isUnknown) return person.comesTo('/modeMenu');
        await person.seesText(next === 'cancel' ? copy.payment.cancelled : SHORT_OF_MONEY);
        await person.comesTo(next === 'cancel' ? '/orderDetail' : '/lease');
      })();
    },
  );
});

describe.concurrent('a response lost after the server acted', () => {
  test.each([
    ['an order', createLeaseOrder.path, 'duration'],
    ['a card order', createCardOrder.path, 'uses'],
    ['the preparation of a payment', prePay.path, 'duration'],
  ] as const)('The server performs %s once when requests carry an idempotency key', (_, path, basis) =>
    withPerson(
      RENTED,
      async (person, world) => {
        await person.arrives('ordinary', '/?sno=PL10001');
        const pay = await person.choosesPlan(basis);
        await world.fault({ path, kind: 'reset-after' });
        await pay.tap();
        await person.sheet('pay').tap();
        await person.comesTo(basis === 'uses' ? '/my/cardList' : '/modeMenu');
      },
      { idempotencyHeader: 'idempotency-key' },
    )(),
  );

  test(
    'Lost responses start the device once, stop it once and report it as stopped',
    withPerson({ starts: 1, stops: 1, usesDeducted: 1 }, async (person, world) => {
      await person.arrives('card', '/?sno=PL10001');
      await person.button(copy.modes.tiles.bio).tap();
      await world.fault({ path: startDevice.path, kind: 'reset-after' });
      await person.button(copy.common.confirm).tap();
      await person.isTreated('bio');
      await world.passes(2 * MINUTE);
      await person.hasBeenTreatedFor(2);
      await world.fault({ path: stopDevice.path, kind: 'reset-after' });
      await person.button(copy.treatment.stop).tap();
      await person.button(copy.common.confirm).tap();
      await person.comesTo('/modeMenu');
      await person.seesText(copy.treatment.stopped);
    }),
  );
});

describe.concurrent('a slow or failing server', () => {
  test(
    'Repeated taps rent and start once when each response takes 1.5 seconds',
    withPerson({ ...RENTED, starts: 1 }, async (person, world) => {
      await world.fault({ path: '*', kind: 'latency', ms: 1_500, times: 99 });
      await person.arrives('ordinary', '/?sno=PL10001');
      await person.tapsRepeatedly(await person.choosesPlan());
      await person.tapsRepeatedly(person.sheet('pay'));
      await person.comesTo('/modeMenu');
      await person.seesNoText(copy.payment.confirming);
      await person.presses(person.button(copy.modes.tiles.bio));
      await person.isTreated('bio');
    }),
  );

  test.each([
    ['on entry', getUser.path, undefined],
    [
      'while paying',
      prePay.path,
      (person: ImpatientPerson) => person.choosesPlan().then((pay) => person.tapsRepeatedly(pay)),
    ],
  ])(
    'A session that ends %s is reported once, sends no further request, and continues through the entry link',
    (_, path, then) =>
      withPerson(RENTED, async (person, world) => {
        await world.fault({ path, kind: 'http', status: 401, times: 99 });
        await person.arrives('ordinary', '/?sno=PL10001');
        await then?.(person);
        await person.seesText(copy.session.expired);
        await person.page.waitForLoadState('networkidle');
        expect(await person.page.locator('[role=alertdialog], [role=dialog]').count()).toBe(1);
        expect(person.calls.filter((call) => call === path)).toHaveLength(1);
        await world.heals();
        await person.arrives('ordinary', '/?sno=PL10001');
        await (await person.choosesPlan()).tap();
        await person.sheet('pay').tap();
        await person.comesTo('/modeMenu');
      })(),
  );

  test.each([
    ['html', checkDevice.path, 'ordinary', '/?sno=PL10001', '/lease'],
    ['malformed', listDurationPlans.path, 'ordinary', '/?sno=PL10001', '/lease'],
    ['http', listDevices.path, 'leaser', '/my?tab=device', '/my'],
    ['html', readLatest.path, 'card', '/?sno=PL10005', '/process'],
  ] as const)(
    'The page reports the fault "%s" of %s as a service failure, and a retry recovers',
    (kind, path, user, place, end) =>
      withPerson({}, async (person, world) => {
        await world.fault({ path, kind, times: 99 });
        await person.arrives(user, place);
        await person.seesText(copy.problems.http);
        await world.heals();
        await person.button(copy.common.retry).tap();
        await person.comesTo(end);
        await person.seesNoText(copy.problems.http);
        expect(await person.page.locator('[aria-busy=true]').count()).toBe(0);
      })(),
  );
});

describe.concurrent('a device that does not respond as expected', () => {
  test(
    'A device that never reports is shown as unresponsive, and its stop as unconfirmed',
    withPerson(
      { starts: 1, stops: 1 },
      async (person, world) => {
        await world.device('PL10003', { silent: true });
        await person.arrives('leaser', '/?sno=PL10003');
        await person.button(copy.modes.tiles.bio).tap();
        await person.comesTo('/process');
        await person.seesText(copy.treatment.starting);
        await person.page.clock.fastForward(15 * SECOND);
        await person.seesText(copy.treatment.unresponsive);
        const taken = person.page.waitForResponse(`**${stopDevice.path}`);
        await person.button(copy.treatment.stop).tap();
        await person.tapsRepeatedly(person.button(copy.common.confirm));
        await taken;
        await person.seesText(copy.treatment.stopping);
        await until(
          () =>
            person.page.clock
              .fastForward(15 * SECOND)
              .then(() => person.page.getByText(copy.treatment.stopUnconfirmed).count()),
          (seen) => seen > 0,
        );
        await person.seesText(copy.safety.mayStillRun);
      },
      { clock: true },
    ),
  );

  test.each([
    ['offline', { online: false }, copy.modes.unavailable],
    ['locked', { locked: true }, '设备已锁定'],
  ])('A device that became %s after its screen was opened is not started', (_, change, words) =>
    withPerson({}, async (person, world) => {
      await person.arrives('leaser', '/?sno=PL10003');
      const tile = person.button(copy.modes.tiles.bio);
      await tile.waitFor();
      await world.device('PL10003', change);
      await person.tapsRepeatedly(tile);
      await person.seesText(words);
      await person.comesTo('/modeMenu');
    })(),
  );

  test(
    'A lost device connection is reported and reconnects by itself',
    withPerson({}, async (person, world) => {
      const subscribed = person.page
        .waitForEvent('websocket')
        .then((socket) =>
          socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('subscribe_res')),
        );
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

  test(
    'Ten minutes in the background are counted when the page is visible again',
    withPerson(
      {},
      async (person, world) => {
        await person.isInTheMiddleOfATreatment();
        await person.setsVisibility('hidden');
        await world.passes(10 * MINUTE);
        await person.page.clock.fastForward(10 * MINUTE);
        await person.setsVisibility('visible');
        await person.hasBeenTreatedFor(15);
      },
      { clock: true },
    ),
  );
});

describe.concurrent('a manipulated link', () => {
  test.each([
    ['/process', copy.modes.noDevice],
    ['/modeMenu?isShare=maybe&stop=x', copy.modes.noDevice],
    ['/lease?renewal=99&assist=%25', copy.lease.noPlans],
    ['/orderDetail', copy.orders.none],
    ['/orderDetail?orderNo=%3Cscript%3E', '订单不存在'],
    ['/?sno=%3Cscript%3Ealert(1)%3C/script%3E', copy.entry.unreadable],
    ['/process?sno=__proto__', '设备不存在'],
    ['/nowhere?__proto__=x&constructor=y', copy.notFound.title],
    ['//elsewhere.example/my', copy.notFound.title],
  ])('The link %s shows "%s" and leaves no token in the address', (place, words) =>
    withPerson({}, async (person) => {
      await person.arrives('nobody', place);
      await person.seesText(words);
      expect(person.page.url()).not.toContain('accessToken');
    })(),
  );
});
