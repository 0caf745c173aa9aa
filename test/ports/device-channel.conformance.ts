import { afterEach, describe, expect, test } from 'vitest';
import type { ChannelAddress, ChannelEvent, DeviceChannel } from '../../src/ports/device-channel.ts';

/** A device cloud that a test drives, and the channel that is connected to it. */
export interface ChannelWorld {
  channel: DeviceChannel;
  address: ChannelAddress;
  /** Waits until the line stands, or makes it stand. */
  stands(): Promise<void>;
  pushes(attributes: Record<string, unknown>): void;
  turns(online: boolean): void;
  cutsLine(): void;
  /** How often the whole state was asked for. */
  reads(): number;
  end(): Promise<void>;
}

export function describeDeviceChannel(name: string, make: () => Promise<ChannelWorld>): void {
  describe(name, () => {
    let world: ChannelWorld;
    let events: ChannelEvent[];
    const open = async () => {
      world = await make();
      events = [];
      return world.channel.open(world.address, (event) => events.push(event));
    };
    const seen = (event: ChannelEvent) => expect.poll(() => events).toContainEqual(event);
    afterEach(() => world.end());

    test('says nothing before the line was handed over', async () => {
      await open();
      world.channel.open(world.address, () => expect.unreachable()).close();
      expect(events.filter(({ kind }) => kind !== 'line')).toEqual([]);
    });

    test('says that the line stands, and passes on what the device reports', async () => {
      await open();
      await world.stands();
      await seen({ kind: 'line', state: 'open' });
      world.pushes({ workTime: 30, onOff: 1 });
      await seen({ kind: 'attributes', attributes: { workTime: 30, onOff: 1 } });
    });

    test('says when the device goes offline and comes back', async () => {
      await open();
      await world.stands();
      world.turns(false);
      await seen({ kind: 'online', online: false });
      world.turns(true);
      await seen({ kind: 'online', online: true });
    });

    test('asks the device for its whole state when told to', async () => {
      const line = await open();
      await world.stands();
      const before = world.reads();
      line.read();
      await expect.poll(() => world.reads()).toBe(before + 1);
    });

    test('says when the line is lost and when it stands again', async () => {
      await open();
      await world.stands();
      await seen({ kind: 'line', state: 'open' });
      world.cutsLine();
      await seen({ kind: 'line', state: 'lost' });
      await world.stands();
      await expect.poll(() => events.filter(({ kind }) => kind === 'line').at(-1)).toEqual({ kind: 'line', state: 'open' });
    });

    test('says nothing more once the line was closed, however often', async () => {
      const line = await open();
      await world.stands();
      await seen({ kind: 'line', state: 'open' });
      line.close();
      line.close();
      const before = events.length;
      line.read();
      expect(events).toHaveLength(before);
    });
  });
}
