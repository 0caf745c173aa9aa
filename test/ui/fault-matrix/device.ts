import {
  checkDevice,
  enterPage,
  getDetail,
  listDevices,
  listHistory,
  readLatest,
} from '../../../src/core/device/api.ts';
import { startDevice, stopDevice } from '../../../src/core/treatment/api.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { copy } from '../../../src/ui/copy/zh-CN-later.ts';
import type { AnyEndpoint, FakeServer } from '../../helpers/fake-server.ts';
import { type AppHarness, at, choosesTab, presses, sees } from '../app-harness.tsx';
import { RUNNING } from '../under-treatment.ts';
import { atADevice, isRead, leavesInDoubt, opened, retries, type Row, wayIn } from './row.ts';

const MINE = { id: 1, sno: 'PL1001', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op1', assist: false };
const DEVICES = '/my?tab=device';
const PROCESS = '/process?sno=PL1001';
const mine = (http: FakeServer) => http.reply(listDevices, [MINE]);
const running = (http: FakeServer) => http.reply(readLatest, RUNNING);
const isTreated = () => isRead('已理疗 11 分钟');
const isListed = () => isRead('客厅理疗仪');
const isUnderWay = () => at().startsWith('/process');
const tile = new RegExp(copy.modes.tiles.bio);
const onTheMenu = (app: AppHarness) => app.withDevice().open('/modeMenu');
const opensPanel = async () => {
  await presses(copy.treatment.share);
  await presses(copy.treatment.deviceManagement);
};

/** A mode that is chosen from the menu. */
const tapping = (call: AnyEndpoint, more: Partial<Row> = {}): Row => ({
  call,
  where: 'a mode tile',
  server: mine,
  comes: onTheMenu,
  acts: () => presses(tile),
  goesOn: retries,
  isWell: isUnderWay,
  ...more,
});

const start: Omit<Row, 'where' | 'acts' | 'goesOn'> = {
  call: startDevice,
  server: mine,
  says: (words, fault) =>
    leavesInDoubt(fault) ? [copy.treatment.unresponsive, copy.modes.mayHaveStarted(words)] : [words],
  isWell: isUnderWay,
};

export const deviceRows: Row[] = [
  opened(listDevices, 'the devices on lease', DEVICES, () => isRead(copy.my.noDevice)),
  wayIn(listDevices),
  opened(listDevices, 'a shared link', '/modeMenu?isShare=true&sno=PL1001', () => isRead(copy.my.number('PL1001'))),
  tapping(listDevices),
  {
    call: listDevices,
    where: 'what is known of a device',
    server: running,
    comes: async (app) => {
      app.withDevice().open(PROCESS);
      await sees('生物电模式');
    },
    acts: opensPanel,
    says: 'nothing',
    isWell: () => isRead('A4:CF:12:00'),
  },
  {
    call: listHistory,
    where: 'the devices before',
    comes: (app) => app.open(DEVICES),
    acts: () => choosesTab(copy.my.history),
    goesOn: retries,
    isWell: () => isRead(copy.my.noHistory),
  },
  {
    ...wayIn(checkDevice),
    goesOn: retries,
    isWell: () => at().startsWith('/lease'),
  },
  {
    call: checkDevice,
    where: 'a device of the list',
    server: mine,
    comes: async (app) => {
      app.open(DEVICES);
      await sees('客厅理疗仪');
    },
    acts: () => presses(/^客厅理疗仪/),
    goesOn: retries,
    isWell: () => at().startsWith('/modeMenu'),
  },
  opened(checkDevice, 'what runs now', DEVICES, isListed, { server: mine, says: 'nothing' }),
  opened(readLatest, 'what runs now', DEVICES, isListed, { server: mine, says: 'nothing' }),
  {
    call: getDetail,
    where: 'what is known of a device',
    server: running,
    comes: async (app) => {
      app.withDevice().open(PROCESS);
      await sees('生物电模式');
      await presses(copy.treatment.share);
    },
    acts: () => presses(copy.treatment.deviceManagement),
    goesOn: retries,
    isWell: () => isRead('A4:CF:12:00'),
  },
  opened(getDetail, 'a treatment', PROCESS, () => isTreated() && !isRead(copy.common.retry), {
    ...atADevice,
    server: running,
  }),
  tapping(getDetail, { says: 'nothing' }),
  opened(enterPage, 'a treatment', PROCESS, isTreated, { ...atADevice, server: running, says: 'nothing' }),
  opened(readLatest, 'a treatment', PROCESS, isTreated, { ...atADevice, server: running }),
  tapping(listCards),
  tapping(startDevice, { ...start, goesOn: (fault) => presses(leavesInDoubt(fault) ? copy.modes.tryAgain : tile) }),
  {
    ...start,
    where: 'the custom screen',
    comes: (app) => app.withDevice().open('/custom'),
    acts: () => presses(copy.custom.start),
    goesOn: (fault) => presses(leavesInDoubt(fault) ? copy.modes.tryAgain : copy.custom.start),
  },
  {
    call: stopDevice,
    where: 'a treatment',
    server: running,
    comes: async (app) => {
      app.withDevice().open(PROCESS);
      await sees('生物电模式');
      await presses(copy.treatment.stop);
    },
    acts: () => presses(copy.common.confirm),
    says: (words, fault) =>
      leavesInDoubt(fault)
        ? [copy.treatment.stopUnconfirmed, words]
        : [fault === 'says no' ? copy.treatment.stopRefused : words],
    goesOn: async (fault) => {
      await presses(fault === 'says no' ? copy.treatment.stop : copy.common.retry);
      if (fault === 'says no') await presses(copy.common.confirm);
    },
    isWell: () => at() === '/modeMenu?stop=1',
  },
];
