import type { Device } from '../world/devices.ts';
import { deviceOf } from './device.ts';
import type { Call, HandlerTable } from './handler-table.ts';
import { Refusal } from './refusal.ts';

const OBSTACLES: Partial<Record<string, string>> = {
  DEVICE_OFFLINE: '设备已离线',
  DEVICE_LOCKED: '设备已锁定',
  DEVICE_WORKING: '设备正在使用中',
  DEVICE_USED: '设备已被他人启动',
  NOT_IN_OPERATION: '设备未投入运营',
};

/** What a server that takes every command does not mind. */
const BUSY: readonly string[] = ['DEVICE_WORKING', 'DEVICE_USED'];

/** True if the caller may start without a use: they have a lease with that operator, or this device is shared with them. */
function startsFreely({ sno, operator }: Device, { caller, world }: Call): boolean {
  const lease = world.leases.on(sno);
  if (lease && lease.userId !== caller.id) {
    if (world.shares.has(sno, caller.mobile)) return true;
    if (world.habits.takesEveryCommand) return false;
    throw new Refusal('设备已被租用');
  }
  return (
    lease !== undefined ||
    world.leases.all.some(
      (own) =>
        own.userId === caller.id &&
        !own.assist &&
        world.leases.isRunning(own) &&
        world.device(own.sno)?.operator === operator,
    )
  );
}

function takeUse(device: Device, { caller, world }: Call): void {
  if (device.startOwedTo === caller.id && !world.habits.takesEveryCommand) return;
  if (!world.wallets.deduct(caller.id, device.operator.id)) throw new Refusal('启动次数已用完，请充值', '10010');
  device.startOwedTo = caller.id;
  world.effects.happened('usesDeducted', `${caller.id} ${device.operator.name}`);
}

export const treatment: HandlerTable['treatment'] = {
  startDevice: ({ sno, ...settings }, call) => {
    const { caller, world } = call;
    const device = deviceOf(world, sno);
    const status = world.statusOf(device, caller);
    const obstacle = OBSTACLES[status];
    if (obstacle && !(world.habits.takesEveryCommand && BUSY.includes(status))) throw new Refusal(obstacle);
    if (!startsFreely(device, call)) takeUse(device, call);
    device.startedBy = caller.id;
    device.machine.start(settings);
    world.effects.happened('starts', `${caller.id} ${sno}`);
    return device.running ? device.machine.lastReport() : settings;
  },

  stopDevice: (sno, { caller, world }) => {
    const device = deviceOf(world, sno);
    const lease = world.leases.on(sno);
    const { takesEveryCommand } = world.habits;
    if (!takesEveryCommand && device.startedBy !== caller.id && lease?.userId !== caller.id)
      throw new Refusal('设备由他人启动，不能停止');
    if (!device.machine.online) throw new Refusal('设备已离线');
    if (!takesEveryCommand && !device.running && !device.machine.silent) throw new Refusal('设备未启动');
    device.machine.stop();
    world.effects.happened('stops', `${caller.id} ${sno}`);
    return null;
  },
};
