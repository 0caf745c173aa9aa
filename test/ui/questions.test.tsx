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

const USES = aPage({ sysUserId: 'op1', money: 2 });
const RUNNING = { onOff: 1, function: 1, workTime: 30, useTime: 11 };
const atADevice = () => new AppHarness().withDevice();

interface Question {
  asked: string;
  more?: string;
  answers: string[];
  comes: () => Promise<unknown> | unknown;
}

const questions: Question[] = [
  // covers 2.entry.3a
  {
    asked: '租赁设备',
    more: '是否代客户租赁设备？',
    answers: ['否', '是'],
    comes: () => new AppHarness().reply(getUser, { assist: true }).open('/?sno=PL1001'),
  },
  // covers 2.entry.4a
  {
    asked: '设备已锁定',
    more: '请查看其他设备或咨询店员',
    answers: ['知道了'],
    comes: () => new AppHarness().reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_LOCKED' }).open('/?sno=PL1001'),
  },
  // covers 2.lease.5a
  {
    asked: '当前不支持按时长租赁',
    answers: ['知道了'],
    comes: () => {
      atADevice().open('/lease?renewal=2');
      return choosesTab('按时长租赁');
    },
  },
  // covers 2.modes.4a
  {
    asked: '确认扣除一次使用次数？',
    more: '剩余次数 2',
    answers: ['取消', '确认'],
    comes: () => {
      atADevice().reply(listCards, USES).open('/modeMenu');
      return presses('生物电');
    },
  },
  // covers 2.modes.5a
  {
    asked: '启动次数已用完，请充值',
    answers: ['取消', '去充值'],
    comes: () => {
      atADevice().open('/modeMenu');
      return presses('生物电');
    },
  },
  // covers 2.modes.6a
  {
    asked: '设备不可用',
    answers: ['知道了'],
    comes: () => {
      atADevice().reply(getDetail, { onlineStatusDesc: '离线' }).open('/modeMenu?isShare=true');
      return presses('生物电');
    },
  },
  // covers 2.custom.14a
  {
    asked: '确认扣除次数启动理疗仪？',
    more: '剩余次数 2',
    answers: ['取消', '确认'],
    comes: () => {
      atADevice().reply(listCards, USES).open('/custom');
      return presses('启动');
    },
  },
  // covers 4.treatment.11a
  {
    asked: '是否中断并退出理疗？',
    answers: ['返回', '确认'],
    comes: () => {
      atADevice().reply(readLatest, RUNNING).open('/process?sno=PL1001');
      return presses('停止理疗');
    },
  },
  // covers 2.share.3a
  {
    asked: '确认取消该用户的设备分享？',
    more: '138 0000 0003',
    answers: ['返回', '确认'],
    comes: () => {
      atADevice()
        .reply(listShares, [{ mobile: '13800000003' }])
        .open('/share');
      return presses('取消分享 138 0000 0003');
    },
  },
];

test.each(questions)(
  'The dialog “$asked” says $more and is answered by $answers',
  async ({ asked, more, answers, comes }) => {
    await comes();
    const dialog = within(await screen.findByRole('alertdialog', { name: asked }));
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(answers);
    if (more !== undefined) expect(dialog.getByText(more)).toBeTruthy();
  },
);

// covers 4.treatment.11b
test('Whoever would rather not stop is back at the treatment, which goes on', async () => {
  const app = atADevice().reply(readLatest, RUNNING).open('/process?sno=PL1001');
  await sees('生物电模式');
  await presses('停止理疗');
  await presses('返回');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(at()).toBe('/process?sno=PL1001');
  expect(app.calls(stopDevice)).toBe(0);
});
