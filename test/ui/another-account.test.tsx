// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prePay } from '../../src/core/checkout/api.ts';
import { checkDevice, readLatest } from '../../src/core/device/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { AccountScope } from '../../src/core/state/account-scope.ts';
import { accountOf } from '../helpers/create-test-app.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, LEASE_ORDER, presses, sees } from './app-harness.tsx';
import { RUNNING } from './under-treatment.ts';

/** Opens the link of another account in another tab of this phone. */
const anotherAccountOpens = ({ storage }: AppHarness) =>
  new AccountScope(storage.anotherPage()).enterAlone(accountOf('another person'));

test('A payment said to be ok is not offered again after another account was opened on the phone', async () => {
  const app = new AppHarness().reply(getLeaseOrder, LEASE_ORDER).reply(listLeaseOrders, aPage(LEASE_ORDER));
  app.bridge.answers({ result: 'ok' }, { result: 'ok' });
  app.open('/my/orderList');
  await presses('去支付 L100');
  await sees('支付结果确认中');
  anotherAccountOpens(app);
  await app.advance(12_000);
  await app.resumes();
  await app.advance(12_000);
  expect([screen.queryByRole('button', { name: '去支付 L100' }), app.calls(prePay)]).toEqual([null, 1]);
});

test('A running treatment is still shown after another account was opened on the phone and the page was reloaded', async () => {
  const app = new AppHarness()
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_WORKING' })
    .reply(readLatest, RUNNING);
  const at = app.clock.now() - 11 * 60_000;
  app.treatments.started.set({ sno: 'PL1001', at, state: { on: true, workMinutes: 30 }, ran: true });
  app.open('/my?tab=my');
  await sees(/理疗中/);
  anotherAccountOpens(app);
  cleanup();
  app.open('/my?tab=my');
  await sees('订单记录');
  await app.advance(35_000);
  expect(await sees(/理疗中/)).toBeTruthy();
});
