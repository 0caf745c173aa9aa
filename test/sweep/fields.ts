import { AT_REST } from './scenes.ts';
import type { Command } from './terminal.ts';
import { type SweptCall, WORLD } from './world.ts';

const paid = WORLD['order.getLeaseOrder'];

export const COMMANDS: readonly Command[] = [
  { words: 'device list' },
  { words: 'device history' },
  { words: 'device show PL1001' },
  { words: 'device check PL1001', says: AT_REST },
  { words: 'device enter PL1001' },
  { words: 'treatment show PL1001' },
  { words: 'support PL1001' },
  { words: 'order list' },
  { words: 'order show L100' },
  { words: 'order list --cards --operator op1' },
  { words: 'card list' },
  { words: 'refund list' },
  { words: 'plan list PL1001 --by duration' },
  { words: 'plan list PL1001 --by uses' },
  { words: 'share list PL1001' },
  { words: 'account show' },
  {
    words: 'treatment start PL1001 --mode bio',
    says: AT_REST,
  },
  { words: 'treatment stop PL1001 --yes', says: AT_REST },
  { words: 'order pay L100 --dry-run --yes', says: { 'order.getLeaseOrder': { ...paid, status: '待支付' } } },
];

/** A field of a command's JSON, its words for people, and the facts of an answer without which neither is there. */
export type Field = [command: string, field: RegExp, words: RegExp, call: SweptCall, rests: string];

const WITHOUT = /(?!)/;

const STATE: readonly [field: RegExp, words: RegExp, rests: string][] = [
  [/"on":(true|false)/, /state\s+(running|idle)/, 'onOff'],
  [/"minutes":\d/, /of \d+ min/, 'workTime'],
  [/"usedMinutes":\d/, /\d+ of \d+ min/, 'useTime'],
  [/"voltage":6\b/, WITHOUT, 'voltage'],
  [/"frequency":3\b/, WITHOUT, 'freq'],
  [/"waveform":2\b/, WITHOUT, 'wave'],
  [/"infrared":4\b/, WITHOUT, 'grade'],
  [/"remainingUses":\d/, WITHOUT, 'useNum'],
];

/** field → the facts that it rests on. */
export const FIELDS: readonly Field[] = [
  ['device check PL1001', /"status":"free"/, /\bfree\b/, 'device.checkDevice', 'status'],
  ...['device show PL1001', 'treatment show PL1001'].flatMap((command) =>
    STATE.map(([field, words, rests]): Field => [command, field, words, 'device.readLatest', rests]),
  ),
  ['treatment show PL1001', /"beganAt":"/, /began/, 'device.readLatest', 'useTime'],
  [
    'device show PL1001',
    /"online":(true|false)/,
    /connection\s+(online|offline)/,
    'device.getDetail',
    'onlineStatusDesc',
  ],
  ['device list', /"online":(true|false)/, /online|offline/, 'device.listDevices', '[].onlineStatus'],
  [
    'device list',
    /"(expiresAt":"|remainingDays":-?\d)/,
    /\d{4}-|left|ended/,
    'device.listDevices',
    '[].expirationTime',
  ],
  ['device history', /"expiresAt":"/, /\d{4}-/, 'device.listHistory', '[].expirationTime'],
  [
    'order list',
    /"state":"(to-pay|paid|cancelled)"/,
    /to-pay|paid|cancelled/,
    'order.listLeaseOrders',
    'records[].status',
  ],
  ['order list', /"orderedAt":"/, WITHOUT, 'order.listLeaseOrders', 'records[].ctime'],
  [
    'order show L100',
    /"state":"(to-pay|paid|cancelled)"/,
    /state\s+(to-pay|paid|cancelled)/,
    'order.getLeaseOrder',
    'status',
  ],
  ['order show L100', /"paidAt":"/, /paid at/, 'order.getLeaseOrder', 'payTime'],
  ['order list --cards --operator op1', /"uses":\d/, WITHOUT, 'order.listCardOrders', 'records[].fee'],
  ['card list', /"remainingUses":\d/, WITHOUT, 'wallet.listCards', 'records[].money'],
  ['card list', /"lastUsedAt":"/, /\d{4}-/, 'wallet.listCards', 'records[].utime'],
  ['refund list', /"amountFen":\d/, /￥/, 'wallet.listRefunds', 'records[].amount'],
  ['plan list PL1001 --by duration', /"priceFen":\d/, /￥49/, 'lease.listDurationPlans', 'list[].price'],
  ['plan list PL1001 --by duration', /"originalFen":\d/, /￥69/, 'lease.listDurationPlans', 'list[].originPrice'],
  [
    'treatment stop PL1001 --yes',
    /"outcome":"(stopped|not-running)"/,
    /Stopped|not running/,
    'device.readLatest',
    'onOff',
  ],
  [
    'treatment stop PL1001 --yes',
    /"outcome":"(stopped|not-running)"/,
    /Stopped|not running/,
    'device.checkDevice',
    'status',
  ],
  ['share list PL1001', /"since":"/, /\d{4}-/, 'share.listShares', '[].ctime'],
];
