import type { DeviceState } from '../device/device-state.ts';
import type { Order } from '../order/order.ts';
import type { TreatmentSettings } from '../treatment/settings.ts';
import type { CurrentDevice, Drafts, Memory, PendingStart, StartedTreatment } from './visit.ts';

/** Whether a value that was read from somewhere is what is meant. */
type Check = (value: unknown) => boolean;
/** A check for every field there is. */
type Fields<Thing> = Record<keyof Required<Thing>, Check>;

const LAST_INSTANT = 8.64e15;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const instant: Check = (value) => typeof value === 'number' && Math.abs(value) <= LAST_INSTANT;
const oneOf = (...values: readonly unknown[]): Check => (value) => values.includes(value);
const maybe = (check: Check): Check => (value) => value === undefined || check(value);
const each = (check: Check): Check => (value) => isObject(value) && Object.values(value).every(check);

/** Fields of its own, since every object has some by birth. */
function fields<Thing>(checks: Fields<Thing>): Check {
  const all = Object.entries<Check>(checks);
  return (value) => isObject(value) && all.every(([name, check]) => check(Object.prototype.hasOwnProperty.call(value, name) ? value[name] : undefined));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const treatmentSettings = fields<TreatmentSettings>({
  function: maybe(oneOf('bio', 'light', 'sleep')),
  auxiliary: maybe(oneOf('infrared', 'quantum')),
  workMinutes: number,
  voltage: maybe(number),
  frequency: maybe(number),
  waveform: maybe(number),
  infraredLevel: maybe(number),
});
const deviceState = fields<DeviceState>({
  on: maybe(flag),
  function: maybe(oneOf('bio', 'light', 'sleep', 'none')),
  auxiliary: maybe(oneOf('infrared', 'quantum', 'none')),
  voltage: maybe(number),
  frequency: maybe(number),
  waveform: maybe(number),
  infraredLevel: maybe(number),
  workMinutes: maybe(number),
  usedMinutes: maybe(number),
  remainingUses: maybe(number),
});
const kind = oneOf('lease', 'card');
const order = fields<Order>({
  kind,
  number: text,
  state: oneOf('to-pay', 'paid', 'cancelled', 'unknown'),
  statusText: maybe(text),
  deviceName: maybe(text),
  deviceArea: maybe(text),
  sno: maybe(text),
  mac: maybe(text),
  planName: maybe(text),
  operatorName: maybe(text),
  operatorId: maybe(text),
  uses: maybe(number),
  amountFen: maybe(number),
  dueFen: maybe(number),
  orderedAt: maybe(instant),
  paidAt: maybe(instant),
  cancelledAt: maybe(instant),
});
const mobile = maybe(fields<{ mobile: string }>({ mobile: text }));

/** What each thing that is remembered must be, to be believed. */
const shapes: Record<keyof Memory, Check> = {
  credentials: each(text),
  person: text,
  server: text,
  device: fields<CurrentDevice>({ sno: text, isShare: maybe(flag), byLink: maybe(flag), orderNo: maybe(text) }),
  operatorId: text,
  shareState: oneOf(2),
  started: flag,
  plansAreFresh: flag,
  assist: flag,
  order,
  pendingStart: fields<PendingStart>({ sno: text, settings: treatmentSettings, key: text, at: instant }),
  treatment: fields<StartedTreatment>({ sno: text, at: instant, state: deviceState, isShare: maybe(flag), ran: maybe(flag) }),
  stoppedAt: each(instant),
  settings: treatmentSettings,
  codeSentAt: instant,
  drafts: fields<Drafts>({
    login: maybe(fields<Drafts['login']>({ mobile: text, code: text })),
    share: mobile,
    feedback: maybe(fields<Drafts['feedback']>({ content: text, phone: text })),
  }),
  bindingReasonPutAway: oneOf(true),
};

/** The text as what is remembered under that name; undefined for whatever else somebody may have written there. */
export function rememberedAs<Name extends keyof Memory>(name: Name, written: string): Memory[Name] | undefined {
  try {
    const value: unknown = JSON.parse(written);
    return shapes[name](value) ? (value as Memory[Name]) : undefined;
  } catch {
    return undefined;
  }
}
