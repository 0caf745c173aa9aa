// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { stepsOf, withOther } from '../core/api/shapes.ts';
import { COMMANDS } from './fields.ts';
import { SCENES } from './scenes.ts';
import { type Guess, sweep } from './sweep.ts';
import { sweepCommand } from './sweep-command.ts';
import type { Source } from './variations.ts';

const NOW = '2026-03-02 09:00:00';

/** What a reader might take for a fact that is gone. */
const GUESSES: readonly [guess: string, place: string, call: Source, path: string, value: unknown][] = [
  ['no minute has passed', 'a treatment', 'device.readLatest', 'useTime', 0],
  ['the usual minutes', 'a treatment', 'device.readLatest', 'workTime', 30],
  ['it is off', 'a device at rest', 'device.readLatest', 'onOff', 0],
  ['the first function', 'a treatment', 'device.readLatest', 'function', 1],
  ['infrared is off', 'a treatment', 'device.readLatest', 'subFunction', 0],
  ['the first voltage', 'a treatment', 'device.readLatest', 'voltage', 1],
  ['no minute has passed since a push', 'a treatment by its pushes', 'push', 'UseTime', 0],
  ['it is as before', 'a treatment by its pushes', 'later push', 'Function', 1],
  ['the lease ends today', 'the devices', 'device.listDevices', '[].expirationTime', NOW],
  ['it is offline', 'the devices', 'device.listDevices', '[].onlineStatus', '离线'],
  ['it is on behalf', 'the devices', 'device.listDevices', '[].assist', true],
  ['no use is left', 'the cards', 'wallet.listCards', 'records[].money', 0],
  ['it costs nothing', 'the plans', 'lease.listDurationPlans', 'list[].price', 0],
  ['it is paid', 'the orders', 'order.listLeaseOrders', 'records[].status', '支付完成'],
  ['nothing was paid', 'the orders', 'order.listLeaseOrders', 'records[].payMoney', 0],
  ['it is still to pay', 'a paid order', 'order.getLeaseOrder', 'status', '待支付'],
  ['it was paid now', 'a paid order', 'order.getLeaseOrder', 'payTime', NOW],
  ['nothing was refunded', 'the refunds', 'wallet.listRefunds', 'records[].amount', 0],
  ['a former lease ends today', 'the lease history', 'device.listHistory', '[].expirationTime', NOW],
  ['the first frequency', 'a start', 'treatment.startDevice', 'freq', 3],
  ['somebody else started it', 'a treatment', 'device.checkDevice', 'status', 'DEVICE_USED'],
  ['no minute has passed', 'treatment show PL1001', 'device.readLatest', 'useTime', 0],
  ['the usual minutes', 'device show PL1001', 'device.readLatest', 'workTime', 30],
  ['it is paid', 'order list', 'order.listLeaseOrders', 'records[].status', '支付完成'],
  ['no use is left', 'card list', 'wallet.listCards', 'records[].money', 0],
  ['it is off', 'treatment stop PL1001 --yes', 'device.readLatest', 'onOff', 0],
  ['it is free', 'treatment stop PL1001 --yes', 'device.checkDevice', 'status', 'DEVICE_FREE'],
  ['it is free', 'device check PL1001', 'device.checkDevice', 'status', 'DEVICE_FREE'],
];

describe('The sweep finds a reader that guesses', () => {
  test.each(GUESSES)('%s: %s', async (_, place, call, path, value) => {
    const guess: Guess = ({ path: changed, isGone, wire, read }) =>
      changed === path && isGone && read !== 'rejected' ? withOther(wire, stepsOf(path), value) : wire;
    const scene = SCENES.find(({ name }) => name === place);
    const command = COMMANDS.find(({ words }) => words === place);
    const swept = scene
      ? await sweep(scene, [call], { guess, only: path })
      : command && (await sweepCommand(command, [call], { guess, only: path }));
    expect(swept?.findings.length).toBeGreaterThan(0);
    expect(swept?.findings.every((finding) => finding.includes(` ${path} `))).toBe(true);
  });

  test('A treatment that somebody else is guessed to have started cannot be stopped', async () => {
    const scene = SCENES.find(({ name }) => name === 'a treatment');
    if (!scene) throw new Error('no treatment');
    const guess: Guess = ({ isGone, wire, read }) =>
      isGone && read !== 'rejected' ? withOther(wire, ['status'], 'DEVICE_USED') : wire;
    const { findings } = await sweep(scene, ['device.checkDevice'], { guess, only: 'status' });
    expect(findings).toContainEqual(expect.stringContaining('stops nothing'));
  });
});
