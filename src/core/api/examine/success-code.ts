/** Codes by which other servers report success. */
const SUCCESS_CODES = /^(0+|1|2\d\d|10000|20000|A?0{4,5}|ok|success|succeed(ed)?|true)$/i;
const SUCCESS_WORDS = /^\s*(ok|success|操作成功|请求成功|查询成功|获取成功|成功)/i;
/** The fields that carry the result in the envelopes of other servers. */
const RESULT_FIELDS = ['success', 'status', 'errcode', 'errCode', 'errno', 'ret', 'resultCode', 'retCode', 'state'];
const ENVELOPE_FIELDS: readonly string[] = ['code', 'message', 'data'];
const MAX_NAMES = 6;
const MAX_NAME_LENGTH = 40;

/** How a response reports its result, if not by the contract's code of success. */
export interface UnexpectedCode {
  /** What came instead, without the message and the data: `code 0`, `no code, but success and result`. */
  got: string;
  /** The response probably means success. */
  isLikelySuccess: boolean;
}

/** Explains a response whose code is not the contract's code of success. Undefined for a plain refusal. */
export function unexpectedCode(json: unknown): UnexpectedCode | undefined {
  if (!isRecord(json)) return undefined;
  const { code, message, data } = json;
  if (code === undefined) return { got: withoutCode(json), isLikelySuccess: saysSuccess(json) };
  const isText = typeof code === 'string' || typeof code === 'number';
  if (isText && !SUCCESS_CODES.test(String(code).trim())) return undefined;
  const hasAnswer = data !== undefined && data !== null;
  return {
    got: `code ${typeof code === 'object' ? shapeOf(code) : JSON.stringify(code)}`,
    isLikelySuccess:
      (isText || code === true) && (hasAnswer || (typeof message === 'string' && SUCCESS_WORDS.test(message))),
  };
}

/** The fields of an envelope beside those of the contract. */
export function otherEnvelopeFields(json: unknown): Record<string, unknown> {
  if (!isRecord(json)) return {};
  return Object.fromEntries(Object.entries(json).filter(([name]) => !ENVELOPE_FIELDS.includes(name)));
}

function withoutCode(json: Record<string, unknown>): string {
  const names = Object.keys(json).filter((name) => name !== 'code');
  if (names.length === 0) return 'no code';
  const shown = names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_LENGTH));
  return `no code, but ${shown.join(', ')}${names.length > MAX_NAMES ? ', …' : ''}`;
}

function saysSuccess(json: Record<string, unknown>): boolean {
  const result = RESULT_FIELDS.map((name) => json[name]).find((value) => value !== undefined);
  return result === undefined
    ? json['data'] !== undefined && json['data'] !== null
    : SUCCESS_CODES.test(String(result).trim());
}

function shapeOf(value: object | null): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : 'object';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
