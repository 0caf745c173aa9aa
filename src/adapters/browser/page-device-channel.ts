import type { DeviceChannel } from '../../ports/device-channel.ts';
import { GizwitsDeviceChannel } from '../gizwits-device-channel.ts';
import type { Presence } from '../presence.ts';
import { openPageSocket } from './page-socket.ts';

/** The device channel over the browser's WebSocket; encrypted if the page is. */
export function pageDeviceChannel(presence: Presence): DeviceChannel {
  return new GizwitsDeviceChannel({
    openSocket: openPageSocket,
    secure: window.location.protocol !== 'http:',
    presence,
  });
}
