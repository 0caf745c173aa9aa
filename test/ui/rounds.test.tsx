// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { contract } from '../../src/core/contract.ts';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { preloadScreens } from '../../src/ui/routes.tsx';
import { HttpInRounds } from '../helpers/http-in-rounds.ts';
import { at, ok, records, refused, Shop } from './shop.tsx';

const WORKING = ok({ ownerId: 'op1', status: 'DEVICE_WORKING' });
const USING = ok({ ownerId: 'op1', status: 'DEVICE_USING' });
const OWN = ok([{ sno: 'PL1001', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op1' }]);
const RUNNING = ok({ onOff: 1, function: 1, workTime: 30, useTime: 2 });
const A_PLAN = copy.lease.plan(7, copy.lease.units.day, '49');
const STATED = copy.treatment.remaining(28);

const reads = Object.values(contract).flatMap((capability) => Object.values(capability)).flatMap((row) => (typeof row === 'object' && row.kind === 'read' ? [`/api${row.path}`] : []));

/** A screen whose code is still on its way would be waited for beside the answers. */
beforeAll(() => preloadScreens());

type Way = [outcome: string, address: string, sees: string, rounds: number, set: (shop: Shop) => unknown];

const ways: Way[] = [
  ['their account', '/', '李奶奶', 1, () => {}],
  ['their devices', '/?pageType=device', '客厅理疗仪', 1, (shop) => shop.server('/device/device/list', OWN)],
  ['the plans of a free device', '/?sno=PL1001', A_PLAN, 2, () => {}],
  ['the modes, by a card', '/?sno=PL1001', copy.titles.modeMenu, 1, (shop) => shop.server('/wallet/balance', records([{ sysUserId: 'op1', money: 3 }]))],
  ['the modes of a device that is in use by them', '/?sno=PL1001', copy.titles.modeMenu, 1, (shop) => shop.server('/order/check/device', USING).server('/device/device/list', OWN)],
  ['the modes of a device that is shared with them', '/?sno=PL1001', copy.titles.modeMenu, 2, (shop) => shop.server('/order/check/device', USING).server('/device/device/share/list', ok([{ mobile: '138 0000 1234' }]))],
  ['a treatment that runs', '/?sno=PL1001', STATED, 2, (shop) => shop.server('/order/check/device', WORKING).server('/device/real_time_data', RUNNING)],
  ['a treatment that was started here', '/', STATED, 2, (shop) => {
    shop.server('/order/check/device', WORKING).server('/device/real_time_data', RUNNING);
    shop.treatments.started.set({ sno: 'PL1001', at: shop.clock.now() - 150_000, state: { workMinutes: 30 } });
  }],
  ['the question whether it is for a customer', '/?sno=PL1001', copy.entry.onBehalf, 1, (shop) => shop.server('/user/get', ok({ assist: true }))],
  ['the notice that it is locked', '/?sno=PL1001', copy.entry.reasons.locked, 1, (shop) => shop.server('/order/check/device', ok({ ownerId: 'op1', status: 'DEVICE_LOCKED' }))],
  ['the notice that somebody else rents it', '/?sno=PL1001', copy.entry.reasons.using, 2, (shop) => shop.server('/order/check/device', USING)],
  ['the notice that it is not in operation', '/?sno=PL1001', copy.entry.reasons['not-in-operation'], 1, (shop) => shop.server('/order/check/device', refused('不存在'))],
  ['a device that a friend shared', '/modeMenu?isShare=true&sno=PL1001', copy.modes.tiles.bio, 1, () => {}],
];

async function roundsUntil(words: string, http: HttpInRounds): Promise<number> {
  const isThere = () => screen.queryAllByText(words).length + screen.queryAllByLabelText(words).length > 0;
  while (!isThere()) {
    await waitFor(() => expect(http.isAsked() || isThere()).toBe(true));
    await act(async () => {});
    if (!isThere()) await act(async () => http.answersRound());
  }
  return http.rounds.length;
}

test.each(ways)('Whoever comes to %s waits for one answer after another as seldom as can be', async (_, address, words, rounds, set) => {
  const http = new HttpInRounds();
  const shop = new Shop({}, http);
  set(shop);
  shop.open(address);
  expect(await roundsUntil(words, http)).toBe(rounds);
  expect(http.rounds.flat().filter((path) => !reads.includes(path))).toEqual([]);
});

test('Whoever rents for a customer waits for two rounds from the answer to the plans', async () => {
  const http = new HttpInRounds();
  const shop = new Shop({}, http).server('/user/get', ok({ assist: true })).open('/?sno=PL1001');
  await roundsUntil(copy.entry.onBehalf, http);
  (await screen.findByRole('button', { name: copy.entry.yes })).click();
  expect(await roundsUntil(A_PLAN, http)).toBe(1 + 2);
  expect(at()).toBe('/lease?assist=true');
  expect(shop.calls('/order/consume/order')).toBe(0);
});
