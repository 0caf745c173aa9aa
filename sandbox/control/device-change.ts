import * as v from 'valibot';
import { Refusal } from '../cloud/refusal.ts';
import { STATUSES } from '../world/devices.ts';
import type { World } from '../world/world.ts';

const shape = v.strictObject({
  online: v.optional(v.boolean()),
  locked: v.optional(v.boolean()),
  silent: v.optional(v.boolean()),
  /** What the server says of it from now on, whatever it does; null takes that back. */
  status: v.optional(v.nullable(v.picklist(STATUSES))),
});

/** Changes a device from outside. */
export function changeDevice(world: World, sno: string, body: unknown): void {
  const device = world.device(sno);
  if (!device) throw new Refusal(`there is no device ${sno}: GET state lists them`);
  const { online, locked, silent, status } = v.parse(shape, body);
  if (silent !== undefined) device.machine.setSilent(silent);
  if (online !== undefined) device.machine.setOnline(online);
  if (locked !== undefined) device.locked = locked;
  if (status !== undefined) device.forcedStatus = status ?? undefined;
}
