import * as v from 'valibot';

/** The channel's place on whatever host a device's cloud names. */
export const CHANNEL_PATH = '/ws/app/v1';

/** What is told beside what matters: left out, or nonsense, it breaks nothing. */
const aside = <const Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);

const device = v.object({ did: v.string() });
const code = v.union([v.number(), v.string()]);
const answerNumber = aside(v.number());

/** A device's attributes, by the names that it has for them. */
export const attributes = v.pipe(
  v.unknown(),
  v.check((attrs) => !Array.isArray(attrs)),
  v.record(v.string(), v.unknown()),
);

/** The frames of the Gizwits app websocket that an app receives, by `cmd`; what happens most stands first. */
export const RECEIVED = {
  s2c_noti: v.object({ cmd: v.literal('s2c_noti'), res_sn: answerNumber, data: v.object({ did: v.string(), attrs: attributes }) }),
  pong: v.object({ cmd: v.literal('pong') }),
  s2c_online_status: v.object({
    cmd: v.literal('s2c_online_status'),
    data: v.object({ did: v.string(), passcode: aside(v.string()), mac: aside(v.string()), online: v.boolean() }),
  }),
  login_res: v.object({ cmd: v.literal('login_res'), res_sn: answerNumber, data: v.object({ success: v.boolean() }) }),
  subscribe_res: v.object({
    cmd: v.literal('subscribe_res'),
    res_sn: answerNumber,
    data: v.object({
      success: aside(v.array(device)),
      failed: aside(v.array(v.object({ did: aside(v.string()), error_code: aside(code), msg: aside(v.string()) }))),
    }),
  }),
  s2c_invalid_msg: v.object({ cmd: v.literal('s2c_invalid_msg'), data: v.object({ error_code: code, msg: aside(v.string()) }) }),
  s2c_ack: v.object({ cmd: v.literal('s2c_ack'), res_sn: answerNumber, did: v.string() }),
  c2s_ack: v.object({ cmd: v.literal('c2s_ack'), res_sn: answerNumber, did: v.string() }),
};

export type Received = v.InferOutput<(typeof RECEIVED)[keyof typeof RECEIVED]>;
