import * as v from 'valibot';

/** The channel's place on whatever host a device's cloud names. */
export const CHANNEL_PATH = '/ws/app/v1';

/** What is told beside what matters: left out, or nonsense, it breaks nothing. */
const aside = <const Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);

const code = v.union([v.number(), v.string()]);
const answerNumber = aside(v.number());
const refusal = { error_code: aside(code), msg: aside(v.string()) };
const subscriptions = aside(v.array(v.object({ did: aside(v.string()), ...refusal })));

/** Yes or no, in the spellings that occur. */
const flag = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1]), v.picklist(['true', 'false', '0', '1'])]),
  v.transform((value) => ['true', '1'].includes(String(value))),
);

/** A device's attributes, by the names that it has for them. */
export const attributes = v.pipe(
  v.unknown(),
  v.check((attrs) => !Array.isArray(attrs)),
  v.record(v.string(), v.unknown()),
);

/** The frames of the Gizwits app websocket that an app receives, by `cmd`; what happens most stands first. */
export const RECEIVED = {
  s2c_noti: v.object({
    cmd: v.literal('s2c_noti'),
    req_sn: answerNumber,
    res_sn: answerNumber,
    data: v.object({ did: v.string(), attrs: attributes }),
  }),
  pong: v.object({ cmd: v.literal('pong') }),
  s2c_online_status: v.object({
    cmd: v.literal('s2c_online_status'),
    data: v.object({ did: v.string(), passcode: aside(v.string()), mac: aside(v.string()), online: flag }),
  }),
  login_res: v.object({
    cmd: v.literal('login_res'),
    res_sn: answerNumber,
    data: v.object({ success: flag, ...refusal }),
  }),
  subscribe_res: v.object({
    cmd: v.literal('subscribe_res'),
    res_sn: answerNumber,
    data: v.object({ success: subscriptions, failed: subscriptions }),
  }),
  s2c_invalid_msg: v.object({ cmd: v.literal('s2c_invalid_msg'), data: v.union([v.object(refusal), v.string()]) }),
  s2c_ack: v.object({ cmd: v.literal('s2c_ack'), res_sn: answerNumber, did: v.string() }),
};

export type Received = v.InferOutput<(typeof RECEIVED)[keyof typeof RECEIVED]>;
