import { Machine } from '../fleet/machine.ts';
import type { WorldClock } from './clock.ts';
import type { Habits } from './habits.ts';
import { operatorOf, type Operator } from './operators.ts';
import type { Seed } from './seed.ts';

export interface DeviceRow {
  sno: string;
  name: string;
  area: string;
  operatorId: string;
  /** The situation that the device demonstrates. */
  shows: string;
  offline?: boolean;
  locked?: boolean;
  outOfOperation?: boolean;
  freeTrial?: boolean;
}

/** The demo devices. scenarios.ts sets who leases and who runs them. */
export const demoDevices: readonly DeviceRow[] = [
  { sno: 'PL10001', name: '生物电理疗仪 A1', area: '一楼大厅 1 号位', operatorId: '9001', shows: '空闲' },
  { sno: 'PL10002', name: '生物电理疗仪 A2', area: '一楼大厅 2 号位', operatorId: '9001', shows: '空闲' },
  { sno: 'PL20001', name: '高光波理疗仪 B1', area: '二楼 201', operatorId: '9002', shows: '空闲，另一家门店' },
  { sno: 'PL10003', name: '家用理疗仪 C1', area: '居家', operatorId: '9001', shows: '周桂芳在租，已分享给陈建国' },
  { sno: 'PL10004', name: '家用理疗仪 C2', area: '居家', operatorId: '9001', shows: '他人在租' },
  { sno: 'PL10005', name: '生物电理疗仪 A5', area: '一楼大厅 5 号位', operatorId: '9001', shows: '赵丽华正在使用' },
  { sno: 'PL10006', name: '生物电理疗仪 A6', area: '一楼大厅 6 号位', operatorId: '9001', shows: '已被他人启动' },
  {
    sno: 'PL10007',
    name: '生物电理疗仪 A7',
    area: '一楼大厅 7 号位',
    operatorId: '9001',
    shows: '离线',
    offline: true,
  },
  {
    sno: 'PL10008',
    name: '生物电理疗仪 A8',
    area: '一楼大厅 8 号位',
    operatorId: '9001',
    shows: '已锁定',
    locked: true,
  },
  {
    sno: 'PL10009',
    name: '生物电理疗仪 A9',
    area: '仓库',
    operatorId: '9001',
    shows: '未投入运营',
    outOfOperation: true,
  },
  { sno: 'PL10010', name: '家用理疗仪 C3', area: '客户家中', operatorId: '9001', shows: '李店员代客户租赁' },
  {
    sno: 'PL20002',
    name: '体验机 B2',
    area: '二楼体验区',
    operatorId: '9002',
    shows: '空闲，有免费套餐',
    freeTrial: true,
  },
  { sno: 'PL20003', name: '家用理疗仪 C4', area: '居家', operatorId: '9002', shows: '周桂芳在租，离线', offline: true },
];

/** The statuses of the server. The last one makes the check answer with a refusal. */
export const STATUSES = [
  'DEVICE_FREE',
  'DEVICE_OFFLINE',
  'DEVICE_LOCKED',
  'DEVICE_WORKING',
  'DEVICE_USED',
  'DEVICE_USING',
  'NOT_IN_OPERATION',
] as const;

export type Status = (typeof STATUSES)[number];

/** A device in the cloud, with its simulated hardware. */
export class Device {
  readonly sno: string;
  readonly name: string;
  readonly area: string;
  readonly shows: string;
  readonly operator: Operator;
  readonly did: string;
  readonly mac: string;
  readonly freeTrial: boolean;
  readonly outOfOperation: boolean;
  readonly machine: Machine;
  locked: boolean;
  /** The id of the user who started it last. */
  startedBy?: string;
  /** The id of the user who paid a use for a start that the device has not confirmed: their next try is free. */
  startOwedTo?: string;
  /** A status set on the control page, whatever the device does. */
  forcedStatus?: Status;

  constructor(row: DeviceRow, seed: Seed, clock: WorldClock, habits: Habits) {
    const operator = operatorOf(row.operatorId);
    if (!operator) throw new Error(`no demo operator ${row.operatorId}`);
    this.sno = row.sno;
    this.name = row.name;
    this.area = row.area;
    this.shows = row.shows;
    this.operator = operator;
    this.did = `did-${row.sno}`;
    this.mac = seed.hex(`mac/${row.sno}`, 12).toUpperCase();
    this.freeTrial = row.freeTrial ?? false;
    this.outOfOperation = row.outOfOperation ?? false;
    this.locked = row.locked ?? false;
    this.machine = new Machine(row.sno, clock, habits, !row.offline);
    this.machine.onReport(({ OnOff }) => {
      if (OnOff === 1) this.startOwedTo = undefined;
    });
  }

  /** True if the last report of the device says that it runs. */
  get running(): boolean {
    return this.machine.lastReport().OnOff === 1;
  }
}
