import type { Device } from '../world/devices.ts';
import { chinaTime } from '../world/units.ts';
import { CHANNEL_APP_ID, CHANNEL_USER, type World } from '../world/world.ts';
import type { Call, HandlerTable } from './handler-table.ts';
import { Refusal } from './refusal.ts';

/** The device with that number. Throws a Refusal if there is none. */
export function deviceOf(world: World, sno: string): Device {
  const device = world.device(sno);
  if (!device) throw new Refusal('设备不存在', '404');
  return device;
}

function onlineText(device: Device): string {
  return device.machine.online ? '在线' : '离线';
}

export const device: HandlerTable['device'] = {
  listDevices: (_data, { caller, world }) =>
    world.leases.all
      .filter((lease) => world.habits.listsEnded || world.leases.isRunning(lease))
      .filter((lease) => lease.userId === caller.id || world.shares.has(lease.sno, caller.mobile))
      .map((lease, index) => {
        const leased = deviceOf(world, lease.sno);
        const sharer = lease.userId === caller.id ? undefined : world.users.get(lease.userId);
        return {
          id: index + 1,
          sno: leased.sno,
          deviceName: leased.name,
          deviceArea: leased.area,
          onlineStatus: onlineText(leased),
          shareUserId: sharer?.id ?? null,
          shareUserName: sharer?.nickname ?? '',
          expirationTime: lease.expiresAt,
          ownerId: world.habits.omitsOwners ? null : Number(leased.operator.id),
          ownerName: leased.operator.name,
          assist: lease.assist,
          orderNo: lease.orderNo,
        };
      }),

  listHistory: (_data, { caller, world }) =>
    world.leases.all
      .filter((lease) => lease.userId === caller.id && !world.leases.isRunning(lease))
      .map((lease, index) => {
        const leased = deviceOf(world, lease.sno);
        return {
          id: index + 1,
          sno: leased.sno,
          deviceName: leased.name,
          ownerName: leased.operator.name,
          expirationTime: chinaTime(lease.expiresAt),
        };
      }),

  checkDevice: ({ sno, assist }, { caller, world }) => {
    const checked = deviceOf(world, sno);
    if (assist && !caller.assist) throw new Refusal('无代租权限', '403');
    const status = world.statusOf(checked, caller);
    if (status === 'NOT_IN_OPERATION') throw new Refusal('设备未投入运营', '10005');
    const isNew = world.habits.unknownStatus && status === 'DEVICE_FREE';
    return { ownerId: checked.operator.id, status: isNew ? 'DEVICE_STANDBY' : status };
  },

  getDetail: (sno, { caller, world }) => {
    const found = deviceOf(world, sno);
    const lease = world.leases.on(sno);
    const { namesOthersEnd } = world.habits;
    const mine = lease && (namesOthersEnd || lease.userId === caller.id || world.shares.has(sno, caller.mobile));
    return {
      sno,
      name: found.name,
      mac: found.mac,
      onlineStatusDesc: onlineText(found),
      expirationTime: mine ? chinaTime(lease.expiresAt) : null,
      belongOperatorName: found.operator.name,
    };
  },

  enterPage: ({ sno }, { caller, world, authority }) => {
    const entered = deviceOf(world, sno);
    const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(authority) ?? [];
    return {
      deviceDetailWebSocketVo: {
        gizDid: entered.did,
        gizHost: host,
        gizWsPort: port ?? '80',
        gizWssPort: Number(port ?? 443),
      },
      gizAppId: CHANNEL_APP_ID,
      token: world.channelToken(entered, caller),
      uid: CHANNEL_USER,
    };
  },

  readLatest: (sno, call) => latest(deviceOf(call.world, sno), call),
};

function latest({ sno, operator, machine }: Device, { caller, world }: Call) {
  const reported = machine.polled();
  const lease = world.leases.on(sno);
  return {
    function: reported.Function,
    subFunction: reported.SubFunction,
    onOff: reported.OnOff,
    voltage: String(reported.Voltage),
    freq: reported.Freq,
    wave: reported.Wave,
    grade: reported.Grade,
    workTime: reported.WortTime,
    useTime: reported.UseTime,
    useNum: world.wallets.of(caller.id, operator.id)?.uses ?? 0,
    leaseState: lease ? 1 : 0,
    leasingMode: lease ? 1 : 2,
    stopDay: lease ? chinaTime(lease.expiresAt) : null,
  };
}
