import * as v from 'valibot';

const KINDS = ['latency', 'hang', 'reset-before', 'reset-after', 'http', 'html', 'malformed', 'refuse'] as const;

/** Of a refusal that names none. */
export const DEFAULT_CODE = '500';

/** What the control API takes for a fault. */
export const faultShape = v.strictObject({
  /** An API path, `*` for every call of the API, `ws` for the device channel, or one of its commands: `ws/subscribe_req`. */
  path: v.string(),
  kind: v.picklist(KINDS),
  /** How many calls; for the device channel 0 means only the lines that are open now. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
  ms: v.optional(v.pipe(v.number(), v.minValue(0)), 1_000),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)), 500),
  /** On `ws` any other code than 500 is sent as s2c_invalid_msg. */
  code: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), DEFAULT_CODE),
  message: v.optional(v.string(), '系统繁忙'),
});

export type Fault = v.InferOutput<typeof faultShape>;

/** Faults that wait for a call, in the order they were set. */
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

  /** The next fault for a path, used up once. */
  take(path: string): Fault | undefined {
    const meant = isOfChannel(path) ? [path] : [path, `/api${path}`, '*'];
    const index = this.waiting.findIndex((fault) => meant.includes(fault.path));
    const fault = this.waiting[index];
    if (!fault) return undefined;
    if (fault.times > 1) this.waiting[index] = { ...fault, times: fault.times - 1 };
    else this.waiting.splice(index, 1);
    return fault;
  }
}

/** The device channel, or one of its commands. */
export function isOfChannel(path: string): boolean {
  return path === 'ws' || path.startsWith('ws/');
}
