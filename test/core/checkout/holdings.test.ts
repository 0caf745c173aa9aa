import { expect, test } from 'vitest';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { Holdings } from '../../../src/core/checkout/holdings/holdings.ts';
import { DAY, MINUTE } from '../../../src/core/basics/time.ts';
import { listDevices } from '../../../src/core/device/api.ts';
import { deviceUseIn } from '../../../src/core/device/device-use.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { remainingUsesWith } from '../../../src/core/wallet/card.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';
import { aCard, aDevice, aPage } from '../../helpers/wire.ts';

const RENTED = { kind: 'lease', number: 'L-1', amountFen: 4900, sno: 'DEV0001' } as const;
const USES = { kind: 'card', number: 'C-1', amountFen: 3000, operatorId: 'shop-1' } as const;
const BEFORE = '2026-03-05 00:00:00';
const AFTER = '2026-03-12 00:00:00';

function openHoldings() {
  const core = createTestApp();
  const holdings = core.get(Holdings);
  return {
    ...core,
    paid: (order: typeof RENTED | typeof USES) =>
      core.get(CheckoutRecords).record({ type: 'serverSaysPaid', order, paidAt: core.clock.now() }),
    end: async (expirationTime: string) => {
      core.http.reply(listDevices, [aDevice({ expirationTime })]);
      const { records } = await holdings.devices();
      return records.map(({ expiresAt }) => expiresAt !== undefined);
    },
    uses: async (...money: number[]) => {
      core.http.reply(listCards, aPage(...money.map((each) => aCard({ money: each }))));
      return remainingUsesWith(await holdings.allCards(), 'shop-1');
    },
  };
}

test('The end from before a renewal is not said for a minute, and the new one at once', async () => {
  const { end, paid, clock } = openHoldings();
  await end(BEFORE);
  paid(RENTED);
  expect([await end(BEFORE), await end(AFTER), await end(AFTER), await end(BEFORE)]).toEqual([
    [false],
    [true],
    [true],
    [false],
  ]);
  await clock.advance(MINUTE);
  expect(await end(BEFORE)).toEqual([true]);
});

test('Where nobody has read the end from before a renewal, none is said for a minute', async () => {
  const { end, paid, clock } = openHoldings();
  paid(RENTED);
  expect([await end(BEFORE), await end(AFTER)]).toEqual([[false], [false]]);
  await clock.advance(MINUTE);
  expect(await end(AFTER)).toEqual([true]);
});

test('The end of a rental that is new in the list is said', async () => {
  const { end, paid, get, http } = openHoldings();
  http.reply(listDevices, []);
  await get(Holdings).devices();
  paid(RENTED);
  expect(await end(AFTER)).toEqual([true]);
});

test('The uses from before a payment are not said for a minute, and the new ones at once, also beside another card of the shop', async () => {
  const { uses, paid, clock } = openHoldings();
  expect(await uses(0, 8)).toBe(8);
  paid(USES);
  expect([await uses(0, 8), await uses(0, 13), await uses(0, 13), await uses(0, 8)]).toEqual([
    undefined,
    13,
    13,
    undefined,
  ]);
  await clock.advance(MINUTE);
  expect(await uses(0, 8)).toBe(8);
});

test('Where nobody has read the uses from before a payment, none of a list means nothing for a minute', async () => {
  const { uses, paid } = openHoldings();
  paid(USES);
  expect([await uses(0), await uses(10)]).toEqual([undefined, 10]);
});

test.each(['read', 'not read'])(
  'A rental that is over stays over while the next one of the device was just paid, and the list from before was %s',
  async (before) => {
    const { paid, clock, http, get } = openHoldings();
    const over = aDevice({ assist: true, orderNo: 'L-0', expirationTime: clock.now() - 2 * DAY });
    http.reply(listDevices, [over]);
    if (before === 'read') await get(Holdings).devices();
    paid(RENTED);
    http.reply(listDevices, [over, aDevice({ assist: true, expirationTime: clock.now() + 7 * DAY })]);
    const devices = await get(Holdings).devices();
    expect(devices.records.map(({ expiresAt }) => expiresAt)[0]).toBe(clock.now() - 2 * DAY);
    expect(deviceUseIn(devices, 'DEV0001', clock.now())).toMatchObject({
      kind: 'on-behalf',
      device: { orderNo: 'L-1' },
    });
  },
);

test('The end from before a renewal is not said either beside an earlier rental of the device that is over', async () => {
  const { paid, clock, http, get } = openHoldings();
  const over = aDevice({ orderNo: 'L-0', expirationTime: clock.now() - 9 * DAY });
  http.reply(listDevices, [aDevice({ expirationTime: clock.now() + DAY }), over]);
  await get(Holdings).devices();
  paid(RENTED);
  const { records } = await get(Holdings).devices();
  expect(records.map(({ expiresAt }) => expiresAt)).toEqual([undefined, clock.now() - 9 * DAY]);
});

test('A rental that is over and was renewed a moment ago is not said to be over by a list that is older', async () => {
  const { paid, clock, http, get } = openHoldings();
  const ended = [2, 9].map((days) => aDevice({ expirationTime: clock.now() - days * DAY }));
  http.reply(listDevices, ended);
  await get(Holdings).devices();
  paid(RENTED);
  const { records } = await get(Holdings).devices();
  expect(records.map(({ expiresAt }) => expiresAt)).toEqual([undefined, clock.now() - 9 * DAY]);
});
