import * as v from 'valibot';
import type { ChannelAddress } from '../../ports/device-channel.ts';
import { parsedUrl } from '../http/http-address.ts';

/** The path of the channel on the host that the device's cloud names. */
export const CHANNEL_PATH = '/ws/app/v1';

/** An optional field; an invalid value is read as undefined instead of rejecting the frame. */
const lenient = <const Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);

const code = v.union([v.number(), v.string()]);
const sequenceNumber = lenient(v.number());
const refusal = { error_code: lenient(code), msg: lenient(v.string()) };
const subscriptions = lenient(v.array(v.object({ did: lenient(v.string()), ...refusal })));

/** A boolean in any of the spellings that servers send. */
const flag = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1]), v.picklist(['true', 'false', '0', '1'])]),
  v.transform((value) => ['true', '1'].includes(String(value))),
);

/** A device's attributes under the device's own names. */
export const attributes = v.pipe(
  v.unknown(),
  v.check((attrs) => !Array.isArray(attrs)),
  v.record(v.string(), v.unknown()),
);

/** The frames that an app receives over the Gizwits app WebSocket, by `cmd`. The most frequent frames are first, because parsing tries them in order. */
export const RECEIVED = {
  s2c_noti: v.object({
    cmd: v.literal('s2c_noti'),
    req_sn: sequenceNumber,
    res_sn: sequenceNumber,
    data: v.object({ did: v.string(), attrs: attributes }),
  }),
  pong: v.object({ cmd: v.literal('pong') }),
  s2c_online_status: v.object({
    cmd: v.literal('s2c_online_status'),
    data: v.object({ did: v.string(), passcode: lenient(v.string()), mac: lenient(v.string()), online: flag }),
  }),
  s2c_binding_changed: v.object({
    cmd: v.literal('s2c_binding_changed'),
    data: v.object({ did: v.string(), bind: lenient(flag) }),
  }),
  login_res: v.object({
    cmd: v.literal('login_res'),
    res_sn: sequenceNumber,
    data: v.object({ success: flag, ...refusal }),
  }),
  subscribe_res: v.object({
    cmd: v.literal('subscribe_res'),
    res_sn: sequenceNumber,
    data: v.object({ success: subscriptions, failed: subscriptions }),
  }),
  s2c_invalid_msg: v.object({ cmd: v.literal('s2c_invalid_msg'), data: v.union([v.object(refusal), v.string()]) }),
  s2c_ack: v.object({ cmd: v.literal('s2c_ack'), res_sn: sequenceNumber, did: v.string() }),
};

export type Received = v.InferOutput<(typeof RECEIVED)[keyof typeof RECEIVED]>;

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

const requestNumber = v.optional(v.number());

/** The frames that an app sends over the Gizwits app WebSocket, by `cmd`. The app uses only their types; the sandbox and the contract use the schemas. */
export const SENT = {
  login_req: v.object({
    cmd: v.literal('login_req'),
    req_sn: requestNumber,
    data: v.object({
      appid: v.string(),
      uid: v.string(),
      token: v.string(),
      p0_type: v.literal('attrs_v4'),
      heartbeat_interval: v.number(),
      auto_subscribe: v.optional(v.boolean()),
    }),
  }),
  subscribe_req: v.object({
    cmd: v.literal('subscribe_req'),
    req_sn: requestNumber,
    data: v.array(v.object({ did: v.string() })),
  }),
  c2s_read: v.object({
    cmd: v.literal('c2s_read'),
    req_sn: requestNumber,
    data: v.object({ did: v.string(), names: v.optional(v.array(v.string())) }),
  }),
  c2s_write: v.object({
    cmd: v.literal('c2s_write'),
    req_sn: requestNumber,
    data: v.object({ did: v.string(), attrs: attributes }),
  }),
  c2s_ack: v.object({ cmd: v.literal('c2s_ack'), res_sn: v.number(), did: v.string() }),
  ping: v.object({ cmd: v.literal('ping') }),
};

export type Sent = v.InferInput<(typeof SENT)[keyof typeof SENT]>;
