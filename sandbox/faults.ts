import * as v from 'valibot';

/**
 * What happens to a call, a websocket or one of its commands. `hang`: the server does nothing and sends no answer;
 * `hang-after`: it acts, and its answer is lost. `reset-before`, `reset-after`: the connection is reset before or after
 * the server acts. `http`, `html`: another status, with a JSON body or a web page. `malformed`: a part of a JSON text.
 * `misshapen`: JSON that breaks the contract. `garbage`: bytes of another protocol. `refuse`: a refusal with a code.
 */
const KINDS = [
  'latency',
  'bandwidth',
  'hang',
  'hang-after',
  'reset-before',
  'reset-after',
  'http',
  'html',
  'malformed',
  'misshapen',
  'garbage',
  'refuse',
] as const;

/** The default code of a refusal. */
export const DEFAULT_CODE = '500';

/** The format of a fault in the control API. */
export const faultShape = v.strictObject({
  /**
   * An API path, `*` for every call of the API, `ws` for the device channel, or one of its commands: `ws/subscribe_req`;
   * `otlp` for the receiver of reports, or one of its paths: `otlp/v1/logs`.
   */
  path: v.string(),
  kind: v.picklist(KINDS),
  /** The number of affected calls. For the device channel, 0 affects only the connections that are open now. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
  /** The delay of `latency`. */
  ms: v.optional(v.pipe(v.number(), v.minValue(0)), 1_000),
  bytesPerSecond: v.optional(v.pipe(v.number(), v.minValue(1)), 2_000),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)), 500),
  /** Seconds, which `http` sends as Retry-After. */
  retryAfter: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** On `ws`, the sandbox sends any code except 500 as s2c_invalid_msg. */
  code: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), DEFAULT_CODE),
  message: v.optional(v.string(), '系统繁忙'),
});

export type Fault = v.InferOutput<typeof faultShape>;

/** A fault without the path that it concerns; what is left out has its default. */
export type FaultSetting = Omit<v.InferInput<typeof faultShape>, 'path'>;

/** The bytes of `garbage`: the beginning of a TLS handshake where the protocol is plain. */
export const GARBAGE = Buffer.from(
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003no http at all\r\n\r\n',
  'latin1',
);

/** The queue of faults, in the order in which they were set. */
export class Faults {
  private waiting: Fault[] = [];

  add(fault: Fault): void {
    if (fault.times > 0) this.waiting.push(fault);
  }

  clear(): void {
    this.waiting = [];
  }

  all(): readonly Fault[] {
    return this.waiting;
  }

  /** Takes the next fault for a path out of the queue. */
  take(path: string): Fault | undefined {
    const meant = namesFor(path);
    const index = this.waiting.findIndex((fault) => meant.includes(fault.path));
    const fault = this.waiting[index];
    if (!fault) return undefined;
    if (fault.times > 1) this.waiting[index] = { ...fault, times: fault.times - 1 };
    else this.waiting.splice(index, 1);
    return fault;
  }
}

function namesFor(path: string): string[] {
  if (isOfChannel(path)) return [path];
  return isOfReceiver(path) ? [path, 'otlp'] : [path, `/api${path}`, '*'];
}

/** True for the receiver of reports and for its paths. */
export function isOfReceiver(path: string): boolean {
  return /^otlp(\/v1\/(logs|metrics))?$/.test(path);
}

/** True for the path of the device channel and of its commands. */
export function isOfChannel(path: string): boolean {
  return path === 'ws' || path.startsWith('ws/');
}
