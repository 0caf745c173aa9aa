import type { BindOutcome, CodeOutcome } from '../../core/account/bind-phone.ts';
import type { OrderOutcome } from '../../core/checkout/rent-device.ts';
import type { NoticeReason } from '../../core/device/device.ts';
import type { DeviceState } from '../../core/device/device-state.ts';
import type { DeviceUse } from '../../core/device/device-use.ts';
import type { DeviceSnapshot } from '../../core/device/follow/follow-device.ts';
import { NEUTRAL_STATUSES } from '../../core/diagnosis/fleet/neutral-status.ts';
import type { FeedbackOutcome } from '../../core/feedback/send-feedback.ts';
import type { PlanBasis, PlanUnit } from '../../core/lease/plan.ts';
import type { OrderKind, OrderState } from '../../core/order/order.ts';
import type { ProblemCode } from '../../core/problem.ts';
import type { ShareOutcome, UnshareOutcome } from '../../core/share/share-with.ts';
import type { DeviceGoal } from '../../core/treatment/follow/wait-for-device.ts';
import type { TreatmentPhase } from '../../core/treatment/follow/treatment-view.ts';
import type { TreatmentMode } from '../../core/treatment/settings/settings.ts';
import type { StartOutcome } from '../../core/treatment/start/start-treatment.ts';
import type { StopOutcome } from '../../core/treatment/stop/stop-treatment.ts';
import type { ChannelFailure } from '../../ports/device-channel.ts';
import type { Check, Line } from '../commands/doctor/lines/line.ts';
import type { STATES } from '../commands/order/pay.ts';
import type { Installation } from '../commands/version/build-info.ts';

/** All words of a union. The compiler refuses a missing and an unknown one. */
function all<Word extends string>(words: Readonly<Record<Word, true>>): readonly Word[] {
  return Object.keys(words) as Word[];
}

type EntryStep = 'lease' | 'mode-menu' | 'process';

const ENTRY = [
  ...all<EntryStep>({ lease: true, 'mode-menu': true, process: true }),
  ...all<Exclude<NoticeReason, 'no-such-device'>>({
    offline: true,
    using: true,
    used: true,
    locked: true,
    'not-in-operation': true,
  }),
];

const STATE = {
  mode: all<TreatmentMode>({ bio: true, light: true, sleep: true, quantum: true, custom: true }),
  function: all<NonNullable<DeviceState['function']>>({ bio: true, light: true, sleep: true, none: true, other: true }),
  auxiliary: all<NonNullable<DeviceState['auxiliary']>>({ infrared: true, quantum: true, none: true, other: true }),
};

const KIND = { kind: all<OrderKind>({ lease: true, card: true }) };
const ORDER_STATES = all<OrderState>({ 'to-pay': true, paid: true, cancelled: true, unknown: true });
const ORDER = { ...KIND, state: ORDER_STATES };

const STEPS = all<ChannelFailure['step']>({ connect: true, login: true, subscribe: true, listen: true });
const REASONS = all<ChannelFailure['reason']>({ 'no-answer': true, refused: true, closed: true, error: true });

/** The values of the fields that have few, by command and field. Beside these, a field may be null. */
export const FIELD_VALUES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'physio device check': { status: NEUTRAL_STATUSES, leadsTo: ENTRY },
  'physio device enter': { outcome: [...ENTRY, 'no-such-device' satisfies NoticeReason] },
  'physio device show': STATE,
  'physio device watch': {
    line: all<DeviceSnapshot['line']>({ connecting: true, live: true, polling: true, lost: true }),
    ...STATE,
    channel: ['no-address', ...STEPS.flatMap((step) => REASONS.map((reason) => `${step}-${reason}`))],
    problem: all<ProblemCode>({
      timeout: true,
      'not-sent': true,
      'no-report': true,
      network: true,
      http: true,
      unauthorized: true,
      parse: true,
      refused: true,
      cancelled: true,
      'no-token': true,
      'invalid-input': true,
      configuration: true,
      storage: true,
      scanner: true,
      bridge: true,
      'login-failed': true,
      internal: true,
    }),
  },
  'physio device wait': { goal: all<DeviceGoal>({ running: true, idle: true, online: true, offline: true }) },
  'physio plan list': {
    by: all<PlanBasis>({ duration: true, uses: true }),
    unit: all<PlanUnit>({ day: true, use: true }),
  },
  'physio order create': {
    ...KIND,
    outcome: all<Exclude<OrderOutcome['kind'], 'no-plan' | 'restricted' | 'other-order'>>({
      ordered: true,
      paid: true,
      free: true,
      unknown: true,
      'price-changed': true,
    }),
  },
  'physio order pay': {
    ...KIND,
    state: [
      ...ORDER_STATES,
      ...all<Exclude<(typeof STATES)[keyof typeof STATES]['state'], OrderState>>({
        unconfirmed: true,
        'handed-over': true,
      }),
    ],
  },
  'physio order list': ORDER,
  'physio order show': ORDER,
  'physio order cancel': ORDER,
  'physio treatment start': {
    outcome: all<Extract<StartOutcome['kind'], 'started' | 'already-running'>>({
      started: true,
      'already-running': true,
    }),
    ...STATE,
  },
  'physio treatment stop': {
    outcome: all<Extract<StopOutcome['kind'], 'stopped' | 'not-running'>>({ stopped: true, 'not-running': true }),
  },
  'physio treatment show': {
    phase: all<TreatmentPhase>({
      loading: true,
      starting: true,
      running: true,
      unresponsive: true,
      idle: true,
      finished: true,
      over: true,
      replaced: true,
      'not-mine': true,
      'another-run': true,
      offline: true,
    }),
    ...STATE,
  },
  'physio share add': { outcome: all<Exclude<ShareOutcome['kind'], 'refused' | 'unknown'>>({ shared: true }) },
  'physio share remove': {
    outcome: all<Exclude<UnshareOutcome['kind'], 'not-removed' | 'alike' | 'unknown'>>({ removed: true }),
  },
  'physio account send-code': { outcome: all<Extract<CodeOutcome['kind'], 'sent'>>({ sent: true }) },
  'physio account bind': {
    outcome: all<Exclude<BindOutcome['kind'], 'wrong-code' | 'refused'>>({ bound: true, 'already-bound': true }),
  },
  'physio feedback send': { outcome: all<Extract<FeedbackOutcome['kind'], 'sent'>>({ sent: true }) },
  'physio doctor': {
    check: all<Check>({
      configuration: true,
      proxy: true,
      address: true,
      tls: true,
      clock: true,
      token: true,
      'no-token': true,
      'success-code': true,
      device: true,
      call: true,
      field: true,
      channel: true,
      cors: true,
      write: true,
    }),
    result: all<Line['result']>({ good: true, bad: true, warning: true, skipped: true, note: true }),
  },
  'physio version': { installation: all<Installation>({ executable: true, npm: true, directory: true }) },
  'physio support': {
    'state.source': ['device', 'server'],
    'lease.kind': all<DeviceUse['kind']>({ own: true, 'on-behalf': true, unclear: true, shared: true, none: true }),
    'entry.leadsTo': ENTRY,
    'orders.kind': KIND.kind,
    'orders.state': ORDER_STATES,
  },
};
