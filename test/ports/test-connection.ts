import { GizwitsDeviceChannel } from '../../src/adapters/gizwits-device-channel.ts';
import type { ChannelEvent, DeviceConnection } from '../../src/ports/device-channel.ts';
import { addressAt } from './gizwits-cloud.ts';
import { TestSocket } from './test-socket.ts';

const lines: DeviceConnection[] = [];

/** What a cloud does with a socket when it comes, and with each frame over it. */
export type Cloud = (socket: TestSocket, cmd?: string) => void;

/** A cloud in good order; a test may have it answer a command otherwise. */
export const answering: Cloud = (socket, cmd) => {
  if (cmd === undefined) socket.happens('open');
  else if (cmd === 'login_req') socket.says('login_res', { success: true });
  else if (cmd === 'subscribe_req') socket.says('subscribe_res', { success: [{ did: 'did-1' }], failed: [] });
  else if (cmd === 'c2s_read') socket.says('s2c_noti', { did: 'did-1', attrs: { OnOff: 1 } });
  else if (cmd === 'ping') socket.happens('message', { cmd: 'pong' });
};
/** A phone's line over a cloud that a test has in hand; `now` is the test's clock. */
export function aLine({ random = () => 0.999 } = {}) {
  const phone = {
    cloud: answering as Cloud,
    visible: true,
    look: () => {},
    sockets: [] as TestSocket[],
    events: [] as ChannelEvent[],
  };
  const openSocket = () => {
    const socket = new TestSocket(performance.now(), (one, cmd) => phone.cloud(one, cmd));
    phone.sockets.push(socket);
    return socket;
  };
  const presence = {
    visible: () => phone.visible,
    onChange: (listener: () => void) => {
      phone.look = listener;
      return () => undefined;
    },
  };
  const connection = new GizwitsDeviceChannel({ openSocket, secure: true, presence, random }).open(
    addressAt(80),
    (event) => phone.events.push(event),
  );
  lines.push(connection);
  return {
    phone,
    connection,
    last: () => phone.sockets.at(-1) as TestSocket,
    isShown: (visible: boolean) => {
      phone.visible = visible;
      phone.look();
    },
    /** How long each try came after the one before. */
    gaps: () => phone.sockets.slice(1).map(({ openedAt }, index) => openedAt - (phone.sockets[index]?.openedAt ?? 0)),
    failures: () => phone.events.flatMap((event) => (event.kind === 'failure' ? [event.failure] : [])),
    states: () => phone.events.flatMap((event) => (event.kind === 'line' ? [event.state] : [])),
  };
}

export function closeLines(): void {
  for (const connection of lines.splice(0)) connection.close();
}
