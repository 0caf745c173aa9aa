import * as v from 'valibot';
import { attributes } from './received.ts';

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
