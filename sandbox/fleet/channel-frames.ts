/** An outgoing frame. */
export interface Frame {
  cmd: string;
  did?: string;
  data?: unknown;
  req_sn?: number;
  res_sn?: number;
}

/** An incoming frame after parsing. */
export interface Request {
  cmd: string;
  data: unknown;
  did?: unknown;
  reqSn?: number;
  resSn?: unknown;
}

/** 1003, 1009 and 1011 are codes of the protocol. The others are our own, for all other invalid frames. */
export const INVALID = {
  malformed: 1001,
  unknownCommand: 1002,
  notLoggedIn: 1003,
  unknownDevice: 1004,
  badAttributes: 1005,
  notForThisType: 1006,
  notBound: 1007,
  upstreamLost: 1009,
  noHeartbeat: 1011,
};

/** The commands of a client. */
export const COMMANDS = ['login_req', 'subscribe_req', 'c2s_read', 'c2s_write', 'c2s_raw', 'c2s_ack', 'ping'];

export function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Parses a frame. Returns undefined if the text is not one. */
export function readRequest(text: string): Request | undefined {
  try {
    const frame = record(JSON.parse(text));
    const cmd = frame?.['cmd'];
    if (typeof cmd !== 'string') return undefined;
    const reqSn = frame?.['req_sn'];
    return {
      cmd,
      data: frame?.['data'],
      did: frame?.['did'],
      resSn: frame?.['res_sn'],
      ...(typeof reqSn === 'number' ? { reqSn } : {}),
    };
  } catch {
    return undefined;
  }
}

/** The credentials and options of a login. */
export interface Login {
  appid: string;
  uid: string;
  token: string;
  heartbeatSeconds: number;
  subscribesItself: boolean;
  /** True if the session exchanges raw bytes with its devices instead of data points. */
  inBytes: boolean;
}

const LONGEST_HEARTBEAT = 180;

/** The fields of a login, or an error message. */
export function readLogin(data: unknown): Login | string {
  const { appid, uid, token, p0_type, heartbeat_interval, auto_subscribe = true } = record(data) ?? {};
  if (typeof appid !== 'string' || typeof uid !== 'string' || typeof token !== 'string')
    return 'login_req needs data.appid, data.uid and data.token as text';
  if (p0_type !== 'attrs_v4' && p0_type !== 'custom') return 'login_req: data.p0_type must be attrs_v4 or custom';
  if (!isHeartbeat(heartbeat_interval))
    return `login_req: data.heartbeat_interval must be whole seconds from 1 to ${LONGEST_HEARTBEAT}`;
  if (typeof auto_subscribe !== 'boolean') return 'login_req: data.auto_subscribe must be true or false';
  return {
    appid,
    uid,
    token,
    heartbeatSeconds: heartbeat_interval,
    subscribesItself: auto_subscribe,
    inBytes: p0_type === 'custom',
  };
}

function isHeartbeat(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LONGEST_HEARTBEAT;
}

export function invalid(code: number | string, msg: string): Frame {
  return { cmd: 's2c_invalid_msg', data: { error_code: code, msg } };
}

/** A refusal's code as a number if it is one, otherwise unchanged. */
export function errorCode(code: string): number | string {
  return /^\d+$/.test(code) ? Number(code) : code;
}

/** True if the bytes are an instruction for a device: 0, 0, 0, 3, the length of the rest in 1 to 4 bytes, 0, 0, 144. */
export function isRawInstruction(raw: unknown): boolean {
  if (!Array.isArray(raw) || !raw.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)) return false;
  return /^0,0,0,3,(\d+,){1,4}0,0,144(,|$)/.test(raw.join());
}
