import { writeFileSync } from 'node:fs';
import path from 'node:path';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { getUser } from '../../src/core/account/api.ts';
import { DAY, MINUTE } from '../../src/core/basics/time.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { createCardOrder, createLeaseOrder, listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import {
  cancelCardOrder,
  cancelLeaseOrder,
  getLeaseOrder,
  listCardOrders,
  listLeaseOrders,
} from '../../src/core/order/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listShares } from '../../src/core/share/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { httpResponse, misshapen, refused } from '../helpers/fake-server.ts';
import {
  aCard,
  aCardOrder,
  aDevice,
  aLeaseOrder,
  aPage,
  aReport,
  aSheet,
  durationPlans,
  online,
  usePlans,
  type DeviceRow,
} from '../helpers/wire.ts';
import { API, SIGNED_IN, Terminal, TOKEN } from './terminal.ts';

let terminal: Terminal;
const SNO = 'DEV0001';

beforeEach(() => {
  terminal = new Terminal();
  terminal.http
    .reply(getUser, { mobile: '13800000001', assist: false })
    .reply(listDevices, [])
    .reply(listCards, aPage())
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' })
    .reply(getDetail, refused(404, '设备不存在'))
    .reply(listDurationPlans, durationPlans())
    .reply(listUsePlans, usePlans())
    .reply(createLeaseOrder, { payMoney: '19.90', orderNo: 'L-100' })
    .reply(createCardOrder, { payMoney: 99, chargeOrderNo: 'C-100' })
    .reply(listLeaseOrders, aPage())
    .reply(getLeaseOrder, aLeaseOrder())
    .reply(listCardOrders, aPage(aCardOrder()))
    .reply(prePay, aSheet);
});
afterEach(() => terminal.close());

const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);

describe('the IDs of plans and operators', () => {
  test('An ID that was typed on a Chinese keyboard or copied with spaces names the same one', async () => {
    await physio('order', 'list', '--operator', ' ｓhop-1\u3000');
    await physio('plan', 'list', SNO, '--by', 'uses', '--operator', '\u200bshop-1 ');
    expect(terminal.http.data(listCardOrders)).toEqual([expect.objectContaining({ query: { sysUserId: 'shop-1' } })]);
    expect(terminal.http.data(listUsePlans)).toEqual([{ sysUserId: 'shop-1' }]);
    expect(await physio('order', 'create', SNO, '--plan', ' d7', '--yes')).toMatchObject({ code: 0 });
  });

  test.each(['--plan', '--operator'])('An empty %s is refused, and nothing is sent', async (option) => {
    const words = option === '--plan' ? [] : ['--plan', 'd7'];
    const { code, stderr } = await physio('order', 'create', SNO, ...words, option, ' ', '--yes');
    expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`${option} <id>.* is invalid. Enter an ID`))]);
    expect(terminal.http.sent).toEqual([]);
  });
});

describe('plan list', () => {
  test('plan list prints the plans by duration and by uses', async () => {
    expect((await physio('plan', 'list', SNO, '--json')).json()).toEqual([
      { id: 'd7', by: 'duration', amount: 7, unit: 'day', priceFen: 1990, originalFen: 3000 },
      { id: 'u10', by: 'uses', amount: 10, unit: 'use', priceFen: 9900, originalFen: null },
    ]);
    const { stdout } = await physio('plan', 'list', SNO, '--by', 'duration');
    expect(stdout).toMatch(/d7\s+duration\s+7 days\s+￥19\.90\s+￥30/);
    expect(stdout).not.toContain('u10');
  });

  test('An operator that the server does not know is named as what to check, not the number of the device', async () => {
    terminal.http.reply(listUsePlans, refused(404, '商家不存在'));
    const { code, stderr } = await physio('plan', 'list', SNO, '--operator', 'shop-9');
    expect([code, stderr]).toEqual([
      1,
      'physio: The server refused: 商家不存在 (code 404). Check the ID of the operator. Those of your cards: physio card list\n',
    ]);
  });

  test('plan list prints one kind of plans and fails when the other cannot be fetched', async () => {
    terminal.http.reply(listUsePlans, refused(500, '坏了'));
    const { code, stdout, stderr } = await physio('plan', 'list', SNO);
    expect(code).toBe(1);
    expect(stdout).toContain('d7');
    expect(stderr).toContain('坏了');
  });

  test('plan list --operator asks for the plans of that operator', async () => {
    const { stderr } = await physio('plan', 'list', SNO, '--operator', 'shop-9');
    expect(terminal.http.data(listUsePlans)).toEqual([{ sysUserId: 'shop-9' }]);
    expect(stderr).toContain(`physio order create ${SNO} --plan PLAN --operator shop-9\n`);
  });
});

test('order show finds a card order that was placed and paid here', async () => {
  const paid = aCardOrder({ statusDesc: '支付完成', statusCode: 5 });
  await physio('order', 'create', SNO, '--plan', 'u10', '--yes');
  terminal.http.reply(getLeaseOrder, null).reply(listCardOrders, aPage(aCardOrder()), aPage(paid));
  expect(await physio('order', 'pay', 'C-100', '--yes', '--timeout', '5')).toMatchObject({ code: 0 });
  const { code, stdout } = await physio('order', 'show', 'C-100');
  expect([code, stdout]).toEqual([0, expect.stringContaining('paid')]);
});

test('order show names no device of a card order that was placed here: its uses are good for each device of the operator', async () => {
  await physio('order', 'create', SNO, '--plan', 'u10', '--yes');
  terminal.http.reply(getLeaseOrder, null).reply(listCardOrders, aPage(aCardOrder()));
  const { json } = await physio('order', 'show', 'C-100', '--json', 'kind,sno,deviceName');
  expect(json()).toEqual({ kind: 'card', sno: null, deviceName: null });
  expect((await physio('order', 'show', 'C-100')).stdout).not.toMatch(/^device/m);
});

test('order pay leads from a paid card order to the device where it was ordered', async () => {
  const paid = aCardOrder({ statusDesc: '支付完成', statusCode: 5 });
  await physio('order', 'create', SNO, '--plan', 'u10', '--yes');
  terminal.http.reply(getLeaseOrder, null).reply(listCardOrders, aPage(aCardOrder()), aPage(paid));
  const { stderr } = await physio('order', 'pay', 'C-100', '--yes', '--timeout', '5');
  expect(stderr).toContain(`Next: physio treatment start ${SNO} --mode bio`);
});

test.each([
  ['no card', [], 1, '', '', 'The server does not list yet what was ordered.'],
  [
    'the uses from before',
    [aCard({ money: 0 })],
    0,
    'shop-1\t\n',
    'shop-1\t0\n',
    /Order C-100 was found paid less than a minute ago, .*: until 2026-\S+ \S+ \+08:00 they may be missing/,
  ],
])(
  'card list says, while the server lists %s, that uses were found paid a moment ago',
  async (_, listed, code, before, after, words) => {
    terminal.http.reply(listCards, aPage(...listed));
    await physio('order', 'create', SNO, '--plan', 'u10', '--yes');
    const paid = aCardOrder({ statusDesc: '支付完成', statusCode: 5 });
    terminal.http.reply(listCardOrders, aPage(aCardOrder()), aPage(paid));
    await physio('order', 'pay', 'C-100', '--yes');
    const cards = () => physio('card', 'list', '-o', 'value', '--json', 'operatorId,remainingUses');
    const soon = await cards();
    expect([soon.code, soon.stdout, soon.stderr]).toEqual([code, before, expect.stringMatching(words)]);
    await terminal.clock.advance(60_000);
    const later = await cards();
    expect([later.code, later.stdout, later.stderr]).toEqual([0, after, '']);
  },
);

test('device list says no end of a rental that the server may list as it was before it was paid a moment ago', async () => {
  terminal.http.reply(listDevices, [aDevice()]);
  terminal.http.reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder({ status: '支付完成', statusCode: 5 }));
  await physio('order', 'pay', 'L-100', '--yes');
  const ends = () => physio('device', 'list', '-o', 'value', '--json', 'sno,expiresAt');
  const soon = await ends();
  expect([soon.code, soon.stdout, soon.stderr]).toEqual([
    0,
    `${SNO}\t\n`,
    expect.stringMatching(
      /Order L-100 was found paid less than a minute ago, .*: until 2026-\S+ \S+ \+08:00 it is not said/,
    ),
  ]);
  await terminal.clock.advance(60_000);
  const later = await ends();
  expect([later.stdout, later.stderr]).toEqual([expect.stringMatching(/2126-/), '']);
});

test.each(['device list', 'order list'])(
  '%s does not say that there is nothing while the server does not list what was paid a moment ago',
  async (command) => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder({ status: '支付完成', statusCode: 5 }));
    expect((await physio('order', 'pay', 'L-100', '--yes')).code).toBe(0);
    const soon = await physio(...command.split(' '));
    expect([soon.code, soon.stdout]).toEqual([1, '']);
    expect(soon.stderr).toBe('physio: The server does not list yet what was ordered.\n');
    await terminal.clock.advance(60_000);
    const later = await physio(...command.split(' '));
    expect([later.code, later.stderr]).toEqual([0, expect.stringMatching(/^No ren/)]);
  },
);

/** The server does not know the order, which no command says before a minute is over. */
async function isDeniedAfterAMinute(number: string): Promise<void> {
  terminal.http.reply(getLeaseOrder, refused(404, '订单不存在')).reply(listCardOrders, aPage());
  for (const command of ['order show', 'order cancel', 'order pay']) {
    const { code, stdout, stderr } = await physio(...command.split(' '), number, '--yes');
    expect([code, stdout, stderr]).toEqual([1, '', 'physio: The server does not list yet what was ordered.\n']);
  }
  await terminal.clock.advance(60_000);
  expect((await physio('order', 'show', number)).stderr).toMatch(/订单不存在|This account has no card order/);
}

test.each([
  ['d7', 'L-100'],
  ['u10', 'C-100'],
])(
  'An order of the plan %s that was placed here a moment ago is not said to be missing while the server does not list it',
  async (plan, number) => {
    await physio('order', 'create', SNO, '--plan', plan, '--yes');
    await isDeniedAfterAMinute(number);
  },
);

test.each([
  ['d7', 'L-100'],
  ['u10', 'C-100'],
])(
  'An order of the plan %s that was found paid a moment ago is not said to be missing while the server does not list it',
  async (plan, number) => {
    const paid = { status: '支付完成', statusCode: 5 };
    await physio('order', 'create', SNO, '--plan', plan, '--yes');
    terminal.http
      .reply(getLeaseOrder, aLeaseOrder(paid))
      .reply(listCardOrders, aPage(aCardOrder({ ...paid, statusDesc: paid.status })));
    expect((await physio('order', 'show', number)).stdout).toMatch(/^state\tpaid/m);
    await isDeniedAfterAMinute(number);
  },
);

test('After an order with one operator, the list of another operator says that there is none', async () => {
  await physio('order', 'create', SNO, '--plan', 'u10', '--yes');
  terminal.http.reply(listCardOrders, aPage());
  expect((await physio('order', 'list', '--operator', 'shop-1')).code).toBe(1);
  expect(await physio('order', 'list', '--operator', 'shop-2')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('No card orders with operator shop-2') as string,
  });
});

test.each([
  ['L-100', ['order', 'list']],
  ['C-100', ['order', 'list', '--cards']],
])(
  'Nobody is told to pay the order %s that was cancelled here a moment ago while the server still calls it unpaid',
  async (number, list) => {
    await physio('order', 'create', SNO, '--plan', number === 'L-100' ? 'd7' : 'u10', '--yes');
    terminal.http.reply(listLeaseOrders, aPage(aLeaseOrder())).reply(cancelLeaseOrder).reply(cancelCardOrder);
    expect((await physio('order', 'cancel', number, '--yes')).code).toBe(0);
    const shown = await physio('order', 'show', number);
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).toMatch(/^state\tcancelled$/m);
    expect(shown.stdout).not.toMatch(/^due/m);
    expect((await physio(...list, '--json', 'number,state,dueFen')).json()).toEqual([
      { number, state: 'cancelled', dueFen: null },
    ]);
    const paying = await physio('order', 'pay', number, '--yes', '--json', 'state,link');
    expect([paying.code, paying.json()]).toEqual([3, { state: 'cancelled', link: null }]);
    expect((await physio('order', 'cancel', number, '--yes')).stdout).toBe(`Order ${number} is already cancelled.\n`);
    await terminal.clock.advance(60_000);
    expect((await physio('order', 'show', number)).stdout).toMatch(/^state\tto pay/m);
  },
);

test.each([
  ['d7', ['order', 'list']],
  ['u10', ['order', 'list', '--cards']],
])(
  'After an order of the plan %s, %j does not say that there is none while the server does not list it',
  async (plan, argv) => {
    await physio('order', 'create', SNO, '--plan', plan, '--yes');
    terminal.http.reply(listCardOrders, aPage());
    const soon = await physio(...argv);
    expect([soon.code, soon.stdout, soon.stderr]).toEqual([
      1,
      '',
      'physio: The server does not list yet what was ordered.\n',
    ]);
    await terminal.clock.advance(60_000);
    expect(await physio(...argv)).toMatchObject({ code: 0, stderr: expect.stringMatching(/^No /) as string });
  },
);

test.each([
  ['the server has cancelled', aCardOrder({ statusDesc: '已过期', statusCode: -1 }), ['order', 'show', 'C-100']],
  ['was cancelled here', aCardOrder(), ['order', 'cancel', 'C-100', '--yes']],
])('order show and order list still find a card order that was placed here and %s', async (_, order, first) => {
  const cancelled = aCardOrder({ statusDesc: '已过期', statusCode: -1 });
  await physio('order', 'create', SNO, '--plan', 'u10', '--yes');
  terminal.http.reply(getLeaseOrder, null).reply(listCardOrders, aPage(order)).reply(cancelCardOrder);
  expect(await physio(...first)).toMatchObject({ code: 0 });
  terminal.http.reply(listCardOrders, aPage(cancelled));
  const shown = await physio('order', 'show', 'C-100', '-o', 'value', '--json', 'state');
  expect([shown.code, shown.stdout, shown.stderr]).toEqual([0, 'cancelled\n', '']);
  expect((await physio('order', 'list', '--cards', '-o', 'value', '--json', 'number')).stdout).toBe('C-100\n');
});

test('order show, list and cancel call an order paid that was just paid, although a late answer does not', async () => {
  const paid = aLeaseOrder({ orderNo: 'L-100', status: '支付完成', statusCode: 5 });
  terminal.http.reply(getLeaseOrder, aLeaseOrder(), paid);
  expect(await physio('order', 'pay', 'L-100', '--yes', '--timeout', '5')).toMatchObject({ code: 0 });
  terminal.http.reply(getLeaseOrder, aLeaseOrder()).reply(listLeaseOrders, aPage(aLeaseOrder()));
  const shown = await physio('order', 'show', 'L-100');
  expect([shown.stdout, shown.stderr]).toEqual([expect.stringMatching(/state\s+paid/), '']);
  expect((await physio('order', 'list', '--json', 'state,dueFen')).json()).toEqual([{ state: 'paid', dueFen: null }]);
  expect((await physio('order', 'cancel', 'L-100', '--yes')).stderr).toContain('is paid and cannot be cancelled');
  expect(terminal.http.sent.filter(({ url }) => url.includes('cancel'))).toEqual([]);
});

test('A device that was paid a moment ago and is not listed yet is not called rented by somebody else', async () => {
  terminal.http.reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder({ status: '支付完成', statusCode: 5 }));
  expect(await physio('order', 'pay', 'L-100', '--yes', '--timeout', '5')).toMatchObject({ code: 0 });
  terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' }).reply(listShares, []);
  expect((await physio('device', 'enter', SNO)).stdout).toContain('leased, and not in the list of this account');
});

test('order show says of an order for a customer that it is one', async () => {
  terminal.http.reply(getUser, { assist: true });
  expect(await physio('order', 'create', SNO, '--plan', 'd7', '--assist', '--yes')).toMatchObject({ code: 0 });
  expect((await physio('order', 'show', 'L-100')).stdout).toMatch(/^for\s+a customer$/m);
  terminal.http.reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-101' }));
  expect((await physio('order', 'show', 'L-101')).stdout).not.toContain('customer');
});

describe('order create', () => {
  test('Uses that cost nothing are bought, not rented', async () => {
    terminal.http.reply(createCardOrder, { payMoney: 0, chargeOrderNo: 'C-100' }).reply(listCardOrders, aPage());
    const { stdout } = await physio('order', 'create', SNO, '--plan', 'u10', '--yes');
    expect(stdout).toBe('Bought, nothing to pay: C-100, ￥0\n');
  });

  test('order create of uses that are paid leads to the cards', async () => {
    terminal.http.reply(listCardOrders, aPage());
    await physio('order', 'create', SNO, '--plan', 'u10', '--yes');
    terminal.http.reply(listCardOrders, aPage(aCardOrder({ statusDesc: '支付完成', statusCode: 5 })));
    const { stdout, stderr } = await physio('order', 'create', SNO, '--plan', 'u10', '--yes');
    expect([stdout, stderr]).toEqual([
      expect.stringContaining('Already paid: C-100'),
      expect.stringContaining('Next: physio card list'),
    ]);
  });

  test('order create requires confirmation and sends no order before it', async () => {
    const { code, stderr } = await physio('order', 'create', SNO, '--plan', 'd7');
    expect(code).toBe(2);
    expect(stderr).toContain('--yes');
    expect(terminal.http.sent).toEqual([]);
    const no = await terminal.physio(['order', 'create', SNO, '--plan', 'd7'], { ...SIGNED_IN, types: 'n' });
    expect(no.code).toBe(3);
    expect(no.stderr).toContain('7 days for ￥19.90');
    expect(terminal.http.data(createLeaseOrder)).toEqual([]);
  });

  test('order create places no order if the plan has other days at the same price when the prompt is answered', async () => {
    const plan = (num: number) => durationPlans({ id: 'd7', price: '19.90', num, unit: 'day' });
    terminal.http.reply(listDurationPlans, plan(7), plan(5));
    const { code, stdout, stderr } = await terminal.physio(['order', 'create', SNO, '--plan', 'd7'], {
      ...SIGNED_IN,
      types: ['y'],
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Plan d7 is now 5 days for ￥19.90 instead of 7 days for ￥19.90. Nothing was ordered.');
    expect(terminal.http.data(createLeaseOrder)).toEqual([]);
  });

  test.each<[string, DeviceRow[], DeviceRow[]?]>([
    ['the next customer rents it', [aDevice({ assist: true, orderNo: 'L-8' })]],
    [
      'the next customer rents it until the same day, and the server sends no numbers of orders',
      [aDevice({ assist: true, orderNo: undefined, expirationTime: '2126-04-01 01:00:00' })],
      [aDevice({ assist: true, orderNo: undefined })],
    ],
    ['the rental is over', []],
  ])(
    'order create extends no other rental than the one that it named, if %s while the prompt is open',
    async (_, then, rented = [aDevice({ assist: true, orderNo: 'L-7' })]) => {
      terminal.http.reply(getUser, { assist: true }).reply(listDevices, rented, then);
      const words = ['order', 'create', SNO, '--plan', 'd7', '--assist'];
      const { code, stdout, stderr } = await terminal.physio(words, { ...SIGNED_IN, types: ['y'] });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`${SNO} is rented for a customer: `);
      expect(stderr).toContain('Nothing was ordered.');
      expect(terminal.http.requests(createLeaseOrder)).toEqual([]);
    },
  );

  test('order create extends no rental of a customer that began while the prompt for a new one was open', async () => {
    const rented = [aDevice({ assist: true, orderNo: undefined, expirationTime: undefined })];
    terminal.http.reply(getUser, { assist: true }).reply(listDevices, [], rented);
    const words = ['order', 'create', SNO, '--plan', 'd7', '--assist'];
    const { code, stdout, stderr } = await terminal.physio(words, { ...SIGNED_IN, types: ['y'] });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`The rental of ${SNO} has changed since the question. Nothing was ordered.`);
    expect(terminal.http.requests(createLeaseOrder)).toEqual([]);
  });

  test('order create places no order for a device that somebody else has rented when the prompt is answered', async () => {
    const statuses = ['DEVICE_FREE', 'DEVICE_USING'].map((status) => ({ ownerId: 'shop-1', status }));
    terminal.http.reply(checkDevice, ...statuses).reply(listShares, []);
    const words = ['order', 'create', SNO, '--plan', 'd7'];
    const { code, stderr } = await terminal.physio(words, { ...SIGNED_IN, types: ['y'] });
    expect([code, stderr]).toEqual([5, expect.stringContaining('The device is already rented.')]);
    expect(terminal.http.requests(createLeaseOrder)).toEqual([]);
  });

  test('order create names no price as the amount of an order that is paid already', async () => {
    await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
    terminal.http.reply(
      getLeaseOrder,
      aLeaseOrder({ status: '支付完成', statusCode: 5, payMoney: null, money: '19.90' }),
    );
    const { stdout, stderr } = await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
    expect(stdout).toBe('Already paid: L-100\n');
    expect(stderr).toContain('Nothing was ordered now. To order it once more, run the command again.');
    terminal.http.reply(createLeaseOrder, { payMoney: '19.90', orderNo: 'L-101' });
    expect((await physio('order', 'create', SNO, '--plan', 'd7', '--yes')).stdout).toBe('Ordered: L-101, ￥19.90\n');
  });

  test.each([
    ['has a status that no table knows', aLeaseOrder({ status: '审核中', statusCode: 9 })],
    ['cannot be read', httpResponse({ status: 503 })],
  ])('order create neither calls an order unpaid nor offers to pay it if it %s', async (_, answer) => {
    await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
    terminal.http.reply(getLeaseOrder, answer).reply(listLeaseOrders, aPage(aLeaseOrder()));
    const again = await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
    expect([again.code, again.stdout]).toEqual([6, 'Order exists, in an unknown state: L-100\n']);
    expect(again.stderr).toContain('Check with: physio order show L-100');
    expect(again.stderr).not.toContain('order pay');
    expect(
      (await physio('order', 'create', SNO, '--plan', 'd7', '--yes', '--json', 'outcome,amountFen')).json(),
    ).toEqual({
      outcome: 'unknown',
      amountFen: null,
    });
  });

  test('order create without a plan says where to find one', async () => {
    const { code, stderr } = await physio('order', 'create', SNO);
    expect([code, stderr]).toEqual([
      2,
      "physio: Required option '--plan <id>' not specified: Plan ID from physio plan list\nSee physio order create --help\n",
    ]);
  });

  test('order create --no-input never prompts', async () => {
    const { code } = await terminal.physio(['order', 'create', SNO, '--plan', 'd7', '--no-input'], {
      ...SIGNED_IN,
      types: 'y',
    });
    expect(code).toBe(2);
  });

  test('order create places one order however often it is repeated, and says so', async () => {
    const first = (await physio('order', 'create', SNO, '--plan', 'd7', '--yes', '--json')).json();
    expect(first).toEqual({
      number: 'L-100',
      kind: 'lease',
      outcome: 'ordered',
      amountFen: 1990,
      sno: SNO,
      operatorId: 'shop-1',
    });
    expect((await physio('order', 'create', SNO, '--plan', 'd7', '--yes', '--json')).json()).toEqual(first);
    expect((await physio('order', 'create', SNO, '--plan', 'd7', '--yes')).stdout).toBe(
      'Already ordered, and still open: L-100, ￥19.90\n',
    );
    expect(terminal.http.data(createLeaseOrder)).toHaveLength(1);
  });

  test.each([
    ['d7', 'duration', createLeaseOrder, 'physio order list'],
    ['u10', 'uses', createCardOrder, 'physio order list --cards --operator shop-1'],
  ])(
    'order create says that the order of plan %s (by %s) may have been placed when the answer times out, and how to check',
    async (plan, by, path, look) => {
      terminal.http.reply(path, new Problem('timeout')).reply(listCardOrders, aPage());
      const { code, stdout, stderr } = await physio('order', 'create', SNO, '--plan', plan, '--by', by, '--yes');
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toContain(
        `for ${SNO} may have been placed. Check with: ${look}. The server did not answer in time: https://cloud.example/api, profile default.`,
      );
    },
  );

  test('order create does not say that the order may have been placed when it was not sent', async () => {
    terminal.http.reply(checkDevice, new Problem('timeout'));
    const { code, stderr } = await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
    expect([code, stderr]).toEqual([3, expect.not.stringContaining('may have been placed')]);
  });

  test('order create buys uses from the operator of the device', async () => {
    terminal.http.reply(listCardOrders, aPage());
    const { code, json } = await physio('order', 'create', SNO, '--plan', 'u10', '--yes', '--json');
    expect([code, json()]).toEqual([0, expect.objectContaining({ number: 'C-100', kind: 'card', amountFen: 9900 })]);
    expect(terminal.http.data(createCardOrder)).toEqual([
      { rechargeModeDetailId: 'u10', rechargeModeId: 'recharge-1', sysUserId: 'shop-1' },
    ]);
  });

  test('order create orders no plan that may be another of the same ID while the other kind cannot be read', async () => {
    const words = ['order', 'create', SNO, '--plan', '1'];
    const uses = { id: '1', price: 99, num: 10, rechargeModeId: 'recharge-1' };
    terminal.http.reply(listUsePlans, usePlans(uses)).reply(listCardOrders, aPage());
    terminal.http.reply(listDurationPlans, httpResponse({ status: 500 }));
    const { code, stderr } = await physio(...words, '--yes');
    expect([code, stderr]).toEqual([1, expect.stringContaining('The server failed with HTTP status 500')]);
    expect(terminal.http.requests(createCardOrder)).toEqual([]);
    const unpriced = { id: '1', price: null, num: 7, unit: 'day' };
    terminal.http.reply(listDurationPlans, misshapen({ modeId: 'mode-1', list: [unpriced] }));
    expect(await physio(...words, '--yes')).toMatchObject({ code: 2, stderr: expect.stringContaining('--by') });
    expect(terminal.http.requests(createCardOrder)).toEqual([]);
    expect((await physio(...words, '--by', 'uses', '--yes')).stdout).toContain('Ordered: C-100');
  });

  test('order create does not say that there are no plans where the server sends some that cannot be read', async () => {
    const unpriced = { id: 'd7', price: null, num: 7, unit: 'day' };
    terminal.http.reply(listDurationPlans, misshapen({ modeId: 'mode-1', list: [unpriced] }));
    const create = () => physio('order', 'create', SNO, '--plan', 'd7', '--yes');
    expect((await create()).stderr).toContain('choose from: u10 (uses); 1 plan cannot be read\n');
    terminal.http.reply(listUsePlans, { detailVoList: [] });
    const { code, stderr } = await create();
    expect([code, stderr]).toEqual([2, `physio: Invalid --plan d7 for ${SNO}; 1 plan cannot be read\n`]);
  });

  test('order create does not say that it has ordered what the server returns of an order that was there before', async () => {
    terminal.http.reply(listLeaseOrders, aPage(aLeaseOrder()));
    expect((await physio('order', 'create', SNO, '--plan', 'd7', '--yes')).stdout).toBe(
      'Already ordered, and still open: L-100, ￥19.90\n',
    );
  });

  test('order create orders no days of a device that somebody else rents and shares with this account', async () => {
    const shared = aDevice({ shareUserId: 'u7', shareUserName: '老王', expirationTime: null });
    terminal.http.reply(listDevices, [shared]).reply(listShares, []);
    for (const status of ['DEVICE_USING', 'DEVICE_WORKING']) {
      terminal.http.reply(checkDevice, { ownerId: 'shop-1', status });
      const { code, stderr } = await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
      expect([code, stderr]).toEqual([5, expect.stringContaining('The device is already rented.')]);
    }
    expect(terminal.http.requests(createLeaseOrder)).toEqual([]);
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' }).reply(listCardOrders, aPage());
    expect((await physio('order', 'create', SNO, '--plan', 'd7', '--yes')).stdout).toContain('Ordered: L-100');
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    expect((await physio('order', 'create', SNO, '--plan', 'u10', '--yes')).stdout).toContain('Ordered: C-100');
  });

  test.each([
    ['another device of its own', [aDevice({ sno: 'OTHER1' })], []],
    ['a hidden phone number among the shares', [], [{ mobile: '138****0001' }]],
  ])(
    'order create orders no days of a device that somebody else rents, although the account has %s',
    async (_, rows, shares) => {
      terminal.http
        .reply(getUser, { mobile: '13800000001', assist: false })
        .reply(listDevices, rows)
        .reply(listShares, shares)
        .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
      const { code, stderr } = await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
      expect([code, stderr]).toEqual([5, expect.stringContaining('The device is already rented.')]);
      expect(terminal.http.requests(createLeaseOrder)).toEqual([]);
    },
  );

  test('order create repeated after the link was paid says so before the list shows the device, beside another device of the account', async () => {
    await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
    await physio('order', 'pay', 'L-100', '--yes', '--no-wait');
    terminal.http
      .reply(getLeaseOrder, aLeaseOrder({ status: '支付完成', statusCode: 5 }))
      .reply(listDevices, [aDevice({ sno: 'OTHER1' })])
      .reply(listShares, [])
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    const again = await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
    expect([again.code, again.stdout]).toEqual([0, 'Already paid: L-100, ￥19.90\n']);
    expect(terminal.http.data(createLeaseOrder)).toHaveLength(1);
  });

  test('order create orders a plan of the only kind that the server says it sells', async () => {
    terminal.http.reply(listDurationPlans, refused(500, '该设备没有租赁套餐')).reply(listCardOrders, aPage());
    expect((await physio('order', 'create', SNO, '--plan', 'u10', '--yes')).stdout).toContain('Ordered: C-100');
  });

  test('order create --operator of another shop than the device’s says so, and names the device neither in the order nor after its payment', async () => {
    terminal.http.reply(listCardOrders, aPage());
    const words = ['order', 'create', SNO, '--plan', 'u10', '--operator', 'shop-9'];
    const asked = await terminal.physio(words, { ...SIGNED_IN, types: 'n\n' });
    expect(asked.stderr).toContain(`${SNO} is of operator shop-1: uses of operator shop-9 start no treatment on it.`);
    expect(asked.stderr).toContain('Order 10 uses for ￥99 with operator shop-9?');
    const { code, json } = await physio(...words, '--yes', '--json');
    expect([code, json()]).toEqual([0, expect.objectContaining({ sno: null, operatorId: 'shop-9' })]);
    terminal.http.reply(listCardOrders, aPage(aCardOrder({ statusDesc: '支付完成', statusCode: 5 })));
    const paid = await physio('order', 'pay', 'C-100', '--yes');
    expect([paid.code, paid.stderr]).toEqual([0, expect.not.stringContaining(SNO)]);
  });

  test.each([' shop-1 ', 'ｓｈｏｐ-１'])(
    'order create takes the operator %j as it was meant, and orders the same as without it',
    async (operator) => {
      const words = ['order', 'create', SNO, '--plan', 'u10', '--yes'];
      await physio(...words);
      const { stdout, stderr } = await physio(...words, '--operator', operator);
      expect([stdout, stderr]).toEqual([
        expect.stringContaining('Already ordered'),
        expect.not.stringContaining('no treatment'),
      ]);
      expect(terminal.http.requests(createCardOrder)).toHaveLength(1);
    },
  );

  test('An operator without a letter is refused before anything is sent', async () => {
    const { code, stderr } = await physio('order', 'list', '--operator', ' ');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--operator')]);
    expect(terminal.http.sent).toEqual([]);
  });

  test('order create exits with 1 and prints both amounts when the order costs another amount than the plan, also when it is repeated', async () => {
    terminal.http
      .reply(createLeaseOrder, { payMoney: 490, orderNo: 'L-100' })
      .reply(getLeaseOrder, aLeaseOrder({ payMoney: 490 }));
    for (let times = 0; times < 2; times += 1) {
      const { code, json, stderr } = await physio('order', 'create', SNO, '--plan', 'd7', '--yes', '--json');
      expect([code, json()]).toEqual([
        1,
        expect.objectContaining({ number: 'L-100', outcome: 'price-changed', amountFen: 49_000 }),
      ]);
      expect(stderr).toContain('Order L-100 costs ￥490; plan d7 costs ￥19.90');
    }
    expect((await physio('order', 'create', SNO, '--plan', 'd7', '--yes')).stdout).toBe(
      'Already ordered, at another price: L-100, ￥490\n',
    );
    expect(terminal.http.data(createLeaseOrder)).toHaveLength(1);
    expect(terminal.http.requests(prePay)).toEqual([]);
  });

  test('order create renews a device that is already rented', async () => {
    terminal.http.reply(listDevices, [aDevice()]);
    const { code, stderr } = await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
    expect(code).toBe(0);
    expect(stderr).toContain('physio order pay L-100');
    expect(terminal.http.data(checkDevice)).toEqual([]);
  });

  test.each([
    ['the user', 'shows the device since', { assist: false, isListed: true }],
    ['a customer', 'shows the device since', { assist: true, isListed: true }],
    ['the user', 'does not show the device yet', { assist: false, isListed: false }],
    ['a customer', 'does not show the device yet', { assist: true, isListed: false }],
  ])(
    'order create repeated after %s has paid the link orders nothing again, although the list %s',
    async (_, __, { assist, isListed }) => {
      terminal.http.reply(getUser, { assist });
      const create = () =>
        physio('order', 'create', SNO, '--plan', 'd7', '--yes', ...(assist ? ['--assist'] : ['--no-assist']));
      await create();
      await physio('order', 'pay', 'L-100', '--yes', '--no-wait');
      terminal.http.reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-100', status: '支付完成', statusCode: 5 }));
      if (isListed) terminal.http.reply(listDevices, [aDevice({ assist })]);
      else terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' }).reply(listShares, []);
      const again = await create();
      expect([again.code, again.stdout]).toEqual([0, 'Already paid: L-100, ￥19.90\n']);
      expect(terminal.http.data(createLeaseOrder)).toHaveLength(1);
    },
  );

  test('treatment start after the customer has paid the link says that the list does not show the device yet, and not that somebody else rents it', async () => {
    await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
    await physio('order', 'pay', 'L-100', '--yes', '--no-wait');
    terminal.http
      .reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-100', status: '支付完成', statusCode: 5 }))
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' })
      .reply(listShares, [])
      .reply(readLatest, aReport({ onOff: 0 }));
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio', '--yes');
    expect([code, stderr]).toEqual([1, expect.stringContaining('The server does not list yet what was ordered')]);
    expect(stderr).not.toContain('Check other devices');
  });

  test('order create says that the device is rented, if the link that was handed over is not paid', async () => {
    await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
    await physio('order', 'pay', 'L-100', '--yes', '--no-wait');
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' }).reply(listShares, []);
    const { code, stderr } = await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
    expect([code, stderr]).toEqual([5, expect.stringContaining('already rented')]);
  });

  test.each([
    ['the user', false],
    ['a customer', true],
  ])(
    'order create repeated after the lease of %s has ended returns the order that was to renew it',
    async (_, assist) => {
      terminal.http.reply(getUser, { assist }).reply(listDevices, [aDevice({ assist })]);
      const create = () =>
        physio('order', 'create', SNO, '--plan', 'd7', '--yes', ...(assist ? ['--assist'] : ['--no-assist']));
      await create();
      terminal.http.reply(listDevices, [aDevice({ assist, expirationTime: '2020-01-01 00:00:00' })]);
      expect((await create()).stdout).toBe('Already ordered, and still open: L-100, ￥19.90\n');
      expect(terminal.http.data(createLeaseOrder)).toHaveLength(1);
    },
  );

  test('order create for a device that is rented for a customer renews it for the customer, and the prompt says so', async () => {
    terminal.http.reply(getUser, { assist: true }).reply(listDevices, [aDevice({ assist: true })]);
    const asked = await terminal.physio(['order', 'create', SNO, '--plan', 'd7'], { ...SIGNED_IN, types: 'y\n' });
    expect(asked.stderr).toContain(`${SNO}, for a customer?`);
    expect(terminal.http.data(createLeaseOrder)).toEqual([expect.objectContaining({ assist: true })]);
  });

  test.each(['--assist --dry-run', '--assist --yes', '--yes', '--yes --quiet'])(
    'order create %s says before it orders which customer’s rental it extends',
    async (options) => {
      const row = aDevice({ assist: true, orderNo: 'L-7', expirationTime: '2026-03-10 00:00:00' });
      terminal.http.reply(getUser, { assist: true }).reply(listDevices, [row]);
      const { stderr } = await physio('order', 'create', SNO, '--plan', 'd7', ...options.split(' '));
      expect(stderr).toMatch(
        /DEV0001 is rented for a customer: order L-7, until 2026-03-1\d .*\. This order extends that customer's rental\./,
      );
    },
  );

  test.each([
    ['is told with --assist', ['--assist', '--yes'], SIGNED_IN],
    ['is answered at the prompt', ['--yes'], { ...SIGNED_IN, types: ['y'] }],
  ])(
    'order create for a customer on a device that this account rents for itself, too, says whose rental it extends, if for whom %s',
    async (_, options, typed) => {
      const rows = [aDevice(), aDevice({ assist: true, orderNo: 'L-7' })];
      terminal.http.reply(getUser, { assist: true }).reply(listDevices, rows);
      const { stderr } = await terminal.physio(['order', 'create', SNO, '--plan', 'd7', ...options], typed);
      expect(stderr).toContain(`${SNO} is rented for a customer: order L-7`);
      expect(terminal.http.data(createLeaseOrder)).toEqual([expect.objectContaining({ assist: true })]);
    },
  );

  test.each([
    ['for the user on a device that is rented for a customer', '--no-assist', true, `${SNO} is rented for a customer`],
    ['for a customer on a device that the user rents', '--assist', false, `This account rents ${SNO} for itself`],
  ])('order create says before an order %s that it does not extend that rental', async (_, option, assist, said) => {
    const row = aDevice({ assist, orderNo: 'L-7', expirationTime: '2099-03-10 00:00:00' });
    terminal.http
      .reply(getUser, { assist: true })
      .reply(listDevices, [row])
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    const { stderr } = await physio('order', 'create', SNO, '--plan', 'd7', option, '--yes');
    expect(stderr).toContain(`${said}: order L-7, until 2099-03-10`);
    expect(stderr).toContain('This order does not extend that rental.');
  });

  test.each([
    ['for a customer', ['--assist', '--yes'], SIGNED_IN],
    ['for a customer, also with --quiet', ['--assist', '--yes', '--quiet'], SIGNED_IN],
    ['for a customer, as answered at the prompt', ['--yes'], { ...SIGNED_IN, types: ['y'] }],
    ['for the user', ['--no-assist', '--yes'], SIGNED_IN],
  ])(
    'order create says before an order %s which rental it may extend, where the list does not say whose the rental is',
    async (_, options, typed) => {
      const row = aDevice({ assist: null, orderNo: 'L-7', expirationTime: '2099-03-10 00:00:00' });
      terminal.http
        .reply(getUser, { assist: true })
        .reply(listDevices, [row])
        .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
      const { stderr } = await terminal.physio(['order', 'create', SNO, '--plan', 'd7', ...options], typed);
      expect(stderr).toContain(`The list does not say for whom ${SNO} is rented: order L-7, until 2099-03-10`);
      expect(stderr).toContain('This order may extend that rental.');
      expect(terminal.http.data(createLeaseOrder)).toHaveLength(1);
    },
  );

  test('order create for the next customer says whose rental it extends, also if the last one ordered the same plan', async () => {
    const clock = new FakeClock();
    terminal.clock = clock;
    terminal.http.reply(getUser, { assist: true });
    const words = ['order', 'create', SNO, '--plan', 'd7', '--assist', '--yes'];
    await physio(...words);
    await physio('order', 'pay', 'L-100', '--yes', '--no-wait');
    await clock.advance(11 * MINUTE);
    terminal.http
      .reply(listDevices, [aDevice({ assist: true, orderNo: 'L-100' })])
      .reply(createLeaseOrder, { orderNo: 'L-101', payMoney: '19.90' });
    const { stdout, stderr } = await physio(...words);
    expect(stdout).toBe('Ordered: L-101, ￥19.90\n');
    expect(stderr).toContain(`${SNO} is rented for a customer: order L-100`);
    expect(stderr).toContain("This order extends that customer's rental.");
  });

  test('order create says nothing of an extension where a new rental for a customer begins', async () => {
    terminal.http.reply(getUser, { assist: true });
    const { code, stderr } = await physio('order', 'create', SNO, '--plan', 'd7', '--assist', '--yes');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('extends')]);
  });

  test.each([
    ['a row that does not say for whom it is', [aDevice({ assist: null })], false],
    ['an own lease beside the rental of a customer', [aDevice(), aDevice({ assist: true })], false],
    ['the rental of a customer beside an own lease', [aDevice({ assist: true }), aDevice()], true],
    ['an assistant without a row', [], true],
  ])('order create asks for whom the order is before it is placed: %s', async (_, devices, assist) => {
    terminal.http.reply(getUser, { assist: true }).reply(listDevices, devices);
    const silent = await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
    expect([silent.code, silent.stderr]).toEqual([2, expect.stringContaining('--no-assist (for yourself)')]);
    expect(terminal.http.requests(createLeaseOrder)).toEqual([]);
    const option = assist ? '--assist' : '--no-assist';
    expect((await physio('order', 'create', SNO, '--plan', 'd7', '--yes', option)).code).toBe(0);
    expect(terminal.http.data(createLeaseOrder)).toEqual([expect.objectContaining({ assist })]);
  });

  test.each([
    ['Ctrl-D, which is none', ['\u0004'], 3, []],
    ['a word that is neither yes nor no, and then Ctrl-D', ['customer', '\u0004'], 3, []],
    ['a word that is neither yes nor no, and then yes', ['customer', 'y'], 0, [{ assist: true }]],
    ['a yes in full width', ['ｙ'], 0, [{ assist: true }]],
    ['no answer but Enter, which the question shows to mean no', [''], 0, [{ assist: false }]],
  ])('order create orders for nobody who was not named by the answer: %s', async (_, types, code, orders) => {
    terminal.http.reply(getUser, { assist: true });
    const words = ['order', 'create', SNO, '--plan', 'd7', '--yes'];
    expect((await terminal.physio(words, { ...SIGNED_IN, types })).code).toBe(code);
    const sent = terminal.http.requests(createLeaseOrder).length === 0 ? [] : terminal.http.data(createLeaseOrder);
    expect(sent).toMatchObject(orders);
  });

  test('order create --assist works for assistants and plans by duration only', async () => {
    expect((await physio('order', 'create', SNO, '--plan', 'd7', '--assist', '--yes')).code).toBe(1);
    terminal.http.reply(getUser, { assist: true });
    expect((await physio('order', 'create', SNO, '--plan', 'u10', '--assist', '--yes')).code).toBe(1);
    expect((await physio('order', 'create', SNO, '--plan', 'd7', '--assist', '--yes')).code).toBe(0);
    expect(terminal.http.data(createLeaseOrder)).toEqual([expect.objectContaining({ assist: true })]);
  });

  test('order create lists the plans for an unknown one, and exits with 5 when the device is not available', async () => {
    const unknown = await physio('order', 'create', SNO, '--plan', 'd9', '--yes');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('d7 (duration), u10 (uses)')]);
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_LOCKED' });
    expect((await physio('order', 'create', SNO, '--plan', 'd7', '--yes')).code).toBe(5);
  });
});

describe('order pay', () => {
  const paid = aLeaseOrder({ status: '支付完成', statusCode: 5 });

  test('order pay shows the payment link and waits until the server reports the payment', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), paid);
    const { code, json, stderr } = await physio('order', 'pay', 'L-100', '--yes', '--json', 'number,state,link');
    expect(code).toBe(0);
    expect(json()).toEqual({
      number: 'L-100',
      state: 'paid',
      link: 'https://cloud.example/orderDetail?orderNo=L-100&isCardItem=false',
    });
    expect(JSON.parse(stderr.trim().split('\n').at(0) ?? '')).toEqual({
      note: {
        message:
          'Pay ￥19.90 for order L-100 in WeChat: https://cloud.example/orderDetail?orderNo=L-100&isCardItem=false',
      },
    });
    expect(terminal.http.requests(prePay)).toEqual([]);
  });

  test.each([
    ['order pay', 'while it waits', ['order', 'pay', 'C-100', '--yes'], [aCardOrder()]],
    ['order pay', 'at once', ['order', 'pay', 'C-100', '--yes'], []],
    ['order show', 'at once', ['order', 'show', 'C-100'], []],
    ['order list', 'at once', ['order', 'list', '--cards'], []],
  ])('A payment that %s finds %s is known to the next start and to the next order', async (_, __, words, before) => {
    await physio('order', 'create', SNO, '--plan', 'u10', '--yes');
    await physio('order', 'pay', 'C-100', '--yes', '--no-wait');
    const answers = [...before, aCardOrder({ statusDesc: '支付完成', statusCode: 5 })];
    terminal.http.reply(listCardOrders, ...answers.map((order) => aPage(order)));
    expect((await physio(...words)).stdout).toContain('paid');
    terminal.http.reply(readLatest, aReport({ onOff: 0 })).reply(getDetail, online);
    const { stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio', '--yes');
    expect(stderr).toContain('It is paid');
    expect(stderr).not.toContain('No uses are left');
    terminal.http.reply(createCardOrder, { payMoney: 99, chargeOrderNo: 'C-101' });
    expect((await physio('order', 'create', SNO, '--plan', 'u10', '--yes')).stdout).toBe('Ordered: C-101, ￥99\n');
  });

  test('order pay requests nothing for an order of a device that somebody else rents by now', async () => {
    terminal.http
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' })
      .reply(listLeaseOrders, aPage(aLeaseOrder()));
    const { code, stdout, stderr } = await physio('order', 'pay', 'L-100', '--yes');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${SNO} is rented by somebody else by now. Nothing was requested for order L-100.`);
    expect(stderr).toContain('To cancel the order: physio order cancel L-100');
  });

  test('order pay requests nothing for an order of a device on which somebody else is treated', async () => {
    terminal.http
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USED' })
      .reply(listLeaseOrders, aPage(aLeaseOrder()));
    const { code, stderr } = await physio('order', 'pay', 'L-100', '--yes');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`${SNO} runs for somebody else. Nothing was requested for order L-100.`),
    ]);
  });

  test.each([
    ['for a customer', { assist: true }, `${SNO} is rented for a customer: order L-99, `, 'extends'],
    ['that does not say for whom', {}, `The list does not say for whom ${SNO} is rented: order L-99, `, 'may extend'],
    ['without its order', { assist: true, orderNo: undefined }, `${SNO} is rented for a customer: `, 'extends'],
  ])('order pay of a customer’s order names the rental %s that it extends by now', async (_, row, rental, does) => {
    terminal.http.reply(getUser, { mobile: '13800000001', assist: true });
    await physio('order', 'create', SNO, '--plan', 'd7', '--assist', '--yes');
    const listed = { assist: undefined, orderNo: 'L-99', expirationTime: '2027-01-01 10:00:00', ...row };
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), paid).reply(listDevices, [aDevice(listed)]);
    const { code, stderr } = await physio('order', 'pay', 'L-100', '--yes');
    const until = 'until 2027-01-01 (305 days left)';
    expect([code, stderr]).toEqual([0, expect.stringContaining(`${rental}${until}. Paying order L-100 ${does} that `)]);
  });

  test.each<[string, DeviceRow[], string, string]>([
    [
      'is rented for another customer',
      [aDevice({ assist: true, orderNo: 'L-99', expirationTime: '2027-01-01 10:00:00' })],
      'DEVICE_USING',
      `${SNO} is rented for a customer: order L-99, until 2027-01-01 (305 days left). Paying order L-100 extends that customer's rental.`,
    ],
    ['is rented by somebody else', [], 'DEVICE_USING', `${SNO} is rented by somebody else by now.`],
  ])(
    'order pay requests nothing for an order whose device %s when the prompt is answered',
    async (_, rows, status, said) => {
      terminal.http.reply(getUser, { mobile: '13800000001', assist: true });
      await physio('order', 'create', SNO, '--plan', 'd7', '--assist', '--yes');
      terminal.http
        .reply(listDevices, [], rows)
        .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' }, { ownerId: 'shop-1', status });
      const { code, stderr } = await terminal.physio(['order', 'pay', 'L-100'], { ...SIGNED_IN, types: ['y'] });
      expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
      expect(stderr).toMatch(/Nothing was requested/);
      expect(stderr).not.toContain('open this link');
    },
  );

  test('order pay requests the payment of an order whose customer’s rental is as the prompt said', async () => {
    terminal.http.reply(getUser, { mobile: '13800000001', assist: true });
    await physio('order', 'create', SNO, '--plan', 'd7', '--assist', '--yes');
    terminal.http
      .reply(listDevices, [aDevice({ assist: true, orderNo: 'L-99', expirationTime: '2027-01-01 10:00:00' })])
      .reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder(), paid);
    const { code, stderr } = await terminal.physio(['order', 'pay', 'L-100'], { ...SIGNED_IN, types: ['y'] });
    expect([code, stderr]).toEqual([0, expect.stringContaining('open this link')]);
  });

  test('order pay of a paid order needs no consent, because nothing is requested', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder({ status: '支付完成', statusCode: 5 }));
    const { code, stdout } = await physio('order', 'pay', 'L-100');
    expect([code, stdout]).toEqual([0, 'Order L-100 is paid.\n']);
    terminal.http.reply(getLeaseOrder, aLeaseOrder());
    const unpaid = await physio('order', 'pay', 'L-100');
    expect([unpaid.code, unpaid.stderr]).toEqual([2, expect.stringContaining('Request payment of ￥19.90')]);
  });

  test('An order that is paid back while order pay waits is not reported as paid', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder({ status: '已退款', statusCode: 5 }));
    const { code, stdout, stderr } = await physio('order', 'pay', 'L-100', '--yes');
    expect([code, stderr]).toEqual([1, expect.stringContaining('已退款')]);
    expect(stdout).not.toContain('is paid');
  });

  test.each([
    ['cancelled', { statusCode: -1, status: '已取消' }, null],
    ['paid', { statusCode: 5, status: '支付完成', payMoney: null, money: 30 }, null],
    ['paid', { statusCode: 5, status: '支付完成', payMoney: '17.90', money: 30 }, 1790],
  ])('order pay --json names no price as the amount of an order that is %s', async (state, fields, amountFen) => {
    const settled = aLeaseOrder(fields);
    for (const answers of [[settled], [aLeaseOrder(), settled]]) {
      terminal.http.reply(getLeaseOrder, ...answers);
      const { json } = await physio('order', 'pay', 'L-100', '--yes', '--json', 'state,amountFen');
      expect(json()).toEqual({ state, amountFen });
    }
  });

  test('order pay shows the payment link as a code on a terminal, and only there', async () => {
    const logged = await physio('order', 'pay', 'L-100', '--yes', '--no-wait');
    expect(logged).toMatchObject({ code: 0, stdout: expect.stringContaining('https://cloud.example/orderDetail') });
    expect(logged.stderr).not.toMatch(/[█▀▄]|scan/);
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder(), aLeaseOrder(), paid);
    const shown = await terminal.physio(['order', 'pay', 'L-100', '--yes'], { ...SIGNED_IN, columns: 80 });
    expect([shown.code, shown.stderr]).toEqual([0, expect.stringMatching(/[█▀▄]/)]);
  });

  test('order pay --no-wait prints the link of the profile without waiting', async () => {
    await physio('profile', 'set', 'payLink', 'https://pay.example/{kind}/{number}');
    const { code, json } = await physio('order', 'pay', 'L-100', '--yes', '--no-wait', '--open', '--json');
    expect(code).toBe(0);
    expect(json()).toMatchObject({ state: 'handed-over', link: 'https://pay.example/lease/L-100' });
    expect(terminal.links).toEqual(['https://pay.example/lease/L-100']);
  });

  test.each([
    ['payLink', 'with its own server', API, 'https://pay.example/L-100'],
    ['payLink', 'with no other server', 'https://elsewhere.example/api', 'https://elsewhere.example/orderDetail?'],
    ['basePath', 'with its own server', API, 'https://cloud.example/h5/orderDetail?'],
    ['basePath', 'with no other server', 'https://elsewhere.example/api', 'https://elsewhere.example/orderDetail?'],
  ])('The place of the page in a profile, its %s, is used %s', async (key, _, api, link) => {
    const place = { payLink: 'https://pay.example/{number}', basePath: '/h5/' }[key] ?? '';
    await physio('profile', 'set', 'api', API, '--profile', 'shop');
    await physio('profile', 'set', key, place, '--profile', 'shop');
    const { json } = await terminal.physio(
      ['order', 'pay', 'L-100', '--yes', '--no-wait', '--profile', 'shop', '--api', api, '--json', 'link'],
      { env: { PHYSIO_TOKEN: TOKEN } },
    );
    expect(json()).toEqual({ link: expect.stringContaining(link) });
  });

  test('order pay exits with 1 when the server has not known the order for more than a minute', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), refused('404', '订单不存在')).reply(listLeaseOrders, aPage());
    const { code, stderr } = await physio('order', 'pay', 'L-100', '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain('Order L-100 no longer exists on the server. If money was taken, contact the operator.');
  });

  test('order pay exits with 6 when the payment is not confirmed in time, and with 3 when the order was cancelled', async () => {
    expect((await physio('order', 'pay', 'L-100', '--yes', '--timeout', '0.1')).code).toBe(6);
    terminal.http.reply(getLeaseOrder, aLeaseOrder({ status: '已取消', statusCode: -1 }));
    expect((await physio('order', 'pay', 'L-100', '--yes')).code).toBe(3);
    terminal.http.reply(getLeaseOrder, paid);
    expect((await physio('order', 'pay', 'L-100', '--yes')).code).toBe(0);
  });

  test('order pay exits with 3 without a record when the server does not answer before the link, and its help does not call that a cancelled order', async () => {
    terminal.http.reply(getLeaseOrder, new Problem('timeout'));
    const { code, stdout } = await physio('order', 'pay', 'L-100', '--yes', '--json');
    expect([code, stdout]).toEqual([3, '']);
    const help = await physio('order', 'pay', '--help');
    expect(help.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'the order was cancelled; without a record, nothing was requested: no answer of the server, or no consent',
    );
  });

  test('An order with an unknown status is neither paid nor cancelled, and is shown as unknown', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder({ status: '银行处理中', statusCode: 7 }));
    const pay = await physio('order', 'pay', 'L-100', '--yes', '--json', 'state,amountFen,link');
    expect([pay.code, pay.json()]).toEqual([6, { state: 'unconfirmed', amountFen: null, link: null }]);
    const { stdout, stderr } = await physio('order', 'pay', 'L-100', '--yes');
    expect(stdout + stderr).toBe(
      'Order L-100 has an unknown status (银行处理中).\nphysio: It is not known whether order L-100 is paid. Nothing was requested. Check with: physio order show L-100\n',
    );
    const cancel = await physio('order', 'cancel', 'L-100', '--yes');
    expect([cancel.code, cancel.stdout, cancel.stderr]).toEqual([1, '', expect.stringContaining('unknown status')]);
    expect(terminal.http.data(cancelLeaseOrder)).toEqual([]);
    expect((await physio('order', 'show', 'L-100')).stdout).toMatch(/state\s+unknown \(银行处理中\)/);
  });

  // The first command leaves a payment link that nobody has answered. The shop then changes the amount of the order,
  // while the second command runs.
  test('order show names no way to pay an order that is being paid back, under the code of an unpaid one', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder({ status: '退款中', statusCode: 1 }));
    const { code, stderr } = await physio('order', 'show', 'L-100');
    expect([code, stderr]).toEqual([0, '']);
  });

  test.each([
    ['that this profile placed for this user', '--no-assist', true],
    ['that this profile placed for a customer', '--assist', false],
    ['that may be a customer’s, because it was placed on a phone', undefined, false],
  ])('order pay names the start of a treatment next for an order %s: %s, %s', async (_, option, isNamed) => {
    terminal.http.reply(getUser, { assist: true });
    if (option !== undefined) await physio('order', 'create', SNO, '--plan', 'd7', option, '--yes');
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), paid);
    const { code, stdout, stderr } = await physio('order', 'pay', 'L-100', '--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Order L-100 is paid.')]);
    expect(stderr.includes(`treatment start ${SNO}`)).toBe(isNamed);
  });

  test.each([
    ['whose rental is over, while the device is rented for the next customer', 8 * DAY, false],
    ['of which a treatment was started', 0, true],
  ])('order pay names no start of a treatment for an order %s', async (_, passedMs, isStarted) => {
    terminal.http.reply(getUser, { assist: true });
    await physio('order', 'create', SNO, '--plan', 'd7', '--no-assist', '--yes');
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), paid);
    expect((await physio('order', 'pay', 'L-100', '--yes')).stderr).toContain(`treatment start ${SNO}`);
    await terminal.clock.advance(passedMs);
    terminal.http.reply(listDevices, [aDevice(isStarted ? {} : { assist: true, orderNo: 'L-900' })]);
    if (isStarted) {
      let report = aReport({ onOff: 0 });
      terminal.http
        .reply(getDetail, online)
        .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' })
        .reply(readLatest, () => report)
        .reply(startDevice, () => (report = aReport()));
      expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).code).toBe(0);
    }
    const { code, stdout, stderr } = await physio('order', 'pay', 'L-100', '--yes');
    expect([code, stdout]).toEqual([0, 'Order L-100 is paid.\n']);
    expect(stderr).not.toContain('treatment start');
  });

  test.each([
    ['--no-assist', true],
    ['--assist', false],
  ])(
    'order create %s of a free plan names the start of a treatment next only for this user: %s',
    async (option, isNamed) => {
      terminal.http.reply(getUser, { assist: true }).reply(createLeaseOrder, { orderNo: 'L-100', payMoney: 0 });
      terminal.http.reply(
        listDurationPlans,
        durationPlans({ id: 'd7', price: 0, originPrice: 30, num: 7, unit: 'day' }),
      );
      const { code, stderr } = await physio('order', 'create', SNO, '--plan', 'd7', option, '--yes');
      expect(code).toBe(0);
      expect(stderr.includes(`treatment start ${SNO}`)).toBe(isNamed);
    },
  );

  test.each([
    ['已退款', 5],
    ['部分退款', 5],
    ['退款中', 1],
  ])('order pay does not call an order paid that the server calls %s (%i)', async (status, statusCode) => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder({ status, statusCode }));
    const { code, stdout, stderr } = await physio('order', 'pay', 'L-100', '--yes');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`The server calls order L-100, which was paid, ${status}. Nothing was requested.`);
    expect(stderr).not.toContain('treatment start');
  });

  test('order pay exits with 1 and names both amounts when the order costs another amount than it had just shown', async () => {
    await physio('order', 'pay', 'L-100', '--yes', '--no-wait');
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder({ payMoney: '29.90' }));
    const { code, stdout, stderr } = await physio('order', 'pay', 'L-100', '--yes', '--no-wait');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Order L-100 now costs ￥29.90 instead of ￥19.90. To pay that: physio order pay L-100');
    expect((await physio('order', 'pay', 'L-100', '--yes', '--no-wait')).code).toBe(0);
  });

  test('order pay whose session ends names the exit code that it ends with in its error', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), httpResponse({ status: 401 }));
    const { code, stderr } = await physio('order', 'pay', 'L-100', '--yes', '--timeout', '60', '--json');
    const last = JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as { error: { exit: number } };
    expect([code, last.error]).toEqual([4, expect.objectContaining({ code: 'unconfirmed', exit: 4 })]);
  });

  test('order pay links to the page below its base path', async () => {
    writeFileSync(path.join(terminal.home, 'physio.config.json'), '{"basePath":"/h5/"}');
    await physio('profile', 'trust');
    const { json } = await physio('order', 'pay', 'L-100', '--yes', '--no-wait', '--json', 'link');
    expect(json()).toEqual({ link: 'https://cloud.example/h5/orderDetail?orderNo=L-100&isCardItem=false' });
  });

  test.each([
    [['--no-wait'], 0],
    [['--timeout', '0.1'], 6],
  ])('order pay prints the link on stdout as its own line, also with --quiet (%s)', async (options, ends) => {
    const link = 'https://cloud.example/orderDetail?orderNo=L-100&isCardItem=false';
    const usual = await physio('order', 'pay', 'L-100', '--yes', ...options);
    expect([usual.code, usual.stdout.split('\n')[0]]).toEqual([ends, link]);
    expect(usual.stderr).toContain('Pay ');
    const quiet = await physio('order', 'pay', 'L-100', '--yes', '--quiet', ...options);
    expect([quiet.code, quiet.stdout]).toEqual([ends, usual.stdout]);
    expect(quiet.stderr).not.toMatch(/[█▀▄]|Pay /);
  });

  test('order pay --json prints the link as a field of its one object', async () => {
    const { json, stderr } = await physio('order', 'pay', 'L-100', '--yes', '--no-wait', '--quiet', '--json', 'link');
    expect([json(), stderr]).toEqual([{ link: expect.stringContaining('orderNo=L-100') }, '']);
  });
});

describe('order show, order list and order cancel', () => {
  test('A cancelled order owes nothing: order show prints its price and no amount due', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder({ statusCode: -1, status: '已取消', shouldPayMoney: '19.90' }));
    const { stdout } = await physio('order', 'show', 'L-100', '--json', 'state,amountFen,dueFen');
    expect(JSON.parse(stdout)).toEqual({ state: 'cancelled', amountFen: 1990, dueFen: null });
  });

  test('order show prints an order and the next step', async () => {
    const { stdout, stderr } = await physio('order', 'show', 'L-100');
    expect(stdout).toMatch(/state\s+to pay \(待支付\)/);
    expect(stderr).toContain('physio order pay L-100');
    expect((await physio('order', 'show', 'C-100', '--card', '--operator', 'shop-1', '--json')).json()).toMatchObject({
      kind: 'card',
      uses: 10,
    });
    expect((await physio('order', 'show', 'C-999', '--card', '--operator', 'shop-1')).code).toBe(1);
  });

  test('order show finds the order of a number that was pasted from a chat', async () => {
    expect((await physio('order', 'show', ' \u200bＬ－１００\u3000', '--json', 'number')).json()).toEqual({
      number: 'L-100',
    });
    expect(terminal.http.data(getLeaseOrder)).toEqual(['L-100']);
  });

  test('order show finds a card order by its number alone if the account has cards of one operator', async () => {
    terminal.http.reply(listCards, aPage(aCard(), aCard({ money: 0 })));
    expect((await physio('order', 'show', 'C-100', '--card', '--json')).json()).toMatchObject({
      number: 'C-100',
      operatorId: 'shop-1',
    });
  });

  test('order show denies a card order with the operator alone that it asked, and says how to look with another one', async () => {
    terminal.http.reply(listCards, aPage(aCard()));
    terminal.http.reply(listCardOrders, ({ body }) => aPage(...(body.includes('shop-2') ? [aCardOrder()] : [])));
    const { code, stderr } = await physio('order', 'show', 'C-100', '--card');
    expect(code).toBe(1);
    expect(stderr).toContain('This account has no card order C-100 with operator shop-1.');
    expect(stderr).toContain('physio order show C-100 --card --operator ID');
    expect((await physio('order', 'show', 'C-100', '--card', '--operator', 'shop-2')).code).toBe(0);
  });

  test.each([
    ['has no cards', { records: [] }],
    ['has cards of two operators', { records: [aCard(), aCard({ sysUserId: 'shop-2' })] }],
    ['may have a card that the server does not list', { records: [aCard()], total: 2 }],
  ])('order show asks for the operator of a card order if the account %s', async (_, cards) => {
    terminal.http.reply(listCards, cards);
    const { code, stderr } = await physio('order', 'show', 'C-100', '--card');
    expect([code, stderr]).toEqual([2, expect.stringContaining('pass --operator ID')]);
    expect(terminal.http.requests(listCardOrders)).toEqual([]);
  });

  test.each([
    ['待支付', /^due\s+￥19.90$/m, /^paid\s/m],
    ['支付完成', /^paid\s+￥19.90$/m, /^due\s/m],
    ['已取消', /^state\s+cancelled/m, /^(due|paid)\s/m],
  ])('order show says of an order in the state %s what is due or paid', async (status, said, never) => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder({ status, statusCode: null }));
    const { stdout } = await physio('order', 'show', 'L-100');
    expect(stdout).toMatch(said);
    expect(stdout).not.toMatch(never);
  });

  test('order list and support name no price as the amount of an order that is paid without a known amount', async () => {
    const paid = aLeaseOrder({ status: '支付完成', statusCode: 5, shouldPayMoney: '39.90', payMoney: null });
    terminal.http.reply(listLeaseOrders, aPage(paid)).reply(getLeaseOrder, paid);
    const { stdout } = await physio('order', 'list');
    const ticket = await physio('support', SNO, '--order', 'L-100');
    for (const text of [stdout, ticket.stdout]) {
      expect(text).toContain('L-100');
      expect(text).not.toContain('￥');
    }
  });

  test('order list --all fetches all pages and prints no order twice', async () => {
    const page = (from: number, length: number) =>
      aPage(...Array.from({ length }, (_, index) => aLeaseOrder({ orderNo: `L-${from + index}` })));
    terminal.http.reply(listLeaseOrders, page(0, 15), page(0, 15), page(15, 15), page(30, 3));
    expect((await physio('order', 'list', '--all', '--json', 'number')).json()).toHaveLength(33);
    terminal.http.reply(listLeaseOrders, page(0, 15));
    expect((await physio('order', 'list', '--all', '--json', 'number')).json()).toHaveLength(15);
  });

  test('order list prints the newest first, whatever the order of the server', async () => {
    const orders = [3, 1, 4, 2].map((day) => aLeaseOrder({ orderNo: `L-${day}`, ctime: `2026-03-0${day} 09:00:00` }));
    terminal.http.reply(listLeaseOrders, aPage(...orders));
    const { stdout } = await physio('order', 'list', '-o', 'value', '--json', 'number');
    expect(stdout).toBe('L-4\nL-3\nL-2\nL-1\n');
  });

  test('order cancel cancels after confirmation', async () => {
    terminal.http.reply(cancelLeaseOrder);
    expect((await physio('order', 'cancel', 'L-100')).code).toBe(2);
    expect((await physio('order', 'cancel', 'L-100', '--yes')).code).toBe(0);
    expect(terminal.http.data(cancelLeaseOrder)).toEqual(['L-100']);
  });

  test('An order that was cancelled a moment ago is neither shown as to pay nor paid where the server still calls it unpaid', async () => {
    terminal.http.reply(cancelLeaseOrder).reply(listLeaseOrders, aPage(aLeaseOrder()));
    await physio('order', 'cancel', 'L-100', '--yes');
    const shown = await physio('order', 'show', 'L-100');
    expect([shown.stdout, shown.stderr]).toEqual([expect.stringMatching(/^state\s+cancelled$/m), '']);
    expect((await physio('order', 'list', '-o', 'value', '--json', 'state')).stdout).toBe('cancelled\n');
    const { stdout } = await physio('order', 'pay', 'L-100', '--yes', '--no-wait');
    expect(stdout).toBe('Order L-100 was cancelled.\n');
    expect(await physio('order', 'cancel', 'L-100', '--yes')).toMatchObject({
      code: 0,
      stdout: 'Order L-100 is already cancelled.\n',
    });
    expect(terminal.http.requests(cancelLeaseOrder)).toHaveLength(1);
  });

  test('order cancel prints no amount due of the order that it has cancelled', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder({ shouldPayMoney: '19.90' })).reply(cancelLeaseOrder);
    const { stdout } = await physio('order', 'cancel', 'L-100', '--yes', '--json', 'state,amountFen,dueFen');
    expect(JSON.parse(stdout)).toEqual({ state: 'cancelled', amountFen: 1990, dueFen: null });
  });

  test('order list fits a terminal of 80 columns, and names the device by its number and only the words that its own lack', async () => {
    const common = {
      serviceModeName: '按时长租赁 90天',
      deviceName: '生物电理疗仪 A2',
      payMoney: '209.30',
      ctime: '2025-12-02 09:00:00',
    };
    const rows = [
      aLeaseOrder({ ...common, orderNo: 'ZL64689151000010', status: '已过期', statusCode: -1 }),
      aLeaseOrder({ ...common, orderNo: 'ZL64689151000011', status: '已退款', statusCode: 5 }),
    ];
    terminal.http.reply(listLeaseOrders, aPage(...rows));
    const { stdout } = await terminal.physio(['order', 'list'], { ...SIGNED_IN, columns: 80 });
    const lines = stdout.trimEnd().split('\n');
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/010  cancelled .* DEV0001 .*2025-12-02$/m);
    expect(stdout).toMatch(/011  paid \(已退款\) /);
  });

  test('order list without a row names the kind of orders of which there is none', async () => {
    const rentals = await physio('order', 'list');
    expect(rentals.stderr).toContain('No rental orders.');
    expect(rentals.stderr).toContain('For orders of card packages: physio order list --cards. ');
    terminal.http.reply(listCardOrders, aPage());
    expect((await physio('order', 'list', '--cards', '--operator', 'shop-1')).stderr).toContain(
      'No card orders with operator shop-1.',
    );
  });

  test('order list --cards lists the orders of every card, newest first, each with its operator', async () => {
    const shops: Record<string, ReturnType<typeof aCardOrder>> = {
      'shop-1': aCardOrder({ chargeOrderNo: 'C-1', ctime: '2026-03-01 09:00:00' }),
      'shop-2': aCardOrder({ chargeOrderNo: 'C-2', ctime: '2026-03-02 09:00:00' }),
    };
    terminal.http
      .reply(listCards, aPage(aCard({ sysUserId: 'shop-1' }), aCard({ sysUserId: 'shop-2' }), aCard({ money: 1 })))
      .reply(listCardOrders, ({ body }) => {
        const { data } = JSON.parse(body) as { data: { query: { sysUserId: string } } };
        return aPage(shops[data.query.sysUserId] ?? {});
      });
    const { code, stdout } = await physio('order', 'list', '--cards', '-o', 'value', '--json', 'number,operatorId');
    expect([code, stdout]).toEqual([0, 'C-2\tshop-2\nC-1\tshop-1\n']);
    const [head, ...rows] = (await physio('order', 'list', '--cards')).stdout.trim().split('\n');
    const column = head?.split('\t').indexOf('OPERATOR') ?? -1;
    expect(rows.map((row) => row.split('\t')[column])).toEqual(['shop-2', 'shop-1']);
  });

  test('order list --cards lists an order that was placed here with an operator of whom there is no card yet', async () => {
    await physio('order', 'create', SNO, '--plan', 'u10', '--yes');
    terminal.http.reply(listCards, aPage()).reply(listCardOrders, aPage(aCardOrder({ chargeOrderNo: 'C-100' })));
    const { stdout } = await physio('order', 'list', '--cards', '-o', 'value', '--json', 'number,operatorId');
    expect(stdout).toBe('C-100\tshop-1\n');
  });

  test.each([
    ['order show C-100', 'to-pay'],
    ['order pay C-100 --dry-run', 'to-pay'],
    ['order cancel C-100 --yes', 'cancelled'],
  ])('%s finds an order of a card package by its number alone, with whichever operator it is', async (typed, state) => {
    terminal.http.reply(getLeaseOrder, refused(404, '订单不存在')).reply(cancelCardOrder);
    terminal.http.reply(listCards, aPage(aCard(), aCard({ sysUserId: 'shop-2' })));
    terminal.http.reply(listCardOrders, ({ body }) => aPage(...(body.includes('shop-2') ? [aCardOrder()] : [])));
    const { code, json } = await physio(...typed.split(' '), '--json', 'number,kind,state');
    expect([code, json()]).toEqual([0, { number: 'C-100', kind: 'card', state }]);
  });

  test.each([
    ['the server refuses it', refused(404, '订单不存在'), []],
    ['the server answers without it', null, []],
    ['the cards cannot be read', null, [new Problem('network')]],
    ['another card has no such order', null, [aPage(aCard({ sysUserId: 'shop-2' }))]],
  ])(
    'order show of the order of a first card that is not paid says how to find it instead of denying it, if %s',
    async (_, answer, cards) => {
      terminal.http.reply(getLeaseOrder, answer).reply(listCardOrders, aPage());
      if (cards.length > 0) terminal.http.reply(listCards, ...cards);
      const { code, stderr } = await physio('order', 'show', 'C-100');
      expect([code, stderr]).toEqual([1, expect.not.stringContaining('has no order')]);
      expect(stderr).toContain('physio order list, physio order list --cards.');
      expect(stderr).toMatch(/first card that is not paid: physio order show C-100 --card --operator ID$/m);
    },
  );

  test.each(['show', 'pay', 'cancel'])(
    'order %s of an order that the server does not know names its code to programs',
    async (verb) => {
      terminal.http.reply(getLeaseOrder, refused(404, '订单不存在')).reply(listCardOrders, aPage());
      const { code, stderr } = await physio('order', verb, 'L-404', '--yes', '--json');
      const error = { code: 'refused', call: 'order.getLeaseOrder', serverCode: '404', exit: 1 };
      expect([code, JSON.parse(stderr)]).toMatchObject([1, { error }]);
    },
  );

  test('order list --cards without a card says with whom it found no orders, not that there are none', async () => {
    const { stderr } = await physio('order', 'list', '--cards');
    expect(stderr).not.toMatch(/No card orders\./);
    expect(stderr).toContain('For a first card that is not paid: physio order list --cards --operator ID');
  });

  test('order list --cards lists an order once that the server sends with each of two operators', async () => {
    terminal.http
      .reply(listCards, aPage(aCard({ sysUserId: 'shop-1' }), aCard({ sysUserId: 'shop-2' })))
      .reply(listCardOrders, aPage(aCardOrder({ chargeOrderNo: 'C-1' })));
    const { stdout } = await physio('order', 'list', '--cards', '-o', 'value', '--json', 'number');
    expect(stdout).toBe('C-1\n');
  });

  test('order list --cards ends with 0 and a warning if only some of the rows could be read, and with --all with 1', async () => {
    const rows = { records: [aCardOrder(), aCardOrder({ chargeOrderNo: [] as never, orderNo: null })], total: 2 };
    // The other card was a present, so that it has no order.
    terminal.http.reply(listCards, aPage(aCard(), aCard({ sysUserId: 'shop-2' })));
    terminal.http.reply(listCardOrders, ({ body }) => (body.includes('shop-2') ? aPage() : rows));
    const { code, stderr } = await physio('order', 'list', '--cards');
    expect([code, stderr]).toEqual([0, expect.stringContaining('Omitted 1 record')]);
    expect((await physio('order', 'list', '--cards', '--all')).code).toBe(1);
  });

  test('order list --cards says of a card that cannot be read that the list may lack its orders', async () => {
    terminal.http.reply(listCards, { records: [aCard(), aCard({ sysUserId: [] as never })], total: 2 });
    const { code, stderr } = await physio('order', 'list', '--cards', '--all');
    expect([code, stderr]).toEqual([1, expect.stringContaining('Omitted 1 record')]);
  });

  test('order list --all fails for a server that answers every page with the first one', async () => {
    const first = Array.from({ length: 15 }, (_, index) => aLeaseOrder({ orderNo: `L-${index}` }));
    terminal.http.reply(listLeaseOrders, { records: first, total: 40 });
    const { code, json, stderr } = await physio('order', 'list', '--all', '--json', 'number');
    expect([code, json()]).toEqual([1, expect.any(Array)]);
    expect(stderr).toContain('the server counts 25 records more than it sent');
  });
});

describe('order cancel after a prompt that stayed open, or beside a payment', () => {
  const cancel = () => terminal.physio(['order', 'cancel', 'L-100'], { ...SIGNED_IN, types: ['y'] });
  const sent = () => terminal.http.data(cancelLeaseOrder);

  test.each([
    ['paid', { status: '支付完成' }, 1, 'Order L-100 is paid and cannot be cancelled.'],
    ['refunded', { status: '已退款', statusCode: 5 }, 1, 'which was paid, 已退款. It cannot be cancelled.'],
    ['unknown', { status: '银行处理中', statusCode: 9 }, 1, 'unknown status'],
    ['cancelled', { status: '已取消' }, 0, 'Order L-100 is already cancelled.'],
  ])('An order that is %s meanwhile is not cancelled', async (_, fields, exit, words) => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder(fields));
    const { code, stdout, stderr } = await cancel();
    expect([code, stdout + stderr]).toEqual([exit, expect.stringContaining(words)]);
    expect(sent()).toEqual([]);
  });

  test('An order whose payment link was handed over is cancelled while the server calls it to pay', async () => {
    terminal.http.reply(cancelLeaseOrder);
    await physio('order', 'pay', 'L-100', '--yes', '--no-wait');
    expect((await physio('order', 'cancel', 'L-100', '--yes')).code).toBe(0);
    expect(sent()).toHaveLength(1);
  });

  describe('after a payment link that the customer may have paid', () => {
    const MONEY =
      'A payment of order L-100 may have been made before it was cancelled: if money was taken, contact the operator.';
    const words = ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr;
    beforeEach(async () => {
      await physio('order', 'pay', 'L-100', '--yes', '--no-wait');
      terminal.http.reply(cancelLeaseOrder);
    });

    test.each([
      ['order', 'pay', 'L-100', '--yes'],
      ['order', 'show', 'L-100'],
      ['order', 'list'],
      ['order', 'cancel', 'L-100', '--yes'],
    ])('%s %s of the order that the server has cancelled says once what to do if money was taken', async (...argv) => {
      const cancelled = aLeaseOrder({ status: '已取消', statusCode: -1 });
      terminal.http.reply(getLeaseOrder, cancelled).reply(listLeaseOrders, aPage(cancelled));
      expect(words(await physio(...argv))).toContain(MONEY);
      expect(words(await physio(...argv))).not.toContain('money');
    });

    test('order show of the order that was cancelled and paid back does not say that its money is in doubt', async () => {
      terminal.http.reply(getLeaseOrder, aLeaseOrder({ status: '已退款', statusCode: -1 }));
      const shown = await physio('order', 'show', 'L-100');
      expect(words(shown)).toContain('已退款');
      expect(words(shown)).not.toContain('money');
    });

    test('order create that is refused says what to do if money was taken for the order that the server has cancelled', async () => {
      await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
      terminal.http
        .reply(getLeaseOrder, aLeaseOrder({ status: '已取消', statusCode: -1 }))
        .reply(createLeaseOrder, refused('1001', '设备使用中'));
      const refusedNow = await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
      expect([refusedNow.code, words(refusedNow)]).toEqual([1, expect.stringContaining(MONEY)]);
      // The payment arrived after all.
      terminal.http.reply(getLeaseOrder, aLeaseOrder({ status: '支付完成', statusCode: 5 }));
      expect(words(await physio('order', 'show', 'L-100'))).not.toContain('money');
    });

    test('order cancel of the order says what to do if money was taken', async () => {
      expect(words(await physio('order', 'cancel', 'L-100', '--yes'))).toContain(MONEY);
    });

    test.each([
      ['order', 'pay', 'L-100', '--yes'],
      ['order', 'show', 'L-100'],
      ['order', 'cancel', 'L-100', '--yes'],
    ])(
      '%s %s of the order that the server does not know any more says what to do if money was taken',
      async (...argv) => {
        for (const gone of [null, refused('404', '订单不存在')]) {
          terminal.http.reply(getLeaseOrder, gone);
          const ended = await physio(...argv);
          expect([ended.code, words(ended)]).toEqual([
            1,
            expect.stringContaining(
              'A payment of order L-100 may have been made: if money was taken, contact the operator.',
            ),
          ]);
        }
      },
    );

    test('order create says what to do if money was taken for the order that the server has cancelled', async () => {
      await physio('order', 'create', SNO, '--plan', 'd7', '--yes');
      terminal.http.reply(getLeaseOrder, aLeaseOrder({ status: '已取消', statusCode: -1 }));
      expect(words(await physio('order', 'create', SNO, '--plan', 'd7', '--yes'))).toContain(MONEY);
    });
  });

  test.each([
    ['is called to pay', aLeaseOrder()],
    ['cannot be read', httpResponse({ status: 503 })],
  ])(
    'An order that %s after a cancellation without an answer may have been cancelled, and is said so',
    async (_, after) => {
      terminal.http
        .reply(cancelLeaseOrder, new Problem('timeout'))
        .reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder(), after);
      const { code, stdout, stderr } = await physio('order', 'cancel', 'L-100', '--yes');
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toContain('Order L-100 may have been cancelled. Check with: physio order show L-100.');
    },
  );

  test('A cancellation that was not sent is not said to have taken effect', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), new Problem('timeout'));
    const { code, stderr } = await physio('order', 'cancel', 'L-100', '--yes');
    expect([code, stderr]).toEqual([3, expect.not.stringContaining('may have been cancelled')]);
    expect(sent()).toEqual([]);
  });

  test('An order without an amount cannot be paid', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder({ payMoney: null }));
    const { code, stdout, stderr } = await physio('order', 'pay', 'L-100', '--yes');
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('names no amount for order L-100')]);
    expect(terminal.http.requests(prePay)).toEqual([]);
  });
});

describe('order pay after a prompt that stayed open', () => {
  const pay = () => terminal.physio(['order', 'pay', 'L-100', '--no-wait'], { ...SIGNED_IN, types: ['y'] });

  test('An order that was paid meanwhile is reported as paid, and no payment link is shown', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder({ status: '支付完成', statusCode: 2 }));
    const { code, stdout } = await pay();
    expect([code, stdout]).toEqual([0, 'Order L-100 is paid.\n']);
  });

  test('An order whose price changed meanwhile is not handed over', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder({ payMoney: '29.90' }));
    const { code, stdout, stderr } = await pay();
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringContaining('Order L-100 now costs ￥29.90 instead of ￥19.90.'),
    ]);
  });
});

test('order show and order list name no time of a payment of an order that is not paid', async () => {
  const unpaid = aLeaseOrder({ payTime: '2026-03-02 09:00:00' });
  terminal.http.reply(getLeaseOrder, unpaid).reply(listLeaseOrders, aPage(unpaid));
  expect((await physio('order', 'show', 'L-100')).stdout).not.toContain('paid at');
  expect((await physio('order', 'list', '--json', 'state,paidAt')).json()).toEqual([{ state: 'to-pay', paidAt: null }]);
});

test.each([
  ['退款中', 1],
  ['已退款', -1],
  ['已退款', 7],
])(
  'order show and order list call an order paid that the server calls %s, under the code %i',
  async (status, statusCode) => {
    const times = { payTime: '2026-03-02 09:01:00', utime: '2026-03-03 09:00:00' };
    const paidBack = aLeaseOrder({ status, statusCode, ...times });
    terminal.http.reply(getLeaseOrder, paidBack).reply(listLeaseOrders, aPage(paidBack));
    const { stdout } = await physio('order', 'show', 'L-100');
    expect(stdout).toMatch(new RegExp(`^state\\s+paid \\(${status}\\)$`, 'm'));
    expect(stdout).not.toMatch(/^(due|cancelled)\s/m);
    expect((await physio('order', 'list', '--json', 'state,statusText,dueFen,paidAt,cancelledAt')).json()).toEqual([
      { state: 'paid', statusText: status, dueFen: 1990, paidAt: '2026-03-02T01:01:00.000Z', cancelledAt: null },
    ]);
  },
);

test('An unpaid order whose server names no amount above zero owes nothing that order show names', async () => {
  terminal.http.reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-1', payMoney: 0, money: 69 }));
  const { stdout, json } = await terminal.physio(['order', 'show', 'L-1', '--json'], SIGNED_IN);
  expect(json()).toMatchObject({ state: 'to-pay', amountFen: 6900, dueFen: null });
  expect(stdout).not.toMatch(/"dueFen": 0/);
});
