import { expect, test } from 'vitest';
import { FakeDeviceChannel } from '../../src/adapters/fake/fake-device-channel.ts';
import { GizwitsDeviceChannel } from '../../src/adapters/gizwits/device-channel.ts';
import { openNodeSocket } from '../../src/adapters/node/network/node-socket.ts';
import { describeDeviceChannel } from './device-channel.conformance.ts';
import { addressAt, GizwitsCloud } from './gizwits-cloud.ts';

describeDeviceChannel('FakeDeviceChannel', async () => {
  const channel = new FakeDeviceChannel();
  return {
    channel,
    address: addressAt(1),
    whenOpen: async () => {
      channel.push({ kind: 'logged-in' });
      channel.push({ kind: 'line', state: 'open' });
    },
    report: (attributes) => channel.push({ kind: 'attributes', attributes }),
    setOnline: (online) => channel.push({ kind: 'online', online }),
    changeBinding: () => channel.push({ kind: 'binding-changed' }),
    disconnect: () => channel.push({ kind: 'line', state: 'lost' }),
    refusesSubscription: (code) => {
      channel.push({ kind: 'failure', failure: { step: 'subscribe', reason: 'refused', code } });
      channel.push({ kind: 'line', state: 'lost' });
    },
    refusesLogin: (code) => channel.push({ kind: 'login-failed', code }),
    reads: () => channel.lines.reduce((sum, line) => sum + line.reads, 0),
    end: async () => {},
  };
});

describeDeviceChannel('GizwitsDeviceChannel', async () => {
  const cloud = new GizwitsCloud();
  await cloud.start();
  let stood = 0;
  return {
    channel: new GizwitsDeviceChannel({ openSocket: openNodeSocket, secure: false }),
    address: addressAt(cloud.port),
    whenOpen: async () => {
      stood += 1;
      await expect.poll(() => cloud.count('c2s_read'), { timeout: 3_000 }).toBe(stood);
    },
    report: (attrs) => cloud.send({ cmd: 's2c_noti', data: { did: 'did-1', attrs } }),
    setOnline: (online) =>
      cloud.send({ cmd: 's2c_online_status', data: { did: 'did-1', passcode: '', mac: 'aa', online } }),
    changeBinding: () => {
      for (const did of ['another', 'did-1']) cloud.send({ cmd: 's2c_binding_changed', data: { did, bind: false } });
    },
    disconnect: () => cloud.cut(),
    refusesSubscription: (error_code) =>
      cloud.send({ cmd: 'subscribe_res', data: { failed: [{ did: 'did-1', error_code }] } }),
    refusesLogin: (code) => {
      cloud.faults = { refusesLogin: code };
      cloud.cut();
    },
    reads: () => cloud.count('c2s_read'),
    end: () => cloud.stop(),
  };
});

test('FakeDeviceChannel throws if a test sends an event without an open connection', () => {
  expect(() => new FakeDeviceChannel().push({ kind: 'online', online: true })).toThrow('no open connection');
});
