// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { listDevices } from '../../src/core/device/api.ts';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { AppHarness, at, doesNotSee, presses, sees } from './app-harness.tsx';
import { running } from './under-treatment.ts';

const MINE = [{ sno: 'PL1001', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op1', assist: false, expirationTime: 9e12 }];

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

/** A fault of ours: words that are needed to draw a screen cannot be made. */
const fault = () => {
  throw new TypeError('words is not a function');
};
const isBroken = () => screen.findByRole('heading', { name: copy.screenFailed.broken });

test('A screen that breaks says that it is broken, not that it has not loaded, and is drawn again when it is told to', async () => {
  const words = vi.spyOn(copy.my, 'remainingDays').mockImplementation(fault);
  new AppHarness().reply(listDevices, MINE).open('/my?tab=device');
  await isBroken();
  expect([doesNotSee(copy.screenFailed.title), doesNotSee(copy.safety.mayStillRun)]).toEqual([true, true]);
  words.mockRestore();
  await presses(copy.common.retry);
  await sees('客厅理疗仪');
});

test('A screen that breaks does not stay in the way of the others', async () => {
  vi.spyOn(copy.my, 'remainingDays').mockImplementation(fault);
  new AppHarness().reply(listDevices, MINE).open('/my?tab=device');
  await isBroken();
  fireEvent.click(screen.getByRole('link', { name: copy.notFound.home }));
  await sees('李奶奶');
  expect(at()).toBe('/my');
});

test('A treatment whose screen breaks is said to go on perhaps, with the way to stop it by hand and who helps', async () => {
  vi.spyOn(copy.treatment, 'remaining').mockImplementation(fault);
  running().open('/process?sno=PL1001');
  await isBroken();
  await sees(copy.safety.mayStillRun);
  await sees(copy.support.inTheShop);
});

test('What breaks over a treatment leaves the treatment and its stop', async () => {
  const app = running();
  app.visit.set('payment', { order: { number: 'L100', kind: 'lease', amountFen: 4900 }, answer: 'ok', at: app.clock.now() });
  vi.spyOn(URLSearchParams.prototype, 'set').mockImplementation(fault);
  app.open('/process?sno=PL1001');
  await screen.findByRole('button', { name: copy.treatment.stop });
  await app.passes(30_000);
  expect(doesNotSee(copy.payment.confirming)).toBe(true);
  expect(screen.getByRole('button', { name: copy.treatment.stop })).toBeTruthy();
});
