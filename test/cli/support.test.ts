import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountDirectory } from '../../src/cli/account/account-directory.ts';
import { storedCalls } from '../../src/cli/account/call-log.ts';
import { privateFiles } from '../../src/cli/main.ts';
import { getUser, updatePhone } from '../../src/core/account/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { reportOf } from '../../src/core/feedback/report.ts';
import { createCardOrder, createLeaseOrder } from '../../src/core/lease/api.ts';
import { cancelCardOrder, getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { DAY, HOUR } from '../../src/core/basics/time.ts';
import { shareDevice } from '../../src/core/share/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { ENDPOINTS, hangs, httpResponse, misshapen, refused } from '../helpers/fake-server.ts';
import { hostileAnswers } from '../helpers/hostile-answers.ts';
import { aCardOrder, aDevice, aLeaseOrder, aPage, aReport, aSheet, aSupply, offline, online } from '../helpers/wire.ts';
import { API, SIGNED_IN, Terminal, TOKEN } from './terminal.ts';
import { answersWell, SNO } from './well-behaved-server.ts';

const PHONE = '13812345678';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  answersWell(terminal.http)
    .reply(getUser, { mobile: PHONE, nickname: '王小明', assist: false })
    .reply(enterPage, aSupply)
    .reply(
      listLeaseOrders,
      aPage(aLeaseOrder({ orderNo: 'L-1' }), aLeaseOrder({ orderNo: 'L-2', deviceSno: 'DEV0002' })),
    );
});
afterEach(() => terminal.close());

const LOGGED_IN = [{ kind: 'logged-in' }, { kind: 'line', state: 'open' }] as const;

/** Runs the command while the channel accepts the login, and the device reports over it that it runs. */
function support(...words: string[]) {
  const attributes = { OnOff: 1, Function: 1, WortTime: 20, UseTime: 3 };
  terminal.channelAnswers(...LOGGED_IN, { kind: 'attributes', attributes });
  return terminal.physio(['support', SNO, ...words], SIGNED_IN);
}

test('The case says that the server calls a device idle that is on without minutes in its record and runs', async () => {
  terminal.http.reply(readLatest, aReport({ workTime: 0 }));
  const { stdout } = await support('-o', 'md');
  expect(stdout).toContain('- server: says idle, unlike the device');
});

test.each([
  ['says that it works for the user', { ownerId: 'shop-1', status: 'DEVICE_WORKING' }],
  ['says that it works for somebody else', { ownerId: 'shop-1', status: 'DEVICE_USED' }],
  ['fails', refused(500, '系统繁忙')],
])('The case does not call a device idle by the server’s record while the check of it %s', async (_, check) => {
  terminal.http.reply(readLatest, aReport({ onOff: 0 })).reply(checkDevice, check);
  terminal.channelAnswers(...LOGGED_IN);
  expect((await terminal.physio(['support', SNO, '-o', 'md'], SIGNED_IN)).stdout).toContain('- state: unknown\n');
});

test.each([
  ['says that it works for the user', { ownerId: 'shop-1', status: 'DEVICE_WORKING' }],
  ['says that it works for somebody else', { ownerId: 'shop-1', status: 'DEVICE_USED' }],
  ['fails', refused(500, '系统繁忙')],
])(
  'The case does not call a device idle by what its cloud may have answered while the check of it %s',
  async (_, check) => {
    terminal.http.reply(readLatest, aReport()).reply(checkDevice, check);
    terminal.channelAnswers(...LOGGED_IN, { kind: 'attributes', attributes: { OnOff: 0 }, mayAnswerRead: true });
    const { stdout } = await terminal.physio(['support', SNO, '-o', 'md'], SIGNED_IN);
    expect(stdout).not.toContain('- state: idle');
  },
);

test('The case names the start and the stop that were sent from here and that no report has confirmed', async () => {
  const idle = async (...words: string[]) => {
    terminal.channelAnswers(...LOGGED_IN);
    return terminal.physio(['support', SNO, ...words], SIGNED_IN);
  };
  terminal.http.reply(readLatest, aReport({ onOff: 0 })).reply(startDevice, httpResponse({ status: 500 }));
  expect((await idle('--json', 'unconfirmed')).json()).toEqual({ unconfirmed: [] });
  await terminal.physio(['treatment', 'start', SNO, '--mode', 'bio'], SIGNED_IN);
  expect((await idle('-o', 'md')).stdout).toMatch(
    /^- not confirmed: treatment start of \d{4}-\S+ \S+ \S+ \(just now\)$/m,
  );
  terminal.http.reply(stopDevice).reply(readLatest, aReport());
  await terminal.physio(['treatment', 'stop', SNO, '--yes'], SIGNED_IN);
  // A stop is recorded when the wait for its effect ends, up to 15 s after it was sent.
  expect((await idle('-o', 'md')).stdout).toMatch(
    /^- not confirmed: treatment stop, awaited until \d{4}-\S+ \S+ \S+ \(just now\)$/m,
  );
  const { json } = await idle('--json', 'unconfirmed');
  expect(json()).toMatchObject({ unconfirmed: [{}, { command: 'treatment stop', at: expect.any(String) }] });
  await terminal.clock.advance(2 * DAY);
  expect((await idle('--json', 'unconfirmed')).json()).toEqual({ unconfirmed: [] });
});

test('The case says of a stop that the server refused why it did so, until another stop ends otherwise', async () => {
  const stops = () => terminal.physio(['treatment', 'stop', SNO, '--yes'], SIGNED_IN);
  terminal.http.reply(readLatest, aReport()).reply(stopDevice, refused(501, '没有权限，请联系13912345678'));
  await stops();
  expect((await support('-o', 'md')).stdout).toMatch(
    /^- refused: treatment stop of \d{4}-\S+ \S+ \S+ \(just now\): `没有权限，请联系139\*\*\*\*5678` \(server code `501`\)$/m,
  );
  const refusal = { serverCode: '501', serverMessage: '没有权限，请联系139****5678' };
  const unconfirmed = async () => (await support('--json', 'unconfirmed')).json();
  expect(await unconfirmed()).toMatchObject({ unconfirmed: [{ command: 'treatment stop', refusal }] });
  terminal.http.reply(stopDevice);
  await stops();
  expect(await unconfirmed()).toMatchObject({ unconfirmed: [{ command: 'treatment stop', refusal: null }] });
  terminal.http.reply(stopDevice, refused(501, '没有权限'));
  await stops();
  terminal.http.reply(readLatest, aReport({ onOff: 0 })).reply(stopDevice);
  await stops();
  expect(await unconfirmed()).toEqual({ unconfirmed: [] });
});

test('The case does not say that the server refused a stop that it failed to carry out', async () => {
  terminal.http.reply(readLatest, aReport()).reply(stopDevice, refused(500, '系统异常'));
  await terminal.physio(['treatment', 'stop', SNO, '--yes'], SIGNED_IN);
  const { stdout } = await support('-o', 'md');
  expect(stdout).toMatch(/^- failed: treatment stop of .*: `系统异常` \(server code `500`\)$/m);
});

test('The case names a stop that Ctrl-C cut off as not confirmed, and its call with the request id that the server received', async () => {
  const ctrlC = new AbortController();
  terminal.http.reply(readLatest, aReport()).reply(stopDevice, hangs);
  const stopping = terminal.physio(['treatment', 'stop', SNO, '--yes'], { ...SIGNED_IN, interruption: ctrlC });
  await expect.poll(() => terminal.http.requests(stopDevice).length).toBe(1);
  ctrlC.abort();
  await stopping;
  const sent = terminal.http.requests(stopDevice)[0]?.headers['x-request-id'] ?? 'none';
  const { stdout } = await support('-o', 'md');
  expect(stdout).toMatch(/^- not confirmed: treatment stop, awaited until \d{4}-\S+ \S+ \S+ \(just now\)$/m);
  const line = stdout.split('\n').find((each) => each.includes(sent));
  expect(line).toMatch(/\| `treatment stop` +\| `\S+` +\| cancelled /);
});

test('The case says once, with its first and last time, what a wait for the device has read again and again', async () => {
  terminal.http.reply(readLatest, aReport()).reply(stopDevice);
  await terminal.physio(['treatment', 'stop', SNO, '--yes'], SIGNED_IN);
  const { stdout } = await support('-o', 'md');
  const reads = stdout
    .split('\n')
    .filter((line) => line.includes('`treatment stop`') && line.includes(readLatest.path));
  expect(reads.at(-1)).toMatch(/^\| \d{4}-\S+ \S+ \S+ to \d{4}-.* \(just now\) .*` 1[0-9] times /);
  expect(reads.length).toBeLessThan(3);
});

test('The case says of equal reads within a second that second once', async () => {
  for (let time = 0; time < 2; time += 1) await terminal.physio(['share', 'list', SNO], SIGNED_IN);
  const { stdout } = await support('-o', 'md');
  const line = stdout.split('\n').find((each) => each.includes('`share list`'));
  expect(line).toMatch(/^\| \d{4}-\S+ \S+ \S+ \(just now\) .*` 2 times /);
});

test('The case does not name the request that doctor sends without a token', async () => {
  await terminal.physio(['doctor'], SIGNED_IN);
  const { calls } = (await support('--json', 'calls')).json() as { calls: { command: string; path: string }[] };
  const ofUser = calls.filter(({ command, path: called }) => command === 'doctor' && called === `/api${getUser.path}`);
  expect([ofUser.length, terminal.http.requests(getUser).length]).toEqual([1, 3]);
});

test('The way on from an order that the server does not know is printed whole', async () => {
  terminal.http.reply(getLeaseOrder, refused(404, '订单不存在'));
  const { code, stderr } = await terminal.physio(['support', SNO, '--order', 'L-404'], SIGNED_IN);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/: physio order show L-404 --card --operator ID\n$/)]);
});

test.each([
  'support L-100',
  'device show L-100',
  'device enter L-100',
  'device wait L-100 --for online',
  'treatment start L-100 --mode bio',
])(
  '%s, with the number of an order in place of that of a device, leads to the order and to the case of its device',
  async (typed) => {
    terminal.http
      .reply(checkDevice, refused(404, '设备不存在'))
      .reply(getDetail, refused(404, '设备不存在'))
      .reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-100', deviceSno: SNO }));
    const { code, stdout, stderr } = await terminal.physio(typed.split(' '), SIGNED_IN);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      'physio: L-100 is the number of an order, not of a device. To see the order: physio order show L-100; for a support case of the device: physio support DEV0001 --order L-100\n',
    );
  },
);

test('A number of a device in place of that of an order leads to the case of the device', async () => {
  terminal.http.reply(getLeaseOrder, null).reply(getDetail, { ...online, sno: 'DEV0002' });
  const { code, stderr } = await support('--order', 'dev0002');
  expect(code).toBe(1);
  expect(stderr).toContain('dev0002 is the number of a device, not of an order.');
  expect(stderr).toContain('for a support case of the device: physio support dev0002\n');
});

test('The case names the refusal of a stop that was sent to an offline device', async () => {
  terminal.http.reply(getDetail, offline).reply(stopDevice, refused(501, '设备离线'));
  await terminal.physio(['treatment', 'stop', SNO, '--yes'], SIGNED_IN);
  expect((await support('--json', 'unconfirmed')).json()).toMatchObject({
    unconfirmed: [{ refusal: { serverMessage: '设备离线' } }],
  });
});

test('The case calls no start unconfirmed that it finds running for this user', async () => {
  terminal.http.reply(readLatest, aReport({ onOff: 0 })).reply(startDevice, httpResponse({ status: 500 }));
  await terminal.physio(['treatment', 'start', SNO, '--mode', 'bio'], SIGNED_IN);
  terminal.http
    .reply(readLatest, aReport({ workTime: 30, useTime: 0 }))
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
  expect((await support('--json', 'unconfirmed')).json()).toEqual({ unconfirmed: [] });
});

test('The case calls no start unconfirmed that the device itself reports, although the record of the server is older', async () => {
  terminal.http.reply(readLatest, aReport({ onOff: 0 })).reply(startDevice);
  await terminal.physio(['treatment', 'start', SNO, '--mode', 'bio'], SIGNED_IN);
  terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
  const attributes = { OnOff: 1, Function: 1, SubFunction: 1, WortTime: 30, UseTime: 0 };
  terminal.channelAnswers(...LOGGED_IN, { kind: 'attributes', attributes });
  const { json } = await terminal.physio(['support', SNO, '--json', 'state,unconfirmed'], SIGNED_IN);
  expect(json()).toMatchObject({ state: { source: 'device', on: true }, unconfirmed: [] });
});

test('The case names what is unknown within its parts, too, and calls it null', async () => {
  terminal.http.reply(getUser, { nickname: '小王', assist: false });
  expect((await support('--json', 'account')).json()).toEqual({ account: { phone: null, assist: false } });
});

test('The case says that there may be more orders when the server does not count them', async () => {
  terminal.http.reply(listLeaseOrders, { records: [aLeaseOrder({ orderNo: 'L-1' })] });
  const { stdout } = await support('-o', 'md');
  expect(stdout).toContain('Only the newest orders of the account were searched; the server does not say');
  expect((await support('--json', 'moreOrders')).json()).toEqual({ moreOrders: null });
});

test('The case names every order of the device that the newest ones of the account contain', async () => {
  const numbers = ['L-1', 'L-2', 'L-3', 'L-4', 'L-5', 'L-6'];
  const records = numbers.map((orderNo) => aLeaseOrder({ orderNo, deviceSno: SNO }));
  terminal.http.reply(listLeaseOrders, { records, total: numbers.length });
  const row = (await support('--json', 'orders,moreOrders')).json();
  expect(row).toMatchObject({ orders: numbers.map((number) => ({ number })), moreOrders: false });
});

test('The case says that the device has several open orders, of which each can be paid', async () => {
  const [one, other] = [aLeaseOrder({ orderNo: 'L-1' }), aLeaseOrder({ orderNo: 'L-2' })];
  terminal.http.reply(listLeaseOrders, aPage(one, other, aLeaseOrder({ orderNo: 'L-3', deviceSno: 'DEV0002' })));
  expect((await support('-o', 'md')).stdout).toContain(
    '\n2 orders of this device are open: `L-1`, `L-2`. Each that is paid is a rental of its own; cancel those that nobody wants (`physio order cancel NUMBER`).\n',
  );
  terminal.http.reply(listLeaseOrders, aPage(one, { ...other, status: '支付完成', statusCode: 5 }));
  expect((await support('-o', 'md')).stdout).not.toContain('are open');
});

test('The case shows an order that names no device, and does not say that the device has none', async () => {
  const unnamed = { ...aLeaseOrder({ orderNo: 'L-7', status: '支付完成', statusCode: 5 }), deviceSno: undefined };
  terminal.http.reply(listLeaseOrders, aPage(unnamed)).reply(listDevices, []);
  const { stdout } = await support('-o', 'md');
  expect(stdout).toContain('Order `L-7` names no device: it may be for another one.');
  expect(stdout).not.toContain('no rental order of this device');
  expect((await support('--json', 'orders')).json()).toMatchObject({ orders: [{ number: 'L-7' }] });
});

test('The case of somebody who may have bought uses does not say that there is no order, only that no rental is', async () => {
  terminal.http.reply(listLeaseOrders, aPage()).reply(listDevices, []);
  const { stdout } = await support('-o', 'md');
  expect(stdout).toContain(
    '\n- this account has no rental order of this device; orders of card packages were not searched\n',
  );
});

test.each([
  ['counts more orders than its newest', 40, 'Only the newest orders of the account were searched.'],
  ['does not count them', undefined, 'the server does not say whether there are more.'],
])(
  'The case of an account with many orders does not say that it has none of the device if the server %s',
  async (_, total, says) => {
    const others = Array.from({ length: 15 }, (_each, at) =>
      aLeaseOrder({ orderNo: `L-${at}`, deviceSno: 'OTHER01', status: '支付完成', statusCode: 5 }),
    );
    terminal.http.reply(listLeaseOrders, { records: others, total }).reply(listDevices, []);
    const { stdout } = await support('-o', 'md');
    expect(stdout).not.toContain('this account has no rental order of this device');
    expect(stdout).toContain('- no rental order of this device is among those that were searched');
    expect(stdout).toContain(says);
  },
);

test('support gives each part that could not be read its own reason', async () => {
  terminal.http.reply(listLeaseOrders, new Problem('timeout')).reply(listDevices, []);
  terminal.http.reply(enterPage, refused(403, '无权限'));
  const { code, stderr } = await terminal.physio(['support', SNO], SIGNED_IN);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^physio: Could not read the orders\. The server did not answer in time: \S+, profile default\. Could not read the device channel\. The server refused: 无权限 \(code 403\)\.\n$/,
    ),
  ]);
});

test('The case does not say that no command was about the device whose calls many later ones have displaced', async () => {
  await terminal.physio(['device', 'show', SNO], SIGNED_IN);
  const others = Array.from({ length: 30 }, (_, at) => `OTHER${at}`);
  await terminal.physio(['device', 'check', ...others], SIGNED_IN);
  const { stdout } = await support('-o', 'md');
  expect(stdout).toContain('## Last calls\n\n- none about this device among those that are stored\n');
});

test('The cases of several devices name the failed call of the first one, although the others were read after it', async () => {
  terminal.http.reply(getDetail, httpResponse({ status: 403 }), online);
  const { stdout } = await support('DEV0002', 'DEV0003', 'DEV0004', '-o', 'md');
  const [first = ''] = stdout.split('# Support case `DEV0002`');
  expect(first).toMatch(/\| `support` +\| `\/api\/device\/detail` +\| 403 /);
});

test('The case says of a number that no device has only that', async () => {
  terminal.http.reply(checkDevice, refused(404, '设备不存在'));
  const { stdout } = await support('-o', 'md');
  expect(stdout).toContain(`\n- leads to: No device has the number ${SNO}.\n`);
});

test.each([
  ['none is the device’s', 'DEV0002', { complete: false, orders: { error: { code: 'parse' } } }],
  ['one is the device’s', SNO, { complete: true, orders: [{ number: 'L-1' }], moreOrders: true }],
])(
  'The case does not call the orders whole that have a row which cannot be read, if of the others %s',
  async (_, deviceSno, row) => {
    const records = [aLeaseOrder({ orderNo: 'L-1', deviceSno }), { nonsense: 1 }];
    terminal.http.reply(listDevices, [aDevice({ orderNo: null })]).reply(listLeaseOrders, misshapen({ records }));
    expect((await support('-o', 'json')).json()).toMatchObject(row);
  },
);

test('The case calls an order paid that the server called paid a moment ago, as order list does', async () => {
  const [unpaid, paid] = [
    aLeaseOrder({ orderNo: 'L-1', statusCode: 1, status: '待支付' }),
    aLeaseOrder({ orderNo: 'L-1', statusCode: 5, status: '支付完成' }),
  ];
  terminal.http.reply(getLeaseOrder, unpaid, paid);
  await terminal.physio(['order', 'pay', 'L-1', '--yes'], SIGNED_IN);
  terminal.http.reply(listLeaseOrders, aPage(unpaid));
  expect((await support('-o', 'json')).json()).toMatchObject({ orders: [{ number: 'L-1', state: 'paid' }] });
});

test('The case denies neither the order nor the rental that was found paid a moment ago and that no list shows yet', async () => {
  const paid = aLeaseOrder({ status: '支付完成', statusCode: 5 });
  terminal.http.reply(getLeaseOrder, aLeaseOrder(), paid).reply(listDevices, []);
  terminal.http.reply(listLeaseOrders, aPage(aLeaseOrder({ orderNo: 'L-2', deviceSno: 'DEV0002' })));
  expect((await terminal.physio(['order', 'pay', 'L-100', '--yes'], SIGNED_IN)).code).toBe(0);
  const soon = await support('-o', 'md');
  expect(soon.code).toBe(1);
  expect(soon.stdout.match(/could not be read: `The server does not list yet what was ordered/g)).toHaveLength(2);
  expect(soon.stdout).not.toMatch(/does not rent the device|has no rental order/);
  await terminal.clock.advance(60_000);
  expect((await support('-o', 'md')).stdout).toMatch(/does not rent the device[^]*has no rental order/);
});

test('The case does not call an account without a phone number if the server sends none', async () => {
  terminal.http.reply(getUser, { nickname: '小王', assist: false });
  const { stdout } = await support('-o', 'md');
  expect(stdout).toContain('- phone: unknown (the server sends none)');
});

describe('physio support', () => {
  test('The case shows the device, its state, the lease, the entry, the orders, the channel and the versions', async () => {
    const { code, stdout, stderr } = await support();
    expect([code, stderr]).toEqual([0, '']);
    for (const line of [
      '# Support case `DEV0001`',
      '- phone: `138****5678`',
      '- name: `理疗仪一号`',
      '- connection: online',
      '- state: running bio',
      '- source: the device, over its channel',
      '- server: says idle, unlike the device',
      '- lease: this account rents the device',
      '- leads to: mode-menu. The device is ready to start.',
      '- next: `physio treatment start DEV0001 --mode bio`',
      '- none about this device among those that are stored',
      '- API: `cloud.example`',
    ])
      expect(stdout.split('\n')).toContain(line);
    expect(stdout).toMatch(/- read: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+08:00 \(/);
    expect(stdout).toMatch(/- login: accepted after \d+/);
    expect(stdout).toMatch(/\| `L-1` +\| lease \| to-pay `待支付` \|/);
    expect(stdout).toMatch(/- physio: `9\.9\.9 \(\w+, directory\)`/);
    expect(stdout).not.toContain('L-2');
  });

  test('The case is the same with -o md, and one JSON object with -o json', async () => {
    const [text, json] = [(await support('-o', 'md')).stdout, await support('-o', 'json')];
    expect(text).toContain('# Support case');
    expect(json.json()).toMatchObject({
      sno: SNO,
      complete: true,
      account: { phone: '138****5678', assist: false },
      device: { name: '理疗仪一号', online: true, mac: 'AA:BB' },
      state: { source: 'device', on: true, mode: 'bio', minutes: 20, usedMinutes: 3, at: expect.stringMatching(/Z$/) },
      serverState: { source: 'server', on: false },
      lease: { kind: 'own', orderNo: 'L-1' },
      entry: { leadsTo: 'mode-menu', operatorId: 'shop-1' },
      orders: [{ number: 'L-1', state: 'to-pay', dueFen: 1990 }],
      channel: { loginMs: expect.any(Number), subscribeMs: expect.any(Number), reportMs: expect.any(Number) },
      calls: expect.arrayContaining([
        expect.objectContaining({
          command: 'support',
          path: `/api${getDetail.path}`,
          code: '200',
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        }),
      ]),
      versions: {
        physio: '9.9.9',
        contract: '1.0.0',
        api: 'cloud.example',
        node: process.version.slice(1),
        platform: process.platform,
        installation: 'directory',
      },
    });
    expect((await support('--json', 'sno,lease')).json()).toEqual({ sno: SNO, lease: expect.any(Object) });
  });

  test('The case shows the failed calls of the command before it, with the request ids that the server received', async () => {
    terminal.http.reply(startDevice, httpResponse({ status: 503 })).reply(readLatest, aReport({ onOff: 0 }));
    await terminal.physio(['treatment', 'start', SNO, '--mode', 'bio', '--yes'], SIGNED_IN);
    const sent = terminal.http.requests(startDevice)[0]?.headers['x-request-id'] ?? 'none';
    for (let time = 0; time < 3; time += 1) {
      const { stdout } = await support();
      const line = stdout.split('\n').find((each) => each.includes(sent));
      expect(line).toMatch(/^\| .* \((?:just now|.* ago)\) +\| `treatment start` +\| `\S+` +\| 503 /);
      expect(line).toContain(startDevice.path);
      expect(stdout).not.toContain('`support`');
    }
  });

  test('The case names the failed start of its device first, whatever was read since', async () => {
    terminal.http.reply(startDevice, httpResponse({ status: 500 })).reply(readLatest, aReport({ onOff: 0 }));
    await terminal.physio(['treatment', 'start', SNO, '--mode', 'bio', '--yes'], SIGNED_IN);
    const sent = terminal.http.requests(startDevice)[0]?.headers['x-request-id'] ?? 'none';
    const others = Array.from({ length: 60 }, (_, at) => `OTHER${at}`);
    await terminal.physio(['device', 'check', ...others, '--quiet'], SIGNED_IN);
    const { stdout } = await support();
    const [about = '', rest] = stdout.slice(stdout.indexOf('## Last calls')).split('Others that failed');
    expect(about).toContain(sent);
    expect([about, rest]).toEqual([expect.not.stringContaining('device check'), undefined]);
  });

  test('A ticket about several devices says once what is the same for all of them', async () => {
    await terminal.physio(['account', 'bind', '13800000001', '1234', '--yes'], SIGNED_IN);
    const { stdout } = await terminal.physio(['support', SNO, 'DEV0002', SNO.toLowerCase()], SIGNED_IN);
    expect(stdout.match(/^# .*$/gm)).toEqual([`# Support case \`${SNO}\``, '# Support case `DEV0002`']);
    for (const once of ['## Account', '## Versions', 'Others that failed']) expect(stdout.split(once)).toHaveLength(2);
    const { json } = await terminal.physio(['support', SNO, 'DEV0002', '--json', 'sno'], SIGNED_IN);
    expect(json()).toEqual([{ sno: SNO }, { sno: 'DEV0002' }]);
  });

  test('The case names the device of each failed call about another one', async () => {
    terminal.http.reply(checkDevice, refused(404, '设备不存在'));
    await terminal.physio(['device', 'check', 'OTHER1', '--quiet'], SIGNED_IN);
    const { stdout } = await support();
    expect(stdout.slice(stdout.indexOf('Others that failed'))).toMatch(/\| `device check` +\| `OTHER1` +\|/);
  });

  test('The case calls no order of uses one for another device, because they are used on each device of its shop', async () => {
    terminal.http
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' })
      .reply(listCardOrders, aPage(aCardOrder({ chargeOrderNo: 'C-100' })));
    await terminal.physio(['order', 'create', 'DEV0002', '--plan', 'u10', '--by', 'uses', '--yes'], SIGNED_IN);
    const { stdout } = await support('--order', 'C-100');
    expect(stdout).toContain('`C-100`');
    expect(stdout).not.toContain('another device');
  });

  test('The case names the operator of a card order, and says if the device is of another one', async () => {
    terminal.http.reply(listCardOrders, aPage(aCardOrder({ chargeOrderNo: 'C-100', operatorName: '康源店' })));
    const about = async (operatorId: string) =>
      (await support('--order', 'C-100', '--card', '--operator', operatorId)).stdout;
    expect(await about('shop-1')).toContain('Order `C-100` is a card package of operator `shop-1` (`康源店`).\n');
    expect(await about('shop-2')).toContain(
      'Order `C-100` is a card package of operator `shop-2` (`康源店`). This device is of operator `shop-1`: its uses start no treatment here.',
    );
    const row = (await support('--order', 'C-100', '--card', '--operator', 'shop-2', '-o', 'json')).json();
    expect(row).toMatchObject({ orders: [{ number: 'C-100', operatorId: 'shop-2', operatorName: '康源店' }] });
  });

  test.each(['md', 'json'])(
    'The case in the format %s hides a phone number that was typed in place of a device number',
    async (format) => {
      terminal.http
        .reply(getUser, { mobile: PHONE, assist: false })
        .fails(checkDevice, refused(404, '设备不存在'))
        .fails(getDetail, refused(404, '设备不存在'));
      terminal.channelAnswers(...LOGGED_IN);
      const { stdout, stderr } = await terminal.physio(['support', PHONE, '-o', format], SIGNED_IN);
      expect(stdout).toContain('No device has the number 138****5678.');
      expect(stdout + stderr).not.toContain(PHONE);
    },
  );

  test('The case says if the order is for another device', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-2', deviceSno: 'DEV0002' }));
    expect((await support('--order', 'L-2')).stdout).toContain('Order `L-2` is for another device: `DEV0002`.');
    terminal.http.reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-2', deviceSno: SNO.toLowerCase() }));
    expect((await support('--order', 'L-2')).stdout).not.toContain('another device');
    expect((await support()).stdout).not.toContain('another device');
  });

  test.each([
    ['--order L-1', 'has cancelled', { status: '已取消', statusCode: -1 }, ' before it was cancelled'],
    ['', 'has cancelled', { status: '已取消', statusCode: -1 }, ' before it was cancelled'],
    ['--order L-1', 'does not know any more', null, ''],
  ])(
    'support %s says what to do if money was taken for an order that the server %s after its payment link was handed over',
    async (words, _, ended, before) => {
      terminal.http.reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-1' }));
      await terminal.physio(['order', 'pay', 'L-1', '--yes', '--no-wait'], SIGNED_IN);
      const answer = ended && aLeaseOrder({ orderNo: 'L-1', ...ended });
      terminal.http.reply(getLeaseOrder, answer).reply(listLeaseOrders, answer ? aPage(answer) : aPage());
      const { stderr } = await support(...words.split(' ').filter(Boolean));
      expect(stderr).toContain(
        `A payment of order L-1 may have been made${before}: if money was taken, contact the operator.`,
      );
    },
  );

  test('The case does not claim an age for a call of a time that has not come yet', async () => {
    await terminal.physio(['device', 'show', SNO], SIGNED_IN);
    const directory = accountDirectory('default', API, TOKEN, { env: {}, home: terminal.home });
    const stored = storedCalls(directory, privateFiles).find(({ sno }) => sno === SNO);
    const at = terminal.clock.now() + 5 * HOUR;
    privateFiles.write(directory, 'calls', JSON.stringify([{ ...stored, at }]));
    const line = (await support()).stdout.split('\n').find((each) => each.includes('`device show`'));
    expect(line).toMatch(/^\| \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+08:00 +\|/);
  });

  test('A lease order that is not among the newest orders is read on its own', async () => {
    terminal.http
      .reply(listLeaseOrders, aPage())
      .reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-1', statusCode: 5, status: '支付完成' }));
    expect((await support('-o', 'json')).json()).toMatchObject({ orders: [{ number: 'L-1', state: 'paid' }] });
  });

  test.each([
    [['--order', 'L-100'], { number: 'L-100', kind: 'lease' }],
    [['--order', 'C-100', '--card', '--operator', 'shop-1'], { number: 'C-100', kind: 'card', uses: 10 }],
  ])('The case with %j shows that order only', async (words, order) => {
    terminal.http.reply(listCardOrders, aPage(aCardOrder({ chargeOrderNo: 'C-100' })));
    const { orders } = (await support(...words, '-o', 'json')).json() as { orders: object[] };
    expect(orders).toEqual([expect.objectContaining(order)]);
  });

  test.each<[string, () => unknown, object]>([
    ['a device of nobody', () => terminal.http.reply(listDevices, []), { kind: 'none' }],
    [
      'a shared device',
      () => terminal.http.reply(listDevices, [aDevice({ shareUserId: 'u', shareUserName: '李' })]),
      { kind: 'shared' },
    ],
    [
      'a device for a customer',
      () => terminal.http.reply(listDevices, [aDevice({ assist: true })]),
      { kind: 'on-behalf' },
    ],
    [
      'a list that cannot be read as a whole',
      () => terminal.http.reply(listDevices, misshapen([{ nonsense: 1 }])),
      { error: { code: 'parse' } },
    ],
  ])('The case says whose lease it is: %s', async (_what, prepare, lease) => {
    prepare();
    expect((await support('-o', 'json')).json()).toMatchObject({ lease });
  });

  test('The case does not call a device unrented whose lease may be a row that cannot be read', async () => {
    const ended = aDevice({ expirationTime: terminal.clock.now() - HOUR });
    terminal.http.reply(listDevices, misshapen([ended, { nonsense: 1 }]));
    expect((await support('-o', 'json')).json()).toMatchObject({ lease: { error: { code: 'parse' } } });
  });

  test('The case names the end of no other lease than this account’s', async () => {
    const theirs = '2126-06-01 00:00:00';
    terminal.http.reply(getDetail, { ...online, expirationTime: theirs }).reply(listDevices, []);
    expect((await support()).stdout).not.toContain('2126');
  });

  test('The case asks for no order of the user who shares the device, and names none', async () => {
    terminal.http
      .reply(listDevices, [aDevice({ shareUserId: 'u', orderNo: 'L-77' })])
      .reply(listLeaseOrders, aPage())
      .reply(getLeaseOrder, refused('403', '无权查看'));
    const { code, stdout } = await support();
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('L-77')]);
    expect(terminal.http.data(getLeaseOrder)).toEqual([]);
  });

  test('The case of a device that is not shared any more names neither the end nor the order of the lease that was shared', async () => {
    const ended = { shareUserId: 'u', orderNo: 'L-77', expirationTime: '2026-02-01 00:00:00' };
    terminal.http.reply(listDevices, [aDevice(ended)]).reply(listLeaseOrders, aPage());
    const { stdout } = await support();
    expect(stdout).toContain('- lease: none: this account does not rent the device');
    expect(stdout).not.toMatch(/L-77|2026-02-01/);
  });

  test.each([
    ['its details name offline', offline],
    ['only the check calls offline', { ...online, onlineStatusDesc: null }],
  ])('The state of a device that %s comes from the server, and the case says that it may be old', async (_, detail) => {
    terminal.http
      .reply(getDetail, detail)
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' })
      .reply(readLatest, aReport({ workTime: 20, useTime: 3 }));
    terminal.channelAnswers(...LOGGED_IN);
    const { code, stdout } = await terminal.physio(['support', SNO], SIGNED_IN);
    expect(code).toBe(0);
    expect(stdout).toContain('- leads to: offline. The device is offline.');
    expect(stdout).toContain('it may be old, because the device is offline');
    expect(stdout).toContain('- state: unknown (last report: running bio, 3 of 20 min)\n');
    expect(stdout).toContain('- device: sent no report');
  });

  const FAILURES = { '503': httpResponse({ status: 503 }), refused: refused('7001', 'no'), garbage: misshapen('x') };
  test.each(
    ([getUser, getDetail, readLatest, listDevices, checkDevice, listLeaseOrders, enterPage] as const).flatMap(
      (endpoint) =>
        (Object.keys(FAILURES) as (keyof typeof FAILURES)[]).map((name) => [endpoint.name, name, endpoint] as const),
    ),
  )('If %s fails with %s, its part says so and the other parts are printed', async (_name, name, endpoint) => {
    terminal.http.fails(endpoint, FAILURES[name]);
    const { code, stdout, stderr } = await support();
    const isEntry = endpoint === checkDevice && name === 'refused';
    for (const heading of ['Account', 'Device', 'State', 'Lease', 'Entry', 'Orders', 'Device channel', 'Versions'])
      expect(stdout).toContain(`\n## ${heading}\n\n- `.replace('Orders\n\n- ', 'Orders\n\n'));
    if (isEntry) expect([code, stdout]).toEqual([0, expect.stringContaining('not-in-operation')]);
    else if (!(endpoint === listLeaseOrders && name === 'garbage' && code === 0)) {
      expect([code, stdout]).toEqual([1, expect.stringContaining('- could not be read: ')]);
      expect(stderr).toMatch(/^physio: Could not read (?:the|[\w ,']+)/);
    }
  });

  test.each([
    ['its details name offline', offline, [], false],
    [
      'only the channel calls offline',
      { ...online, onlineStatusDesc: null },
      [{ kind: 'online', online: false }],
      false,
    ],
    ['its details name online', online, [], true],
  ] as const)(
    'An answer of the channel about a device that %s is the device’s own report only if that is online',
    async (_, detail, before, isOwn) => {
      terminal.http.reply(getDetail, detail);
      const attributes = { OnOff: 0, UseTime: 3 };
      terminal.channelAnswers(...LOGGED_IN, ...before, { kind: 'attributes', attributes, mayAnswerRead: true });
      const { json } = await terminal.physio(['support', SNO, '-o', 'json'], SIGNED_IN);
      const { state, channel } = json() as { state: { on: unknown }; channel: { reportMs: unknown } };
      expect([state, channel.reportMs !== null]).toMatchObject([
        isOwn ? { source: 'device', on: false } : { source: 'server' },
        isOwn,
      ]);
      expect(state.on !== null).toBe(isOwn);
    },
  );

  test('Without a server, the case still shows the earlier calls and the versions', async () => {
    await terminal.physio(['device', 'show', SNO], SIGNED_IN);
    for (const endpoint of ENDPOINTS)
      terminal.http.fails(endpoint, new Problem('network', { message: 'ECONNREFUSED' }));
    const { code, stdout, stderr } = await support();
    expect([code, stderr]).toEqual([1, expect.stringContaining('Could not reach the server')]);
    expect(stdout.match(/^- could not be read/gm)).toHaveLength(7);
    expect(stdout.match(/to do/g)).toHaveLength(1);
    expect(stdout).toContain('`device show`');
    expect(stdout).toContain('- physio: `9.9.9 (');
  });

  test('A server that never answers ends in a case, too, within the time limit', async () => {
    for (const endpoint of ENDPOINTS) terminal.http.fails(endpoint, hangs);
    const { code, stdout } = await support('--timeout', '0.1');
    expect([code, stdout]).toEqual([3, expect.stringContaining('`timeout`')]);
  });

  test('A channel that is refused, or does not answer, is a part that could not be read', async () => {
    terminal.channelAnswers({ kind: 'login-failed', code: '1004', message: `no ${PHONE}` });
    const ended = await terminal.physio(['support', SNO, '-o', 'json'], SIGNED_IN);
    expect(ended.json()).toMatchObject({
      complete: false,
      state: { source: 'server' },
      channel: { error: { code: 'login-refused', serverCode: '1004', exit: 1 } },
    });
    expect(ended.stdout).not.toContain(PHONE);
    terminal.channelAnswers();
    const { code, stdout } = await terminal.physio(['support', SNO], SIGNED_IN);
    expect([code, stdout]).toEqual([3, expect.stringContaining('did not answer the login within 10 s')]);
  });

  test.each([
    ['used', 'DEVICE_USED', 0, true],
    ['rented', 'DEVICE_USING', 0, true],
    ['free', 'DEVICE_FREE', 1, false],
  ])('The refused channel of a device that is %s by somebody else is no failure', async (_, status, exit, complete) => {
    const failure = { step: 'subscribe', reason: 'refused', code: '1007' } as const;
    terminal.http.reply(listDevices, []).reply(checkDevice, { ownerId: 'shop-1', status });
    terminal.channelAnswers({ kind: 'logged-in' }, { kind: 'failure', failure });
    const { code, json } = await terminal.physio(['support', SNO, '-o', 'json'], SIGNED_IN);
    expect([code, json()]).toMatchObject([exit, { complete, channel: { error: { code: 'subscribe-refused', exit } } }]);
    const { stdout, stderr } = await terminal.physio(['support', SNO], SIGNED_IN);
    expect([stdout.includes('- closed: `The device channel refused'), stderr === '']).toEqual([complete, complete]);
  });

  test('The refused channel of a device that this account has paid a moment ago is a failure, although no list shows the rental', async () => {
    const paid = aLeaseOrder({ status: '支付完成', statusCode: 5 });
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), paid).reply(prePay, aSheet).reply(listDevices, []);
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    expect((await terminal.physio(['order', 'pay', 'L-100', '--yes'], SIGNED_IN)).code).toBe(0);
    const failure = { step: 'subscribe', reason: 'refused', code: '1007' } as const;
    terminal.channelAnswers({ kind: 'logged-in' }, { kind: 'failure', failure });
    const { code, json } = await terminal.physio(['support', SNO, '-o', 'json'], SIGNED_IN);
    expect([code, json()]).toMatchObject([1, { complete: false, channel: { error: { exit: 1 } } }]);
  });

  test('Nobody is signed in: the case says so in each part and ends with 4', async () => {
    const { code, stdout, stderr } = await terminal.physio(['support', SNO], { env: { PHYSIO_API: API } });
    expect([code, stderr]).toEqual([4, expect.stringMatching(/^physio: Could not read .*Not signed in\. Sign in: /)]);
    expect(stdout).toContain('- could not be read: `Not signed in.` (`no-token`)');
    expect(terminal.http.sent).toEqual([]);
  });

  test.each([
    [['support'], "Missing required argument 'sno'"],
    [['support', SNO, 'no number!'], "Invalid device number 'no number!': use 4 to 64"],
    [['support', ''], 'Invalid device number: use 4 to 64'],
    [['support', 'A'.repeat(70)], 'Invalid device number: use 4 to 64'],
    [['support', SNO, '-o', 'csv'], 'choose from: table, md, json'],
    [['support', SNO, '--card'], 'pass --order NUMBER'],
    [['support', SNO, '--order', 'C-1', '--card'], 'pass --operator ID'],
    [['support', SNO, '--json=nonsense'], 'available fields: sno,'],
  ])('The command line %j is refused', async (words, why) => {
    const { code, stdout, stderr } = await terminal.physio(words, SIGNED_IN);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(why)]);
  });

  test.each(['', '-o json', '--show-phones', '--verbose'])(
    'The case contains no token, phone number or nickname with the options “%s”',
    async (options) => {
      const said = `${PHONE} +86 138-1234-5678 +852 5123 4567 0571-88886666 ${TOKEN} oX${'a'.repeat(26)} http://x.example/?token=abc`;
      terminal.http
        .reply(getDetail, { ...online, name: said, belongOperatorName: said })
        .reply(listDevices, [aDevice({ deviceArea: '人民路 1 号', ownerName: '王小明' })])
        .reply(listLeaseOrders, aPage(aLeaseOrder({ serviceModeName: said, status: said, orderNo: PHONE })))
        .reply(checkDevice, refused(500, said));
      const { stdout, stderr } = await support(...options.split(' ').filter(Boolean));
      for (const secret of [
        PHONE,
        '138-1234-5678',
        '5123 4567',
        '88886666',
        TOKEN,
        'a'.repeat(20),
        '?token=abc',
        '王小明',
        '人民路',
        'giz-token',
      ])
        expect(stdout + stderr).not.toContain(secret);
    },
  );

  test.each([
    ['Markdown', '` **b** | # h <img src=x> [a](javascript:x) @all ```'],
    ['control characters', '\u001b[2J\u0000\r\n# Heading\u202e'],
    ['100,000 characters', `x | ${'长 '.repeat(50_000)}`],
    ['half of a pair', `${'a '.repeat(99)}a😀`],
  ])('A server that sends %s changes neither the form of the case nor its JSON', async (_what, payload) => {
    for (const [endpoint, body] of hostileAnswers(payload))
      if (endpoint !== enterPage) terminal.http.reply(endpoint, httpResponse({ body }));
    const text = (await support()).stdout;
    const json = (await support('-o', 'json')).stdout;
    expect(text.match(/^#.*$/gm)?.length).toBe(10);
    expect(text.replaceAll(/`[^`\n]*`/g, '')).not.toMatch(/<img|@all|javascript|\*\*|长/);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(3_000);
    expect(json.length).toBeLessThan(30_000);
    expect(() => encodeURIComponent(text + json)).not.toThrow();
    for (const row of text.split('\n').filter((line) => line.startsWith('| `')))
      expect(row.split('|').length).toBeGreaterThan(6);
  });
});

const TEXT = reportOf({
  now: Date.parse('2026-03-01T09:00:00+08:00'),
  version: '1.0.0',
  sno: 'PL10001',
  phone: {
    userAgent: 'Mozilla/5.0 (Linux; Android 13) AppleWebKit Chrome/116.0 MicroMessenger/8.0.49',
    insideWeChat: true,
    online: true,
  },
  screens: [{ path: '/process', at: Date.parse('2026-03-01T08:59:50+08:00') }],
  calls: [
    { path: `/api${startDevice.path}`, code: 'timeout', ms: 15_000, at: Date.parse('2026-03-01T08:59:55+08:00') },
    { path: '/api/x', code: '200 7001', ms: 20, at: Date.parse('2026-03-01T08:59:57+08:00') },
  ],
  secrets: [],
});

describe('physio support read', () => {
  const put = (content: string | Uint8Array, name = 'feedback.txt') => {
    writeFileSync(path.join(terminal.home, name), content);
    return name;
  };
  const read = (...words: string[]) => terminal.physio(['support', 'read', ...words]);

  test('A call that failed in different ways is not told as failed in one way', async () => {
    const text = TEXT.replaceAll('/api/x', `/api${startDevice.path}`);
    const { stdout } = await read(put(text));
    expect(stdout).toContain('failed 2 times. The last failure: The server refused with its code 7001.');
  });

  test('Of a report without a failure, no more is denied than of its calls: earlier ones are not in it', async () => {
    const { stdout } = await read(put(TEXT.replace(/^.* timeout .*\n?/m, '').replace('200 7001', '200 200')));
    expect(stdout).toContain('- Nothing: no call in the report failed or was slow. Earlier calls are not in it.');
  });

  test.each([
    ['was refused', '200 7001'],
    ['was refused with a code below zero', '200 -1'],
    ['was answered by something other than the API', 'parse'],
  ])('The story does not say that no call failed if one %s', async (_, result) => {
    const text = TEXT.replace(/^.* timeout .*\n?/m, '').replace('200 7001', result);
    const { stdout } = await read(put(text));
    expect(stdout).not.toContain('failed or was slow');
    expect(stdout).toContain(`failed: ${result}`);
    expect(stdout).toContain(`- \`${result}\`: `);
  });

  test.each([
    ['200 500', 'The server failed or refused with its code 500.', true],
    ['200 7001', 'The server refused with its code 7001.', false],
  ])(
    'A start with the result %s, which the report gives without the reason of the server, is not told for more than is known',
    async (result, means, mayRun) => {
      const { stdout } = await read(put(TEXT.replace(' timeout ', ` ${result} `)));
      expect(stdout).toContain(`- \`${result}\`: ${means} The report does not contain the server's reason.`);
      expect(stdout.includes('(treatment.startDevice) failed at 08:59:55 but may have taken effect.')).toBe(mayRun);
    },
  );

  test('A wrong verification code in a report is told as what it is, not as a failure that may have bound the number', async () => {
    const called = `/api${startDevice.path} timeout`;
    const { stdout } = await read(put(TEXT.replace(called, `/api${updatePhone.path} 200 517`)));
    expect(stdout).not.toContain('may have taken effect');
    expect(stdout).toContain('- `200 517`: The server refused with its code 517.');
  });

  test('Of a phone outside WeChat, no more is denied than the payment: the camera scans there', async () => {
    const { stdout } = await read(put(TEXT.replace('微信内 是', '微信内 否')));
    expect(stdout).toContain('The app ran outside WeChat, where nobody can pay.');
    expect(stdout).not.toContain('scanner');
  });

  /** The desk is signed in as itself: its own orders say nothing of the customer's. */
  const AS_CUSTOMER = ', signed in as the customer';

  test.each([
    [startDevice, 'device show'],
    [stopDevice, 'device show'],
    [shareDevice, 'share list'],
  ])(
    '$0.name of unknown outcome is not said to be of the device that the report names',
    async ({ path: call }, command) => {
      const { stdout } = await read(put(TEXT.replaceAll(startDevice.path, call)));
      expect(stdout).toContain(
        `may have taken effect. The report does not say on which device: ask the customer. Check${command === 'share list' ? AS_CUSTOMER : ''}: physio ${command} PL10001`,
      );
    },
  );

  const CARDS = 'physio order list --cards';
  test.each([
    [createLeaseOrder, 'physio order list\n'],
    [createCardOrder, CARDS],
    [cancelCardOrder, CARDS],
    [prePay, `physio order list; for a card package: ${CARDS}`],
  ])(
    'An order whose outcome is unknown is looked for in the list of its kind: $name',
    async ({ path: call }, command) => {
      const { stdout } = await read(put(TEXT.replaceAll(startDevice.path, call)));
      expect(stdout).toContain(`may have taken effect. Check${AS_CUSTOMER}: ${command}`);
    },
  );

  test('The number that may have been bound is looked for in the account of the customer', async () => {
    const { stdout } = await read(put(TEXT.replaceAll(startDevice.path, updatePhone.path)));
    expect(stdout).toContain(`may have taken effect. Check${AS_CUSTOMER}: physio account show`);
  });

  test('The story tells in time order what happened, what each failure means and what to try', async () => {
    const { code, stdout, stderr } = await read(put(`电话 ${PHONE}\n\n${TEXT}`));
    expect([code, stderr]).toEqual([0, '']);
    for (const line of [
      '# Diagnostic report about `PL10001`',
      'Created 2026-03-01 09:00:00 +08:00.',
      '- system: Android 13',
      '- WeChat: 8.0.49',
      `- \`/api${startDevice.path}\` (treatment.startDevice) failed at 08:59:55 but may have taken effect. The report does not say on which device: ask the customer. Check: physio device show PL10001`,
      '- `timeout`: The server did not answer in time.',
      '  - To try: Ask the customer to try again with a better connection. If other phones fail too: physio doctor',
      "- `200 7001`: The server refused with its code 7001. The report does not contain the server's reason.",
      'To see the device now: `physio support PL10001`',
    ])
      expect(stdout.split('\n')).toContain(line);
    expect(stdout).toMatch(/08:59:50 \| opened `\/process`[\s\S]*08:59:55 \| `\S+` treatment\.startDevice/);
    expect(stdout).not.toContain(PHONE);
  });

  test('The story is one JSON object with -o json', async () => {
    const { stdout } = await read(put(TEXT), '-o', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      createdAt: '2026-03-01T01:00:00.000Z',
      version: '1.0.0',
      sno: 'PL10001',
      phone: { system: 'Android 13', weChat: '8.0.49' },
      findings: [
        { kind: 'outcome-unknown', message: expect.not.stringContaining('`') },
        { kind: 'slow', slowest: {} },
      ],
      events: [
        { kind: 'screen', path: '/process' },
        { kind: 'call', call: 'treatment.startDevice', failure: { code: 'timeout', advice: expect.any(String) } },
        { kind: 'call', failure: { code: 'refused' } },
      ],
    });
  });

  test.each<[string, Uint8Array]>([
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
  ])('A report is read from a file in %s', async (_encoding, bytes) => {
    expect((await read(put(bytes), '--json', 'sno')).json()).toEqual({ sno: 'PL10001' });
  });

  test('A report is read from a file of Chinese Windows', async () => {
    const labels = Buffer.from([0xd5, 0xef, 0xb6, 0xcf, 0xd0, 0xc5, 0xcf, 0xa2]); // 诊断信息 in GB18030
    const bytes = Buffer.concat([labels, Buffer.from(' 2026-03-01 09:00:00\n08:59:57 /api/x 503 20ms\n')]);
    expect((await read(put(bytes), '--json', 'createdAt')).json()).toEqual({ createdAt: '2026-03-01T01:00:00.000Z' });
  });

  test('A report is read from stdin', async () => {
    const { stdout } = await terminal.physio(['support', 'read', '-'], { stdin: TEXT });
    expect(stdout).toContain('# Diagnostic report about `PL10001`');
  });

  test.each<[string, () => string, string]>([
    [
      'another text',
      () => put('退款记录打不开'),
      'feedback.txt contains no diagnostic report. Copy the whole text of the feedback',
    ],
    ['an empty file', () => put(''), 'feedback.txt contains no diagnostic report'],
    ['a binary file', () => put(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1])), 'feedback.txt is not a text file'],
    ['a huge file', () => put('x'.repeat(1_100_000)), 'feedback.txt is larger than 1 MB'],
    ['a missing file', () => 'nowhere.txt', 'Could not read nowhere.txt: no such file'],
    ['a directory', () => (mkdirSync(path.join(terminal.home, 'folder')), 'folder'), 'it is a directory'],
    ['a token instead of a file', () => 'A'.repeat(40), 'Could not read the file: no such file'],
  ])('The reader refuses %s and says what to do', async (_what, prepare, why) => {
    const { code, stdout, stderr } = await read(prepare());
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(why)]);
    expect(stderr).not.toContain('A'.repeat(40));
  });

  test('Any damage of a report ends in a story or a clear refusal, without private data', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(TEXT.length),
        fc.nat(200),
        fc.oneof(fc.string({ unit: 'binary' }), fc.constant(` ${PHONE} `), fc.constant(` ${'t'.repeat(40)} `)),
        async (start, length, other) => {
          const stdin = TEXT.slice(0, start) + other + TEXT.slice(start + length);
          const { code, stdout, stderr } = await terminal.physio(['support', 'read', '-'], { stdin });
          expect([0, 2]).toContain(code);
          expect(stderr).not.toContain('Internal error');
          for (const secret of [PHONE, 't'.repeat(40)]) expect(stdout + stderr).not.toContain(secret);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('the command line of support', () => {
  const complete = async (...words: string[]) =>
    (await terminal.physio(['__complete', '--', ...words])).stdout.split('\n').filter(Boolean);

  test('Completion offers the known devices, read, and a file after read', async () => {
    await terminal.physio(['device', 'list'], SIGNED_IN);
    expect(await complete('support', '')).toEqual([expect.stringMatching(/^read\t/), SNO]);
    expect(await complete('support', 'read', '')).toEqual([expect.not.stringContaining('DEV')]);
    expect(await complete('support', SNO, '--json', 'sn')).toEqual(['sno']);
  });

  test('The options of a case are no options of read, and its help lists none of them', async () => {
    const { code, stderr } = await terminal.physio(['support', 'read', 'feedback.txt', '--order', 'L-1']);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Unknown option '--order'")]);
    const { stdout } = await terminal.physio(['support', 'read', '--help']);
    expect(stdout).toContain('--profile');
    expect(stdout).not.toContain('--order');
  });

  test('--json takes fields before and after the device, and none before read', async () => {
    terminal.http.reply(enterPage, httpResponse({ status: 404 }));
    for (const words of [
      ['support', '--json', 'sno', SNO],
      ['support', SNO, '--json', 'sno'],
    ])
      expect((await terminal.physio(words, SIGNED_IN)).json()).toEqual({ sno: SNO });
    const { stdout } = await terminal.physio(['support', '--json', 'read', '-'], { stdin: TEXT });
    expect(JSON.parse(stdout)).toMatchObject({ sno: 'PL10001' });
  });
});
