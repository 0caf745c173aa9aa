// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, listDevices } from '../../src/core/device/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { aDevice } from '../helpers/wire.ts';
import { AppHarness, PAID_ORDER, sees } from './app-harness.tsx';

const CUT_OFF = new Problem('timeout');

/** The rental of another customer of this assistant. */
const OF_NEXT = aDevice({
  sno: 'PL1001',
  assist: true,
  ownerId: 'op1',
  orderNo: 'ZL2',
  expirationTime: '2026-06-01 09:00:00',
});

function withRentalOfNext(): AppHarness {
  return new AppHarness()
    .reply(getUser, { assist: true })
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' })
    .reply(listDevices, [OF_NEXT]);
}

test.each([
  ['the list of devices', (app: AppHarness) => app.reply(listDevices, CUT_OFF)],
  ['whether the device is in use', (app: AppHarness) => app.reply(checkDevice, CUT_OFF)],
])(
  'Who is told that somebody else rents the device is sold no days of it once the page returns and cannot read %s',
  async (_, fails) => {
    const app = new AppHarness().reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' });
    app.open('/lease?sno=PL1001&assist=false');
    await sees('设备已被租用');
    fails(app);
    await app.resumes();
    await app.advance(20_000);
    expect(await sees('设备已被租用')).toBeTruthy();
    expect(screen.queryByRole('radio', { name: /7天/ })).toBeNull();
  },
);

test('Who is told whose rental an order extends still reads it once the page returns and cannot read the list of devices', async () => {
  const app = withRentalOfNext().open('/lease?sno=PL1001&assist=true');
  await sees('此设备正在代客租用');
  app.reply(listDevices, CUT_OFF);
  await app.resumes();
  await app.advance(20_000);
  expect(await sees('此设备正在代客租用')).toBeTruthy();
  expect(await sees('付款会延长这份租期（目前至 2026-06-01）')).toBeTruthy();
});

test('The order of another day does not lead to the device of the next customer once the page returns and cannot read the list', async () => {
  const app = withRentalOfNext()
    .reply(getLeaseOrder, { ...PAID_ORDER, orderNo: 'ZL1', payTime: '2026-02-01 09:00:00' })
    .open('/orderDetail?orderNo=ZL1&isCardItem=false');
  await screen.findByRole('button', { name: '查看设备' });
  app.reply(listDevices, CUT_OFF);
  await app.resumes();
  await app.advance(20_000);
  await waitFor(() => expect(screen.queryByRole('button', { name: '使用设备' })).toBeNull());
  expect(screen.getByRole('button', { name: '查看设备' })).toBeTruthy();
});
