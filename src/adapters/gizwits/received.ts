import * as v from 'valibot';

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
