// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getDetail, listDevices } from '../../src/core/device/api.ts';
import { applyLanguage } from '../../src/ui/start/page-language.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { aCard, aDevice, aPage } from '../helpers/wire.ts';
import { AppHarness, presses } from './app-harness.tsx';

const QUESTIONS = [
  [
    '/modeMenu',
    'zh-CN',
    /生物电/,
    '确认扣除一次使用次数？',
    ['客厅理疗仪', '编号 PL1001', '剩余次数 3', '门店 康健店'],
  ],
  ['/custom', 'zh-CN', '启动', '确认扣除次数启动理疗仪？', ['客厅理疗仪', '编号 PL1001', '剩余次数 3', '门店 康健店']],
  ['/modeMenu', 'en', /Bioelectric/, 'Deduct one use?', ['客厅理疗仪', 'No. PL1001', 'Uses left: 3', 'Shop: 康健店']],
  ['/custom', 'en', 'Start', 'Deduct one use and start?', ['客厅理疗仪', 'No. PL1001', 'Uses left: 3', 'Shop: 康健店']],
] as const;

test.each(QUESTIONS)(
  'The question before a deduction at %s in %s names the device, its number, the uses left and the shop',
  async (address, language, start, title, words) => {
    await applyLanguage(language);
    new AppHarness()
      .withDevice()
      .reply(getDetail, { sno: 'PL1001', name: '客厅理疗仪', onlineStatusDesc: '在线' })
      .reply(listDevices, [aDevice({ sno: 'PL1001', ownerId: 'op1', deviceName: '客厅理疗仪' })])
      .reply(listCards, aPage(aCard({ sysUserId: 'op1', operatorName: '康健店', money: 3 })))
      .open(address);
    await presses(start);
    const { textContent } = await screen.findByRole('alertdialog', { name: title });
    for (const each of words) expect(textContent).toContain(each);
  },
);
