// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkDevice, listDevices, readLatest } from '../../src/core/device/api.ts';
import { MINUTE } from '../../src/core/basics/time.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { screenOf } from '../helpers/addresses.ts';
import { aCard, aDevice, aPage } from '../helpers/wire.ts';
import { AppHarness, at, doesNotSee, goTo, presses, sees } from './app-harness.tsx';
import { RUNNING, WORKS } from './under-treatment.ts';

const FRIENDS = 'PL2002';
const cardWith = (uses: number) => aPage(aCard({ sysUserId: 'op1', money: uses }));

test('A device that only a friend’s link calls shared takes no use without the question, also after its treatment was reopened', async () => {
  const app = new AppHarness().reply(listCards, cardWith(5)).open(`/modeMenu?isShare=true&sno=${FRIENDS}`);
  app.reply(startDevice, () => {
    const began = app.clock.now();
    const minutes = () => Math.floor((app.clock.now() - began) / MINUTE);
    app.reply(checkDevice, WORKS).reply(readLatest, () => ({ ...RUNNING, useTime: minutes() }));
    return { OnOff: 1 };
  });
  await presses(/生物电/);
  await sees('确认扣除一次使用次数？');
  await presses('确认');
  await waitFor(() => expect(at()).toContain('/process'));
  goTo('/my?tab=my');
  await presses(/理疗中/);
  await waitFor(() => expect(at()).toBe(screenOf('/process', { sno: FRIENDS })));
  await app.advance(29 * MINUTE);
  app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_FREE' }).reply(readLatest, { ...RUNNING, onOff: 0 });
  await app.advance(11_000);
  await presses('确认完成');
  await sees(`编号 ${FRIENDS}`);
  await presses(/生物电/);
  expect(await sees('确认扣除一次使用次数？')).toBeTruthy();
  expect(app.calls(startDevice)).toBe(1);
});

test.each([0, 4])(
  'After a stop, a device that a friend shares starts freely as before for a customer whose card has %i uses',
  async (uses) => {
    const app = new AppHarness()
      .withDevice('PL1001')
      .reply(listDevices, [aDevice({ sno: FRIENDS, ownerId: 'op1', shareUserId: 'u7', shareUserName: '老王' })])
      .reply(listCards, cardWith(uses))
      .reply(checkDevice, WORKS)
      .reply(readLatest, RUNNING)
      .open(screenOf('/process', { sno: FRIENDS }));
    await presses('停止理疗');
    await presses('确认');
    await waitFor(() => expect(at()).toContain('/modeMenu'));
    app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' });
    await app.advance(MINUTE);
    await presses(/睡眠/);
    await waitFor(() => expect(app.http.data(startDevice)).toMatchObject([{ sno: FRIENDS }]));
    expect([doesNotSee(/扣除|用完/), screen.queryByRole('alertdialog')]).toEqual([true, null]);
  },
);
