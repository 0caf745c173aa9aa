import { checkDevice, enterPage, getDetail, listDevices, listHistory, readLatest } from '../../../src/core/device/api.ts';
import { startDevice, stopDevice } from '../../../src/core/treatment/api.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { copy } from '../../../src/ui/copy/zh-CN-later.ts';
import { at, choosesTab, ok, presses, sees, type Shop } from '../shop.tsx';
import { isRead, retries, type FaultName, type Row } from './row.ts';

const MINE = { id: 1, sno: 'PL1001', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op1', assist: false };
const RUNNING = { onOff: 1, function: 1, subFunction: 1, voltage: 6, freq: 1, grade: 4, workTime: 30, useTime: 11 };
const mine = { '/device/device/list': ok([MINE]) };
const running = { '/device/real_time_data': ok(RUNNING) };
const isTreated = () => isRead('已理疗 11 分钟');
const isUnderWay = () => at().startsWith('/process');
const entersAgain = (fault: FaultName) => (fault === 'says no' ? presses(copy.common.understood) : retries());
const notInOperation = (words: string, fault: FaultName) => [fault === 'says no' ? copy.entry.reasons['not-in-operation'] : words];
const tile = new RegExp(copy.modes.tiles.bio);
const onTheMenu = (shop: Shop) => shop.withDevice().open('/modeMenu');
const opensPanel = async () => {
  await presses(copy.treatment.share);
  await presses(copy.treatment.deviceManagement);
};
const isInDoubt = (fault: FaultName) => fault !== 'says no';

const start: Omit<Row, 'where' | 'acts' | 'goesOn'> = {
  call: startDevice,
  server: mine,
  says: (words, fault) => (isInDoubt(fault) ? [copy.treatment.unresponsive, copy.modes.mayHaveStarted(words)] : [words]),
  isWell: isUnderWay,
};

export const deviceRows: Row[] = [
  {
    call: listDevices,
    where: 'the devices on lease',
    acts: (shop) => shop.open('/my?tab=device'),
    goesOn: retries,
    isWell: () => isRead(copy.my.noDevice),
  },
  {
    call: listDevices,
    where: 'the way into a device',
    acts: (shop) => shop.open('/?sno=PL1001'),
    goesOn: retries,
    isWell: () => at().startsWith('/lease'),
  },
  {
    call: listDevices,
    where: 'a shared link',
    acts: (shop) => shop.open('/modeMenu?isShare=true&sno=PL1001'),
    goesOn: retries,
    isWell: () => isRead(copy.my.number('PL1001')),
  },
  {
    call: listDevices,
    where: 'a mode tile',
    server: mine,
    comes: onTheMenu,
    acts: () => presses(tile),
    goesOn: retries,
    isWell: isUnderWay,
  },
  {
    call: listDevices,
    where: 'what is known of a device',
    server: running,
    comes: async (shop) => {
      shop.withDevice().open('/process?sno=PL1001');
      await sees('生物电模式');
    },
    acts: opensPanel,
    says: 'nothing',
    isWell: () => isRead('A4:CF:12:00'),
  },
  {
    call: listHistory,
    where: 'the devices before',
    comes: (shop) => shop.open('/my?tab=device'),
    acts: () => choosesTab(copy.my.history),
    goesOn: retries,
    isWell: () => isRead(copy.my.noHistory),
  },
  {
    call: checkDevice,
    where: 'the way into a device',
    acts: (shop) => shop.open('/?sno=PL1001'),
    says: notInOperation,
    goesOn: entersAgain,
    isWell: (_, fault) => at().startsWith(fault === 'says no' ? '/my' : '/lease'),
  },
  {
    call: checkDevice,
    where: 'a device of the list',
    server: mine,
    comes: async (shop) => {
      shop.open('/my?tab=device');
      await sees('客厅理疗仪');
    },
    acts: () => presses(/^客厅理疗仪/),
    says: notInOperation,
    goesOn: entersAgain,
    isWell: (_, fault) => (fault === 'says no' ? !isRead(copy.entry.reasons['not-in-operation']) : at().startsWith('/modeMenu')),
  },
  {
    call: checkDevice,
    where: 'what runs now',
    server: mine,
    acts: (shop) => shop.open('/my?tab=device'),
    says: 'nothing',
    isWell: () => isRead('客厅理疗仪'),
  },
  {
    call: readLatest,
    where: 'what runs now',
    server: mine,
    acts: (shop) => shop.open('/my?tab=device'),
    says: 'nothing',
    isWell: () => isRead('客厅理疗仪'),
  },
  {
    call: getDetail,
    where: 'what is known of a device',
    server: running,
    comes: async (shop) => {
      shop.withDevice().open('/process?sno=PL1001');
      await sees('生物电模式');
      await presses(copy.treatment.share);
    },
    acts: () => presses(copy.treatment.deviceManagement),
    goesOn: retries,
    isWell: () => isRead('A4:CF:12:00'),
  },
  {
    call: getDetail,
    where: 'a treatment',
    server: running,
    acts: (shop) => shop.withDevice().open('/process?sno=PL1001'),
    goesOn: retries,
    isWell: () => isTreated() && !isRead(copy.common.retry),
  },
  {
    call: getDetail,
    where: 'a mode tile',
    server: mine,
    comes: onTheMenu,
    acts: () => presses(tile),
    says: 'nothing',
    isWell: isUnderWay,
  },
  {
    call: enterPage,
    where: 'a treatment',
    server: running,
    acts: (shop) => shop.withDevice().open('/process?sno=PL1001'),
    says: 'nothing',
    isWell: isTreated,
  },
  {
    call: readLatest,
    where: 'a treatment',
    server: running,
    acts: (shop) => shop.withDevice().open('/process?sno=PL1001'),
    goesOn: retries,
    isWell: isTreated,
  },
  {
    call: listCards,
    where: 'a mode tile',
    server: mine,
    comes: onTheMenu,
    acts: () => presses(tile),
    goesOn: retries,
    isWell: isUnderWay,
  },
  {
    ...start,
    where: 'a mode tile',
    comes: onTheMenu,
    acts: () => presses(tile),
    goesOn: (fault) => presses(isInDoubt(fault) ? copy.modes.tryAgain : tile),
  },
  {
    ...start,
    where: 'the custom screen',
    comes: (shop) => shop.withDevice().open('/custom'),
    acts: () => presses(copy.custom.start),
    goesOn: (fault) => presses(isInDoubt(fault) ? copy.modes.tryAgain : copy.custom.start),
  },
  {
    call: stopDevice,
    where: 'a treatment',
    server: running,
    comes: async (shop) => {
      shop.withDevice().open('/process?sno=PL1001');
      await sees('生物电模式');
      await presses(copy.treatment.stop);
    },
    acts: () => presses(copy.common.confirm),
    says: (words, fault) => (isInDoubt(fault) ? [copy.treatment.stopUnconfirmed, words] : [copy.treatment.stopRefused]),
    goesOn: async (fault) => {
      await presses(isInDoubt(fault) ? copy.common.retry : copy.treatment.stop);
      if (!isInDoubt(fault)) await presses(copy.common.confirm);
    },
    isWell: () => isRead(copy.treatment.stopped),
  },
];
