// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, readLatest } from '../../src/core/device/api.ts';
import { listShares } from '../../src/core/share/api.ts';
import { stopDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, at, choosesTab, presses, sees } from './app-harness.tsx';
import { WORKS } from './under-treatment.ts';

const USES = aPage({ sysUserId: 'op1', money: 2 });
const RUNNING = { onOff: 1, function: 1, workTime: 30, useTime: 11 };
const appWithDevice = () => new AppHarness().withDevice();

interface DialogCase {
  title: string;
  text?: string;
  buttons: string[];
  openDialog: () => Promise<unknown> | unknown;
}

const dialogs: DialogCase[] = [
  // covers 2.entry.3a
  {
    title: '租赁设备',
    text: '是否代客户租赁设备？',
    buttons: ['否自己使用', '是代客户租赁'],
    openDialog: () => new AppHarness().reply(getUser, { assist: true }).open('/?sno=PL1001'),
  },
  // covers 2.entry.4a
  {
    title: '设备已锁定',
    text: '请查看其他设备或咨询店员',
    buttons: ['知道了', '重新扫码'],
    openDialog: () =>
      new AppHarness().reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_LOCKED' }).open('/?sno=PL1001'),
  },
  // covers 2.lease.5a
  {
    title: '当前不支持按时长租赁',
    buttons: ['知道了'],
    openDialog: () => {
      appWithDevice().open('/lease?renewal=2');
      return choosesTab('按时长租赁');
    },
  },
  // covers 2.modes.4a
  {
    title: '确认扣除一次使用次数？',
    text: '剩余次数 2',
    buttons: ['取消', '确认'],
    openDialog: () => {
      appWithDevice().reply(listCards, USES).open('/modeMenu');
      return presses('生物电');
    },
  },
  // covers 2.modes.5a
  {
    title: '启动次数已用完，请充值',
    buttons: ['取消', '去充值'],
    openDialog: () => {
      appWithDevice().open('/modeMenu');
      return presses('生物电');
    },
  },
  // covers 2.modes.6a
  {
    title: '设备不可用',
    buttons: ['知道了'],
    openDialog: () => {
      appWithDevice().reply(getDetail, { onlineStatusDesc: '离线' }).open('/modeMenu?isShare=true');
      return presses('生物电');
    },
  },
  // covers 2.custom.14a
  {
    title: '确认扣除次数启动理疗仪？',
    text: '剩余次数 2',
    buttons: ['取消', '确认'],
    openDialog: () => {
      appWithDevice().reply(listCards, USES).open('/custom');
      return presses('启动');
    },
  },
  // covers 4.treatment.11a
  {
    title: '是否中断并退出理疗？',
    buttons: ['返回', '确认'],
    openDialog: () => {
      appWithDevice().reply(readLatest, RUNNING).reply(checkDevice, WORKS).open('/process?sno=PL1001');
      return presses('停止理疗');
    },
  },
  // covers 2.share.3a
  {
    title: '确认取消该用户的设备分享？',
    text: '138 0000 0003',
    buttons: ['返回', '确认'],
    openDialog: () => {
      new AppHarness()
        .withOwnLease()
        .reply(listShares, [{ mobile: '13800000003' }])
        .open('/share');
      return presses('取消分享 138 0000 0003');
    },
  },
];

test.each(dialogs)(
  'The dialog “$title” shows $text and the buttons $buttons',
  async ({ title, text, buttons, openDialog }) => {
    await openDialog();
    const dialog = within(await screen.findByRole('alertdialog', { name: title }));
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
    if (text !== undefined) expect(dialog.getByText(text)).toBeTruthy();
  },
);

// covers 4.treatment.11b
test('Declining to stop returns to the treatment, which goes on', async () => {
  const app = appWithDevice().reply(readLatest, RUNNING).reply(checkDevice, WORKS).open('/process?sno=PL1001');
  await sees('生物电模式');
  await presses('停止理疗');
  await presses('返回');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(at()).toBe('/process?sno=PL1001');
  expect(app.calls(stopDevice)).toBe(0);
});
