import { afterEach, describe, expect, test } from 'vitest';
import type { ChannelAddress, ChannelEvent, DeviceChannel, DeviceConnection } from '../../src/ports/device-channel.ts';

/** A device channel and the server that the test controls. */
export interface ChannelWorld {
  channel: DeviceChannel;
  address: ChannelAddress;
  /** Waits until the connection is open, or opens it. */
  whenOpen(): Promise<void>;
  report(attributes: Record<string, unknown>): void;
  setOnline(online: boolean): void;
  /** The device is given to the user or taken from them. */
  changeBinding(): void;
  disconnect(): void;
  /** Ends the subscription until the client renews it. */
  refusesSubscription(code: string): void;
  /** Refuses this and all further logins. */
  refusesLogin(code: string): void;
  /** The number of requests for the whole state. */
  reads(): number;
  end(): Promise<void>;
}

export function describeDeviceChannel(name: string, make: () => Promise<ChannelWorld>): void {
  describe(name, () => {
    let world: ChannelWorld;
    let events: ChannelEvent[];
    let connection: DeviceConnection;
    const open = async () => {
      world = await make();
      events = [];
      connection = world.channel.open(world.address, (event) => events.push(event));
      return connection;
    };
    const seen = (event: ChannelEvent) => expect.poll(() => events).toContainEqual(event);
    afterEach(() => {
      connection.close(); // an open connection would report the end of its server during the next test
      return world.end();
    });

    test('A device channel emits nothing before it returned the connection', async () => {
      await open();
      world.channel.open(world.address, () => expect.unreachable()).close();
      expect(events.filter(({ kind }) => kind !== 'line')).toEqual([]);
    });

    test('A device channel reports that the connection is open, and passes on what the device reports', async () => {
      await open();
      await world.whenOpen();
      await seen({ kind: 'line', state: 'open' });
      world.report({ workTime: 30, onOff: 1 });
      await seen({ kind: 'attributes', attributes: { workTime: 30, onOff: 1 } });
    });

    test('A device channel reports when the device goes offline and when it comes back', async () => {
      await open();
      await world.whenOpen();
      world.setOnline(false);
      await seen({ kind: 'online', online: false });
      world.setOnline(true);
      await seen({ kind: 'online', online: true });
    });

    test('A device channel reports that the device was given to the user or taken from them', async () => {
      await open();
      await world.whenOpen();
      await seen({ kind: 'line', state: 'open' });
      world.changeBinding();
      await seen({ kind: 'binding-changed' });
    });

    test('A device channel asks the device for its whole state when the caller asks it to', async () => {
      await open();
      await world.whenOpen();
      const before = world.reads();
      connection.read();
      await expect.poll(() => world.reads()).toBe(before + 1);
    });

    test('A device channel reports when the connection is lost and when it is open again', async () => {
      await open();
      await world.whenOpen();
      await seen({ kind: 'line', state: 'open' });
      world.disconnect();
      await seen({ kind: 'line', state: 'lost' });
      await world.whenOpen();
      await expect
        .poll(() => events.filter(({ kind }) => kind === 'line').at(-1))
        .toEqual({ kind: 'line', state: 'open' });
    });

    test('A device channel reports the accepted login before it reports the open connection', async () => {
      await open();
      await world.whenOpen();
      await seen({ kind: 'line', state: 'open' });
      const at = (event: ChannelEvent) => events.findIndex((one) => JSON.stringify(one) === JSON.stringify(event));
      expect(at({ kind: 'logged-in' })).toBeGreaterThanOrEqual(0);
      expect(at({ kind: 'logged-in' })).toBeLessThan(at({ kind: 'line', state: 'open' }));
    });

    test('A device channel reports the code with which the server ended a subscription, and the renewed subscription', async () => {
      await open();
      await world.whenOpen();
      await seen({ kind: 'line', state: 'open' });
      world.refusesSubscription('1004');
      await seen({ kind: 'line', state: 'lost' });
      await expect
        .poll(() => events)
        .toContainEqual({
          kind: 'failure',
          failure: expect.objectContaining({ step: 'subscribe', reason: 'refused', code: '1004' }),
        });
      await world.whenOpen();
      await expect
        .poll(() => events.filter(({ kind }) => kind === 'line').at(-1))
        .toEqual({ kind: 'line', state: 'open' });
    });

    test('A device channel reports the code of a refused login once, and nothing more', async () => {
      await open();
      world.refusesLogin('9004');
      await expect.poll(() => events.at(-1)).toEqual(expect.objectContaining({ kind: 'login-failed', code: '9004' }));
      expect(events.filter(({ kind }) => kind === 'login-failed')).toHaveLength(1);
    });

    test('A device channel reports nothing after the caller closed the connection, however often the caller does', async () => {
      await open();
      await world.whenOpen();
      await seen({ kind: 'line', state: 'open' });
      connection.close();
      connection.close();
      const before = events.length;
      connection.read();
      expect(events).toHaveLength(before);
    });
  });
}
