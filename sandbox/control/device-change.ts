import * as v from 'valibot';
import { Refusal } from '../cloud/refusal.ts';
import { STATUSES } from '../world/devices.ts';
import type { World } from '../world/world.ts';

const shape = v.strictObject({
  online: v.optional(v.boolean()),
  locked: v.optional(v.boolean()),
  silent: v.optional(v.boolean()),
  /** The status that the server reports from now on, whatever the device does; null removes this override. */
  status: v.optional(v.nullable(v.picklist(STATUSES))),
});

/** Applies a change of the control page to a device. */
export function changeDevice(world: World, sno: string, body: unknown): void {
  const device = world.device(sno);
  if (!device) throw new Refusal(`device ${sno} does not exist: GET state lists the devices`);
  const { online, locked, silent, status } = v.parse(shape, body);
  if (silent !== undefined) device.machine.setSilent(silent);
  if (online !== undefined) device.machine.setOnline(online);
  if (locked !== undefined) device.locked = locked;
  if (status !== undefined) device.forcedStatus = status ?? undefined;
}
