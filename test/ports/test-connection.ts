import { GizwitsDeviceChannel } from '../../src/adapters/gizwits/device-channel.ts';
import type { ChannelEvent, DeviceConnection } from '../../src/ports/device-channel.ts';
import { addressAt } from './gizwits-cloud.ts';
import { TestSocket } from './test-socket.ts';

const connections: DeviceConnection[] = [];

/** A test's server: it is called with each new socket, and then with the command of each frame that the socket sends. */
export type Cloud = (socket: TestSocket, cmd?: string) => void;

/** A server that responds correctly to every command. */
export const answering: Cloud = (socket, cmd) => {
  if (cmd === undefined) socket.dispatch('open');
  else if (cmd === 'login_req') socket.receive('login_res', { success: true });
  else if (cmd === 'subscribe_req') socket.receive('subscribe_res', { success: [{ did: 'did-1' }], failed: [] });
  else if (cmd === 'c2s_read') socket.receive('s2c_noti', { did: 'did-1', attrs: { OnOff: 1 } });
  else if (cmd === 'ping') socket.dispatch('message', { cmd: 'pong' });
};

/** Opens a phone's connection to a server that the test controls. */
export function openConnection({ random = () => 0.999 }: { random?: () => number } = {}) {
  const phone = {
    cloud: answering as Cloud,
    visible: true,
    notify: () => {},
    sockets: [] as TestSocket[],
    /** Without the pongs. */
    events: [] as ChannelEvent[],
  };
  /** The round trips, ms. */
  const pongs: number[] = [];
  const openSocket = () => {
    const socket = new TestSocket(performance.now(), (one, cmd) => phone.cloud(one, cmd));
    phone.sockets.push(socket);
    return socket;
  };
  const presence = {
    visible: () => phone.visible,
    onChange: (listener: () => void) => {
      phone.notify = listener;
      return () => undefined;
    },
  };
  const connection = new GizwitsDeviceChannel({ openSocket, secure: true, presence, random }).open(
    addressAt(80),
    (event) => (event.kind === 'pong' ? pongs.push(event.ms) : phone.events.push(event)),
  );
  connections.push(connection);
  return {
    phone,
    pongs,
    connection,
    last: () => phone.sockets.at(-1) as TestSocket,
    isShown: (visible: boolean) => {
      phone.visible = visible;
      phone.notify();
    },
    /** The intervals between the connection attempts, ms. */
    gaps: () => phone.sockets.slice(1).map(({ openedAt }, index) => openedAt - (phone.sockets[index]?.openedAt ?? 0)),
    failures: () => phone.events.flatMap((event) => (event.kind === 'failure' ? [event.failure] : [])),
    states: () => phone.events.flatMap((event) => (event.kind === 'line' ? [event.state] : [])),
  };
}

export function closeConnections(): void {
  for (const connection of connections.splice(0)) connection.close();
}
