import type { ChannelAddress } from '../ports/device-channel.ts';
import { parsedUrl } from './http-address.ts';

/** A frame of the Gizwits app websocket, as far as it is one. */
export interface Frame {
  cmd: string;
  data?: unknown;
}

/** Reads what came; undefined where it is no frame. */
export function readFrame(text: unknown): { cmd: string; data: Record<string, unknown> } | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const frame: unknown = JSON.parse(text);
    if (!isRecord(frame) || typeof frame['cmd'] !== 'string') return undefined;
    return { cmd: frame['cmd'], data: isRecord(frame['data']) ? frame['data'] : {} };
  } catch {
    return undefined;
  }
}

export function loginFrame({ appId, uid, token }: ChannelAddress): Frame {
  return {
    cmd: 'login_req',
    data: { appid: appId, uid, token, p0_type: 'attrs_v4', heartbeat_interval: 60, auto_subscribe: false },
  };
}

export function subscribeFrame({ did }: ChannelAddress): Frame {
  return { cmd: 'subscribe_req', data: [{ did }] };
}

export function readRequestFrame({ did }: ChannelAddress): Frame {
  return { cmd: 'c2s_read', data: { did } };
}

export const pingFrame: Frame = { cmd: 'ping' };

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** The attributes of a notification, without names that could reach an object's prototype. */
export function attributesOf(attrs: unknown): Record<string, unknown> | undefined {
  if (!isRecord(attrs)) return undefined;
  return Object.fromEntries(Object.entries(attrs).filter(([name]) => !FORBIDDEN.has(name)));
}

/** True where the answer to a subscription says that this device was not taken. */
export function refusesSubscription(data: Record<string, unknown>, did: string): boolean {
  const failed = data['failed'];
  return Array.isArray(failed) && failed.some((one) => isRecord(one) && one['did'] === did);
}

/** Where the channel is reached; undefined where the address is none. */
export function channelUrl({ host, wsPort, wssPort }: ChannelAddress, secure: boolean): string | undefined {
  const text = `${secure ? 'wss' : 'ws'}://${host}:${secure ? wssPort : wsPort}/ws/app/v1`;
  const url = parsedUrl(text);
  if (!url) return undefined;
  const asGiven = url.hostname === host.toLowerCase() && url.pathname === '/ws/app/v1' && !url.search && !url.hash;
  return asGiven && !url.username && !url.password ? url.href : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
