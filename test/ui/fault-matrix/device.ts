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
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import type { AnyEndpoint, FakeServer } from '../../helpers/fake-server.ts';
import { type AppHarness, at, choosesTab, presses, sees } from '../app-harness.tsx';
import { screenOf } from '../../helpers/addresses.ts';
import { WORKS, RUNNING } from '../under-treatment.ts';
import { BUG, LOST, withSelectedDevice, isShown, onOpening, retries, type Row, onEntry } from './row.ts';

const MINE = { id: 1, sno: 'PL1001', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op1', assist: false };
const DEVICES = '/my?tab=device';
const PROCESS = '/process?sno=PL1001';
const mine = (http: FakeServer) => http.reply(listDevices, [MINE]);
const running = (http: FakeServer) => http.reply(readLatest, RUNNING).reply(checkDevice, WORKS);
const showsTreatment = () => isShown('已理疗 11 分钟');
const showsDevice = () => isShown('客厅理疗仪');
const isAtTreatment = () => at().startsWith('/process');
const bioTile = new RegExp(copy.modes.tiles.bio);
const openMenu = (app: AppHarness) => app.withDevice().open('/modeMenu');
const openPanel = async () => {
  await presses(copy.device.more);
  await presses(copy.treatment.deviceManagement);
};

/** Tapping a mode in the menu. */
const tapping = (call: AnyEndpoint, more: Partial<Row> = {}): Row => ({
  call,
  place: 'a mode tile',
  server: mine,
  setUp: openMenu,
  trigger: () => presses(bioTile),
  retry: retries,
  hasSucceeded: isAtTreatment,
  ...more,
});

const start: Omit<Row, 'place' | 'trigger' | 'retry'> = {
  call: startDevice,
  server: mine,
  messages: (words, fault) =>
    fault === LOST ? [copy.treatment.unresponsive, copy.modes.mayHaveStarted(words)] : [words],
  hasSucceeded: isAtTreatment,
};

export const deviceRows: Row[] = [
  onOpening(listDevices, 'the device list', DEVICES, () => isShown(copy.my.noDevice)),
  onEntry(listDevices),
  onOpening(listDevices, 'the sharing of a device', '/share?sno=PL1001', () => isShown(copy.share.notYours)),
  tapping(listDevices),
  {
    call: listDevices,
    place: 'the device panel',
    server: running,
    setUp: async (app) => {
      app.withDevice().open(PROCESS);
      await sees('生物电模式');
    },
    trigger: openPanel,
    messages: 'nothing',
    hasSucceeded: () => isShown('A4:CF:12:00'),
  },
  {
    call: listHistory,
    place: 'the lease history',
    setUp: (app) => app.open(DEVICES),
    trigger: () => choosesTab(copy.my.history),
    retry: retries,
    hasSucceeded: () => isShown(copy.my.noHistory),
  },
  {
    ...onEntry(checkDevice),
    retry: retries,
    hasSucceeded: () => at().startsWith('/lease'),
  },
  {
    call: checkDevice,
    place: 'a tapped device',
    server: mine,
    setUp: async (app) => {
      app.open(DEVICES);
      await sees('客厅理疗仪');
    },
    trigger: () => presses(/^客厅理疗仪/),
    retry: retries,
    hasSucceeded: () => at().startsWith('/modeMenu'),
  },
  onOpening(checkDevice, 'the card of the running treatment', DEVICES, showsDevice, {
    server: mine,
    messages: 'nothing',
  }),
  onOpening(readLatest, 'the card of the running treatment', DEVICES, showsDevice, {
    server: mine,
    messages: 'nothing',
  }),
  {
    call: getDetail,
    place: 'the device panel',
    server: running,
    setUp: async (app) => {
      app.withDevice().open(PROCESS);
      await sees('生物电模式');
      await presses(copy.device.more);
    },
    trigger: () => presses(copy.treatment.deviceManagement),
    retry: retries,
    hasSucceeded: () => isShown('A4:CF:12:00'),
  },
  onOpening(getDetail, 'the treatment screen', PROCESS, () => showsTreatment() && !isShown(copy.common.retry), {
    ...withSelectedDevice,
    server: running,
  }),
  tapping(getDetail, { messages: 'nothing' }),
  onOpening(enterPage, 'the treatment screen', PROCESS, showsTreatment, {
    ...withSelectedDevice,
    server: running,
    messages: 'nothing',
  }),
  onOpening(readLatest, 'the treatment screen', PROCESS, showsTreatment, { ...withSelectedDevice, server: running }),
  tapping(listCards),
  tapping(startDevice, {
    ...start,
    retry: (fault) => presses(fault === BUG ? copy.common.retry : fault === LOST ? copy.modes.tryAgain : bioTile),
  }),
  {
    ...start,
    place: 'the custom screen',
    setUp: (app) => app.withDevice().open('/custom'),
    trigger: () => presses(copy.custom.start),
    retry: (fault) =>
      presses(fault === BUG ? copy.common.retry : fault === LOST ? copy.modes.tryAgain : copy.custom.start),
  },
  {
    call: stopDevice,
    place: 'the treatment screen',
    server: running,
    setUp: async (app) => {
      app.withDevice().open(PROCESS);
      await sees('生物电模式');
      await presses(copy.treatment.stop);
    },
    trigger: () => presses(copy.common.confirm),
    messages: (words, fault) =>
      fault === LOST ? [copy.treatment.stopUnconfirmed, words] : [copy.treatment.stopRefused],
    retry: () => presses(copy.treatment.stopAgain),
    hasSucceeded: () => at() === screenOf('/modeMenu', { rest: 'stop=1' }),
  },
];
