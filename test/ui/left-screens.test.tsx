// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updatePhone } from '../../src/core/account/api.ts';
import { checkDevice, listDevices } from '../../src/core/device/api.ts';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { AppHarness, at, choosesPlan, choosesTab, goTo, presses, sees } from './app-harness.tsx';
import type { AnyEndpoint, WireAnswer } from '../helpers/fake-server.ts';
import { types } from './typing.ts';

const DEVICE = { sno: 'PL2002', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op2', assist: false };
const OTHER = { sno: 'PL1001' };

/** The answer of an endpoint comes when the test says so. */
function slowly<Of extends AnyEndpoint>(app: AppHarness, endpoint: Of, answer: WireAnswer<Of>): () => Promise<void> {
  let comes = () => {};
  const slow = new Promise<void>((resolve) => (comes = resolve));
  app.reply(endpoint, () => slow.then(() => answer));
  return () => act(async () => comes());
}

/** Nothing of what the server says now leads anywhere else or turns to another device. */
async function staysAt(app: AppHarness, address: string): Promise<void> {
  await app.passes(10_000);
  expect([at(), app.current.selected]).toEqual([address, OTHER]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
}

const follows = async (name: string) => fireEvent.click(await screen.findByRole('link', { name }));

test('A device of the list that opens late neither is selected nor leads away from the tab that was chosen meanwhile', async () => {
  const app = new AppHarness().withDevice().reply(listDevices, [DEVICE]);
  app.open('/my?tab=device');
  await sees('客厅理疗仪');
  const comes = slowly(app, checkDevice, { ownerId: 'op2', status: 'DEVICE_WORKING' });
  await presses(/^客厅理疗仪/);
  await choosesTab(copy.my.accountTab);
  await comes();
  await staysAt(app, '/my?tab=my');
});

test('A code that was scanned on a screen which is left leads nowhere', async () => {
  const app = new AppHarness().withDevice().open('/my?tab=device');
  const comes = slowly(app, checkDevice, { ownerId: 'op2', status: 'DEVICE_FREE' });
  app.scanner.answers({ kind: 'scanned', text: 'PL2002' });
  await presses(/租设备/);
  await waitFor(() => expect(app.calls(checkDevice)).toBeGreaterThan(0));
  await choosesTab(copy.my.accountTab);
  await comes();
  await staysAt(app, '/my?tab=my');
});

test('An entry that is slow does not lead away from the screen that was opened instead', async () => {
  const app = new AppHarness().withDevice();
  const comes = slowly(app, checkDevice, { ownerId: 'op2', status: 'DEVICE_WORKING' });
  app.open('/?sno=PL2002');
  await sees(copy.entry.initializing);
  await act(async () => {
    window.history.pushState(null, '', '/my/about');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await screen.findByRole('heading', { name: copy.titles.about });
  await comes();
  await staysAt(app, '/my/about');
});

test('A shared link that opens late does not turn to its device once its screen is left', async () => {
  const app = new AppHarness().withDevice();
  const comes = slowly(app, listDevices, []);
  app.open('/modeMenu?isShare=true&sno=PL2002');
  await presses(copy.common.back);
  await follows(copy.titles.about);
  await screen.findByRole('heading', { name: copy.titles.about });
  await comes();
  await staysAt(app, '/my/about');
});

test('A phone number that is bound late is told, and leads nowhere from another screen', async () => {
  const app = new AppHarness().withDevice();
  const comes = slowly(app, updatePhone, null);
  app.open('/login');
  await types(copy.login.mobile, '13800001234');
  await types(copy.login.code, '4711');
  await presses(copy.login.bind);
  await presses(copy.common.back);
  await follows(copy.titles.about);
  await comes();
  await sees(copy.login.bound);
  expect(at()).toBe('/my/about');
});

test('A payment that is called off after its screen was left changes neither the screen nor the order whose detail is shown', async () => {
  const app = new AppHarness().withDevice();
  let callsOff = () => {};
  app.bridge.answers(() => new Promise((resolve) => (callsOff = () => resolve({ result: 'cancel' }))));
  app.open('/lease');
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await waitFor(() => expect(app.bridge.asked).toHaveLength(1));
  await act(async () => undefined);
  goTo('/my/about');
  await screen.findByRole('heading', { name: copy.titles.about });
  await act(async () => callsOff());
  await sees(copy.payment.cancelled);
  await staysAt(app, '/my/about');
  expect(app.kept('shownOrder')).toBeNull();
});

test('A payment that is called off on its own screen leads to the order, which is then the one whose detail is shown', async () => {
  const app = new AppHarness().withDevice();
  app.bridge.answers({ result: 'cancel' });
  app.open('/lease');
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await waitFor(() => expect(at()).toMatch(/^\/orderDetail/));
  expect(app.kept('shownOrder')).toMatchObject({ number: 'L100' });
});
