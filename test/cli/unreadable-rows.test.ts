import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices } from '../../src/core/device/api.ts';
import { createLeaseOrder, listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { type AnyEndpoint, misshapen, type RawAnswer, refused } from '../helpers/fake-server.ts';
import { aCard, aDevice, aLeaseOrder, aPage, durationPlans, usePlans } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http.reply(listUsePlans, usePlans()).reply(listDurationPlans, durationPlans());
});
afterEach(() => terminal.close());

const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);

const list = (...rows: unknown[]) => misshapen(rows);
const page = (...records: unknown[]) => misshapen({ records });
const plans = (...rows: unknown[]) => misshapen({ list: rows, modeId: 'm1' });
const aPlan = { id: 'd7', price: 49, num: 7, unit: 'day' };

const lists: [
  command: string,
  endpoint: AnyEndpoint,
  listOf: (...rows: unknown[]) => RawAnswer,
  row: object,
  shows: string,
][] = [
  ['device list', listDevices, list, aDevice(), 'DEV0001'],
  ['order list', listLeaseOrders, page, aLeaseOrder(), 'L-100'],
  ['plan list DEV0001 --by duration', listDurationPlans, plans, aPlan, 'd7'],
];

describe.each(lists)('physio %s', (command, endpoint, listOf, row, shows) => {
  test('A list with unreadable rows prints the others, and their number on stderr', async () => {
    terminal.http.fails(endpoint, listOf(null, row, null));
    for (const quiet of [[], ['--quiet']]) {
      const { code, stdout, stderr } = await physio(...command.split(' '), ...quiet);
      expect([code, stdout]).toEqual([0, expect.stringContaining(shows)]);
      expect(stderr).toContain('Omitted 2 records');
      expect(stderr).toContain('physio doctor --contract');
    }
  });

  test('A list without any readable row exits with 1, prints an empty JSON array and is not reported as empty', async () => {
    terminal.http.fails(endpoint, listOf({ nonsense: 1 }));
    const { code, stdout, stderr } = await physio(...command.split(' '));
    expect([code, stdout, stderr.trim().split('\n')]).toEqual([
      1,
      '',
      [expect.stringContaining('Omitted 1 record with an unexpected format')],
    ]);
    expect(await physio(...command.split(' '), '--json')).toMatchObject({ code: 1, stdout: '[]\n' });
  });
});

test.each([
  ['an order that cannot be read', { records: [null, aLeaseOrder()], total: 2 }, 'Omitted 1 record'],
  [
    'an order that the server counts and does not send',
    { records: [aLeaseOrder()], total: 3 },
    'counts 2 records more',
  ],
])('order list --all lists the others and fails on %s', async (_, answer, says) => {
  terminal.http.fails(listLeaseOrders, misshapen(answer));
  expect(await physio('order', 'list', '--all')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('L-100'),
    stderr: expect.stringContaining(says),
  });
});

test('order create does not place a new rental while an unreadable row may be the same device', async () => {
  terminal.http
    .reply(getUser, { assist: false })
    .reply(listDevices, misshapen([null]))
    .reply(listCards, aPage())
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
  const { code, stderr } = await physio('order', 'create', 'DEV0001', '--plan', 'd7', '--by', 'duration', '--yes');
  expect([code, stderr]).toEqual([1, expect.stringContaining('device.listDevices')]);
  expect(terminal.http.requests(createLeaseOrder)).toEqual([]);
});

test('order show says that this account has no such rental order when the server does not know the number', async () => {
  terminal.http.reply(getLeaseOrder, null).reply(getDetail, refused(404, '设备不存在'));
  terminal.http.reply(listCards, aPage()).reply(listCardOrders, aPage());
  expect(await physio('order', 'show', 'L-9')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(
      'This account has no rental order L-9. To list its orders: physio order list, physio order list --cards',
    ),
  });
  const card = await physio('order', 'show', 'C-9', '--card', '--operator', 'shop-1');
  expect(card).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('physio order list --cards --operator shop-1'),
  });
});

test('order show prints why the server refuses a number, and the command that lists the orders', async () => {
  terminal.http.reply(getLeaseOrder, refused(404, '订单不存在')).reply(listCards, aPage());
  terminal.http.reply(getDetail, refused(404, '设备不存在'));
  const { code, stderr } = await physio('order', 'show', 'L-9');
  expect([code, stderr]).toEqual([
    1,
    'physio: The server refused: 订单不存在 (code 404). Check the number. To list the orders of this account: physio order list, physio order list --cards. For one of a first card that is not paid: physio order show L-9 --card --operator ID\n',
  ]);
  terminal.http.reply(getLeaseOrder, refused(500, '系统繁忙'));
  expect((await physio('order', 'show', 'L-9')).stderr).not.toContain('order list');
});

test('order show denies no card order whose list the server refuses', async () => {
  terminal.http.reply(listCardOrders, refused(403, '没有权限'));
  const { code, stderr } = await physio('order', 'show', 'C-9', '--card', '--operator', 'shop-1');
  expect([code, stderr]).toEqual([1, 'physio: The server refused: 没有权限 (code 403).\n']);
});

test.each([
  ['cards', () => terminal.http.reply(listCards, refused(500, '系统繁忙'))],
  [
    'orders of a card',
    () => terminal.http.reply(listCards, aPage(aCard())).reply(listCardOrders, refused(403, '没有权限')),
  ],
])('order show says of a number that it may be of a card order while the %s cannot be read', async (_, fails) => {
  terminal.http.reply(getLeaseOrder, refused(404, '订单不存在')).reply(getDetail, refused(404, '设备不存在'));
  fails();
  const { code, stderr } = await physio('order', 'show', 'C-9');
  expect([code, stderr]).toEqual([1, expect.stringContaining('Not all card orders could be searched: The server ')]);
});

test('order show does not say that there is no such order when an unreadable row may be that order', async () => {
  terminal.http.reply(listCardOrders, misshapen({ records: [null] }));
  const { code, stderr } = await physio('order', 'show', 'C-9', '--card', '--operator', 'shop-1');
  expect([code, stderr]).toEqual([1, expect.stringContaining('1 of the rows cannot be read')]);
});
