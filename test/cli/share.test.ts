import { afterEach, beforeEach, expect, test } from 'vitest';
import { listDevices } from '../../src/core/device/api.ts';
import { listShares, shareDevice, unshareDevice } from '../../src/core/share/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { httpResponse, refused } from '../helpers/fake-server.ts';
import { aDevice } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

const SNO = 'DEV0001';
let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http
    .reply(listDevices, [aDevice()])
    .reply(listShares, [{ mobile: '13800000003', ctime: '2026-03-02 09:00:00' }])
    .reply(shareDevice)
    .reply(unshareDevice);
});
afterEach(() => terminal.close());

const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);

test('share list prints masked phone numbers', async () => {
  expect((await physio('share', 'list', SNO)).stdout).toMatch(/138\*{4}0003\s+2026-03-02 09:00 \+08:00/);
  expect((await physio('share', 'list', SNO, '--show-phones', '--json')).json()).toEqual([
    { sno: SNO, mobile: '13800000003', since: '2026-03-02T01:00:00.000Z' },
  ]);
});

test.each([
  ['another user rents', []],
  ['another user shares with this account', [aDevice({ shareUserId: 'u7', shareUserName: '老王' })]],
  ['this account rents for a customer', [aDevice({ assist: true })]],
])('share list shows nobody’s phone number of a device that %s', async (_, rows) => {
  terminal.http.reply(listDevices, rows);
  for (const more of [[], ['--show-phones', '--json']]) {
    const { code, stdout, stderr } = await physio('share', 'list', SNO, ...more);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`The list of this account does not show ${SNO} as rented for itself`);
    expect(stdout + stderr).not.toMatch(/138|0003/);
  }
  expect(terminal.http.requests(listShares)).toEqual([]);
});

test.each([
  ['another user rents', []],
  ['another user shares with this account', [aDevice({ shareUserId: 'u7', shareUserName: '老王' })]],
  ['this account rents for a customer', [aDevice({ assist: true })]],
  ['the list does not say for whom this account rents', [aDevice({ assist: undefined })]],
])('Nobody is added to or removed from those who share a device that %s', async (_, rows) => {
  terminal.http.reply(listDevices, rows);
  for (const argv of [
    ['add', SNO, '13800000003'],
    ['add', SNO, '13800000003', '--dry-run'],
    ['remove', SNO, '13800000003', '--yes'],
    ['remove', SNO, '13800000003', '--dry-run'],
  ]) {
    const { code, stdout, stderr } = await physio('share', ...argv);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(
      `The list of this account does not show ${SNO} as rented for itself, so nothing was changed about who shares the device.`,
    );
  }
  expect(terminal.http.requests(shareDevice)).toEqual([]);
  expect(terminal.http.requests(unshareDevice)).toEqual([]);
});

test.each(['85251234567', '0571-88886666', '+1 415 555 0100', '51234567'])(
  'share list masks the phone number %s',
  async (mobile) => {
    terminal.http.reply(listShares, [{ mobile, ctime: '2026-03-01 08:00:00' }]);
    const { stdout } = await physio('share', 'list', SNO);
    expect([stdout.includes(mobile), stdout.includes('****')]).toEqual([false, true]);
  },
);

test('The dry run of share add masks a number of any country', async () => {
  const { stdout, stderr } = await physio('share', 'add', SNO, '+852 5123 4567', '--dry-run', '--json');
  expect(stdout + stderr).not.toContain('51234567');
});

test('share list says how to share a device that is not shared', async () => {
  terminal.http.reply(listShares, []);
  const { code, stderr } = await physio('share', 'list', SNO);
  // Another user may share it with this account.
  const said = `This account shares ${SNO} with nobody. To share it: physio share add ${SNO} PHONE\n`;
  expect([code, stderr]).toEqual([0, said]);
});

test('share add ignores spaces in the phone number', async () => {
  const { code, json } = await physio('share', 'add', SNO, '138 0000 0004', '--json');
  expect([code, json()]).toEqual([0, { sno: SNO, mobile: '138****0004', outcome: 'shared' }]);
  expect(terminal.http.data(shareDevice)).toEqual([{ sno: SNO, mobile: '13800000004' }]);
});

test.each([
  ['share add', ['share', 'add', 'DEV0001', '13900000002']],
  ['a call that fails', ['share', 'list', 'DEV0001']],
])('A phone number in the words of a server that refuses is masked: %s', async (_, argv) => {
  const refusal = refused(500, '用户13900000002不存在');
  terminal.http.reply(shareDevice, refusal).reply(listShares, refusal);
  const { stderr } = await terminal.physio(argv, SIGNED_IN);
  expect(stderr).toContain('用户139****0002不存在');
  expect(stderr).not.toContain('13900000002');
});

test.each(['+447911123456', '+886912345678', '+4915123456789', '+8657188886666', '00447911123456', '0085251234567'])(
  'A number of any country in the words of a server that refuses is masked although it is as long as an order number: %s',
  async (mobile) => {
    terminal.http.reply(listShares, refused(500, `已分享给${mobile}，订单202603010000000001`));
    const { stderr } = await physio('share', 'list', SNO);
    expect(stderr).not.toContain(mobile.slice(1));
    expect(stderr).toMatch(/已分享给\+?\d{3}\*{4}\d{4}，订单202603010000000001/);
  },
);

test('share add names a person with a number of another country with its plus, because the digits alone are a mobile number of China', async () => {
  const { code, stdout } = await physio('share', 'add', SNO, '+1 415 555 0100');
  expect([code, stdout]).toEqual([0, expect.stringContaining('+141****0100')]);
  expect(terminal.http.data(shareDevice)).toEqual([{ sno: SNO, mobile: '+14155550100' }]);
});

test('A typed number with its plus stays masked where the server repeats it, with and without the plus', async () => {
  terminal.http.reply(shareDevice, refused(500, '用户14155550100不存在 (+14155550100)'));
  const { stderr } = await physio('share', 'add', SNO, '+1 415 555 0100');
  expect(stderr).toContain('****');
  expect(stderr).not.toContain('4155550100');
});

test.each([
  [
    'refused',
    517,
    '该用户已被分享',
    'The server refused: 该用户已被分享 (code 517).',
    `To list its shares: physio share list ${SNO}`,
  ],
  [
    'no-such-device',
    404,
    '设备不存在',
    `No device has the number ${SNO}.`,
    'Check the label on the device, or pass the link of its code.',
  ],
])(
  'share add says that it was %s, and with which code of the server, for people and for programs',
  async (word, serverCode, words, what, hint) => {
    terminal.http.reply(shareDevice, refused(serverCode, words));
    const message = `Could not share ${SNO}. ${what}`;
    expect((await physio('share', 'add', SNO, '13800000003')).stderr).toBe(`physio: ${message} ${hint}\n`);
    const { code, stderr } = await physio('share', 'add', SNO, '13800000003', '--json');
    expect([code, JSON.parse(stderr)]).toEqual([
      1,
      {
        error: expect.objectContaining({
          code: word,
          message,
          hint,
          call: 'share.shareDevice',
          serverCode: String(serverCode),
        }) as unknown,
      },
    ]);
  },
);

test('share remove requires confirmation', async () => {
  const none = await physio('share', 'remove', SNO, '13800000003');
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--yes')]);
  expect((await terminal.physio(['share', 'remove', SNO, '13800000003'], { ...SIGNED_IN, types: 'n' })).code).toBe(3);
  expect(terminal.http.data(unshareDevice)).toEqual([]);
  expect((await physio('share', 'remove', SNO, '13800000003', '--yes')).code).toBe(0);
  expect(terminal.http.data(unshareDevice)).toEqual([{ sno: SNO, mobile: '13800000003' }]);
});

test('share remove does not say that it ended a sharing with somebody whom the list did not show', async () => {
  const { code, stdout, stderr } = await physio('share', 'remove', SNO, '13800010003', '--yes');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(
    `The list did not show that ${SNO} was shared with 138****0003, so nothing may have changed. Check the number. To list its shares: physio share list ${SNO}`,
  );
  expect(terminal.http.data(unshareDevice)).toEqual([{ sno: SNO, mobile: '13800010003' }]);
});

test.each([
  ['cannot be read', refused(500, '系统异常')],
  ['hides the digits', [{ mobile: '138****0003' }]],
  ['has a row that cannot be read', [{ ctime: 7 }]],
])('share remove says that it ended a sharing if the list %s', async (_, list) => {
  terminal.http.reply(listShares, list as never);
  const { code, stdout } = await physio('share', 'remove', SNO, '13800000003', '--yes');
  expect([code, stdout]).toEqual([0, `Stopped sharing ${SNO} with 138****0003.\n`]);
});

test.each([
  [
    'the server could not be reached',
    new Problem('network', { message: 'ECONNREFUSED' }).beforeSending(),
    /Could not reach the server \(connection refused.* physio doctor$/,
  ],
  [
    'the server refused it',
    refused(517, '不可以'),
    /The server refused: 不可以 \(code 517\)\. To list its shares: physio share list DEV0001$/,
  ],
])('share remove says why the sharing goes on: %s', async (_, failure, cause) => {
  terminal.http.reply(unshareDevice, failure);
  const { code, stderr } = await physio('share', 'remove', SNO, '13800000003', '--yes');
  expect([code, stderr.trimEnd()]).toEqual([1, expect.stringMatching(cause)]);
  expect(stderr).toMatch(/^physio: Could not stop sharing DEV0001\. /);
});

test('Two people whose masked numbers look alike are both listed, and share remove asks for all digits', async () => {
  terminal.http.reply(listShares, [{ mobile: '138****0003' }, { mobile: '138****0003' }]);
  expect((await physio('share', 'list', SNO, '--json')).json()).toMatchObject([
    { mobile: '138****0003' },
    { mobile: '138****0003' },
  ]);
  const { code, stderr } = await physio('share', 'remove', SNO, '138****0003', '--yes');
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('enter all digits, which share list --show-phones prints'),
  ]);
  expect(terminal.http.data(unshareDevice)).toEqual([]);
});

test('share add says that the device may be shared after a breakdown of the server, if the list hides digits', async () => {
  terminal.http.reply(shareDevice, refused(500, '系统异常')).reply(listShares, [{ mobile: '138****0004' }]);
  const { code, stderr } = await physio('share', 'add', SNO, '13800000004');
  expect(code).toBe(1);
  expect(stderr).toContain(`${SNO} may now be shared with 138****0004. Check with: physio share list ${SNO}`);
  expect(stderr).not.toMatch(/Could not share|refused/);
});

test('share add says that the device may be shared after a timeout, even if the list does not show the person yet', async () => {
  terminal.http.reply(shareDevice, new Problem('timeout'));
  const { code, stderr } = await physio('share', 'add', SNO, '13800000004');
  expect(code).toBe(3);
  expect(stderr).toContain(`${SNO} may now be shared with 138****0004. Check with: physio share list ${SNO}`);
});

test('share add does not say that a device may be shared if the server turned the request away', async () => {
  terminal.http.reply(shareDevice, httpResponse({ status: 429 }));
  const { code, stderr } = await physio('share', 'add', SNO, '13800000004');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^physio: Too many requests/)]);
});

test('share add says that a device is not shared after a breakdown of the server, if nobody in the list can be the person', async () => {
  terminal.http.reply(shareDevice, refused(500, '系统异常'));
  const { code, stderr } = await physio('share', 'add', SNO, '13800000004');
  expect([code, stderr]).toEqual([
    1,
    `physio: Could not share ${SNO}. The server failed: 系统异常 (code 500). To list its shares: physio share list ${SNO}\n`,
  ]);
});
