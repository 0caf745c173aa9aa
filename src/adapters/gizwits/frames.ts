import * as v from 'valibot';
import type { ChannelAddress } from '../../ports/device-channel.ts';
import { CHANNEL_PATH, RECEIVED, type Received } from './received.ts';
import type { Sent } from './sent.ts';
import { parsedUrl } from '../http/http-address.ts';

const received = v.union(Object.values(RECEIVED));

/** Parses a message. Returns undefined for anything but a known frame. */
export function readFrame(text: unknown): Received | undefined {
  if (typeof text !== 'string') return undefined;
  const read = v.safeParse(received, parsedJson(text));
  return read.success ? read.output : undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function loginFrame({ appId, uid, token }: ChannelAddress, auto_subscribe: boolean): Sent {
  return {
    cmd: 'login_req',
    data: { appid: appId, uid, token, p0_type: 'attrs_v4', heartbeat_interval: 60, auto_subscribe },
  };
}

export function subscribeFrame({ did }: ChannelAddress): Sent {
  return { cmd: 'subscribe_req', data: [{ did }] };
}

export function readRequestFrame({ did }: ChannelAddress): Sent {
  return { cmd: 'c2s_read', data: { did } };
}

export function ackFrame({ did }: ChannelAddress, res_sn: number): Sent {
  return { cmd: 'c2s_ack', res_sn, did };
}

export const pingFrame: Sent = { cmd: 'ping' };

/** The channel's URL. Returns undefined if the address is invalid, or if the host contains more than a host name. */
export function channelUrl({ host, wsPort, wssPort }: ChannelAddress, secure: boolean): string | undefined {
  const text = `${secure ? 'wss' : 'ws'}://${host}:${secure ? wssPort : wsPort}${CHANNEL_PATH}`;
  const url = parsedUrl(text);
  if (!url) return undefined;
  const isUnchanged = url.hostname === host.toLowerCase() && url.pathname === CHANNEL_PATH && !url.search && !url.hash;
  return isUnchanged && !url.username && !url.password ? url.href : undefined;
}
