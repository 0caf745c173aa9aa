import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { getDetail, listDevices, listHistory } from '../../src/core/device/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { listCards, listRefunds } from '../../src/core/wallet/api.ts';
import { aCard, aCardOrder, aDevice, aLeaseOrder, aPage, online } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';
import { answersWell, SNO } from './well-behaved-server.ts';

/** What an operator or a shop may write wherever the server has a name. */
const NAME = '王先生13812345678';
const PHONE = /13812345678/;

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  const order = aLeaseOrder({
    deviceName: NAME,
    serviceModeName: NAME,
    operatorName: NAME,
    status: NAME,
    statusCode: 1,
  });
  answersWell(terminal.http)
    .reply(getUser, { mobile: '13800000009', nickname: NAME, assist: false })
    .reply(listDevices, [aDevice({ deviceName: NAME, deviceArea: NAME, ownerName: NAME, shareUserName: NAME })])
    .reply(listHistory, [{ id: 1, sno: SNO, deviceName: NAME, ownerName: NAME }])
    .reply(getDetail, { ...online, name: NAME, belongOperatorName: NAME })
    .reply(listCards, aPage(aCard({ operatorName: NAME })))
    .reply(listRefunds, aPage({ refundNo: 'R-1', operatorName: NAME, statusDesc: NAME, amount: 1 }))
    .reply(listLeaseOrders, aPage(order))
    .reply(getLeaseOrder, order)
    .reply(listCardOrders, aPage(aCardOrder({ operatorName: NAME, serviceModeName: NAME })));
});
afterEach(() => terminal.close());

const commands = [
  'account show',
  'device list',
  'device history',
  `device show ${SNO}`,
  `device check ${SNO}`,
  `device check ${SNO} --format prometheus`,
  'order list',
  'order list --cards --operator shop-1',
  'order show L-100',
  'order cancel L-100 --yes',
  'card list',
  'refund list',
  `treatment start ${SNO} --mode bio --dry-run`,
  `treatment start ${SNO} --mode bio`,
  `support ${SNO}`,
];

test.each(commands.flatMap((typed) => (typed.includes('--format') ? [typed] : [typed, `${typed} --json`])))(
  'physio %s prints no phone number in a name of the server',
  async (typed) => {
    const { stdout, stderr } = await terminal.physio(typed.split(' '), SIGNED_IN);
    expect(stdout + stderr).not.toMatch(PHONE);
    expect(stdout + stderr).not.toBe('');
  },
);

test('order cancel names no phone number in the word of an order whose status it does not know', async () => {
  terminal.http.reply(getLeaseOrder, aLeaseOrder({ status: NAME, statusCode: 9 }));
  const { stderr } = await terminal.physio(['order', 'cancel', 'L-100', '--yes'], SIGNED_IN);
  expect(stderr).toContain('王先生138****5678');
});

test('A report file that everybody may read contains no phone number in the name of a device', async () => {
  const words = ['device', 'check', SNO, '--format', 'prometheus', '--output', 'physio.prom'];
  await terminal.physio(words, SIGNED_IN);
  const report = readFileSync(path.join(terminal.home, 'physio.prom'), 'utf8');
  expect(report).toContain('name="王先生138****5678"');
});

test('Names are printed whole with --show-phones', async () => {
  const { stdout } = await terminal.physio(['order', 'show', 'L-100', '--show-phones'], SIGNED_IN);
  expect(stdout).toMatch(PHONE);
  expect((await terminal.physio(['device', 'list', '--show-phones'], SIGNED_IN)).stdout).toMatch(PHONE);
});
