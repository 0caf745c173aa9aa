// @vitest-environment happy-dom
import { screen, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { checkDevice, listDevices, readLatest } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { stopDevice } from '../../src/core/treatment/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { AppHarness, at, doesNotSee, presses, sees } from './app-harness.tsx';
import { RUNNING, running } from './under-treatment.ts';
import { PageStartFailed } from '../../src/ui/parts/failure/PageStartFailed.tsx';

const MINE = [
  {
    sno: 'PL1001',
    deviceName: '客厅理疗仪',
    onlineStatus: '在线',
    ownerId: 'op1',
    assist: false,
    expirationTime: 9e12,
  },
];

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

/** A bug: a text that the screen renders throws. */
const throwBug = () => {
  throw new TypeError('words is not a function');
};
const findBrokenScreen = () => screen.findByRole('heading', { name: copy.screenFailed.title });
/** The takeReports errors: the code, the message of the cause, and whether the cause has a stack. */
const takeReports = (app: AppHarness) =>
  app.reporter
    .take()
    .map((error) => [
      (error as Problem).code,
      (error.cause as Error).message,
      /at .*\.tsx?/.test((error.cause as Error).stack ?? ''),
    ]);
const BUG_REPORT = ['internal', 'words is not a function', true];

test('A broken screen says that it is broken, and can be rendered again', async () => {
  const words = vi.spyOn(copy.my, 'remainingDays').mockImplementation(throwBug);
  const app = new AppHarness().reply(listDevices, MINE).open('/my?tab=device');
  await findBrokenScreen();
  await sees(copy.screenFailed.hint);
  expect(doesNotSee(copy.safety.mayStillRun)).toBe(true);
  expect(takeReports(app)).toEqual([BUG_REPORT]);
  words.mockRestore();
  await presses(copy.common.retry);
  await sees('客厅理疗仪');
});

test('A treatment whose screen is broken can be stopped from its notice, which warns, names the support, and offers another try', async () => {
  vi.spyOn(copy.treatment, 'remaining').mockImplementation(throwBug);
  const app = running().open('/process?sno=PL1001');
  await findBrokenScreen();
  await sees(copy.support.inTheShop);
  expect(takeReports(app)).toContainEqual(BUG_REPORT);
  app.http.fails(stopDevice, new Problem('network'));
  await presses(copy.treatment.stop);
  expect(app.calls(stopDevice)).toBe(0);
  await presses(copy.common.confirm);
  await sees(copy.treatment.stopUnconfirmed);
  expect(screen.getAllByText(copy.safety.mayStillRun)).toHaveLength(1);
  app.http.recovers(stopDevice);
  await presses(copy.treatment.stopAgain);
  await sees(copy.treatment.stopped);
  expect(at()).toContain('/modeMenu');
  app.reporter.take();
});

test('While a treatment runs, a broken screen keeps the bar that leads to the treatment', async () => {
  const app = new AppHarness()
    .reply(listDevices, MINE)
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_WORKING' })
    .reply(readLatest, RUNNING);
  app.startedHere(0, { state: { on: true, workMinutes: 30 }, ran: true });
  vi.spyOn(copy.my, 'remainingDays').mockImplementation(throwBug);
  app.open('/my?tab=device');
  await findBrokenScreen();
  await sees(copy.safety.mayStillRun);
  await presses(/理疗中/);
  await screen.findByRole('button', { name: copy.treatment.stop });
  expect(at()).toBe('/process?sno=PL1001');
  expect(takeReports(app)).toEqual([BUG_REPORT]);
});

test('A broken overlay leaves the treatment and its stop button usable', async () => {
  const app = running();
  app.sheetAnswered('ok');
  const encode = encodeURIComponent;
  vi.spyOn(globalThis, 'encodeURIComponent').mockImplementation((text) =>
    text === 'L100' ? throwBug() : encode(text),
  );
  app.open('/process?sno=PL1001');
  await screen.findByRole('button', { name: copy.treatment.stop });
  await app.advance(30_000);
  expect(doesNotSee(copy.payment.confirming)).toBe(true);
  expect(takeReports(app)).toContainEqual(BUG_REPORT);
  expect(screen.getByRole('button', { name: copy.treatment.stop })).toBeTruthy();
});

test('A page that cannot start while a device may run says how to stop it, without a contact that it does not know', () => {
  render(<PageStartFailed problem={new Problem('network')} mayRun onRetry={() => undefined} />);
  expect(screen.getByRole('alert').textContent).toBe(
    '设备可能仍在运行，请按设备上的停止键请到设备所在门店联系店员，工作人员会协助您处理。',
  );
});

test('A page that cannot start while no device may run gives no warning', () => {
  render(<PageStartFailed problem={new Problem('configuration')} mayRun={false} onRetry={() => undefined} />);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('没有读到app-config.json，请检查部署。')).toBeTruthy();
});
