import { openPageSocket } from '../adapters/browser/page-socket.ts';
import { GizwitsDeviceChannel } from '../adapters/gizwits-device-channel.ts';
import type { Presence } from '../adapters/presence.ts';
import type { Made } from '../container/made.ts';
import { joinTreatment } from '../container/treatment.ts';

/** The part of the composition root that a treatment is drawn from. */
export function join(made: Made, presence: Presence): void {
  joinTreatment(made, new GizwitsDeviceChannel({ openSocket: openPageSocket, secure: window.location.protocol !== 'http:', presence }));
}
