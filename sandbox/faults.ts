import * as v from 'valibot';

const KINDS = ['latency', 'hang', 'reset-before', 'reset-after', 'http', 'html', 'malformed', 'refuse'] as const;

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
  ms: v.optional(v.pipe(v.number(), v.minValue(0)), 1_000),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)), 500),
  /** Seconds, which `http` on `otlp` sends as Retry-After. */
  retryAfter: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** On `ws`, the sandbox sends any code except 500 as s2c_invalid_msg. */
  code: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), DEFAULT_CODE),
  message: v.optional(v.string(), '系统繁忙'),
});

export type Fault = v.InferOutput<typeof faultShape>;

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
