import { enterPage, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { stopDevice } from '../../../src/core/treatment/api.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import type { TreatmentMode } from '../../../src/core/treatment/settings/settings.ts';
import type { Place } from './place.ts';
import {
  comes,
  device,
  faults,
  goes,
  mayRetry,
  plantsError,
  presses,
  reads,
  readsHeading,
  type Step,
  withNumber,
  waits,
} from './steps.ts';

const OWN = 'PL10003';
const STOP = stopDevice.path;
const NEWS = [getDetail.path, readLatest.path];
const LINE = enterPage.path;
const HALF_AN_HOUR = 30 * 60_000;
const { modes, treatment } = copy;
const RUNNING = new RegExp(`^${copy.running.left(undefined)}`);

const starts = (mode: Exclude<TreatmentMode, 'custom'>) => [
  comes('leaser', `/?sno=${OWN}`),
  presses(modes.tiles[mode]),
  readsHeading(modes.names[mode]),
];
const startsSilently = [device(OWN, { silent: true }), ...starts('bio'), reads(treatment.starting)];
const opens = comes('card', '/process?sno=PL10005');
/** Also accepts later minutes: the device counts on while a busy machine runs the test. */
const remains = reads(new RegExp([25, 24, 23, 22].map(treatment.remaining).join('|')));
/** The switch comes with a script of its own, so it may be the last to appear. */
const running = [opens, remains, reads(treatment.staysOn)];
const stops = [presses(treatment.stop), presses(copy.common.confirm)];
const timePasses: Step = ({ world }) => world.passes(HALF_AN_HOUR);

/** The treatment and its possible events. */
export const treating: Place[] = [
  { name: 'treatment', state: 'full', steps: running },
  { name: 'treatment', state: 'empty', steps: [comes('ordinary', '/process'), reads(modes.noDevice)] },
  { name: 'treatment', state: 'loading', steps: [faults('hang', LINE, ...NEWS), opens, reads(treatment.loading)] },
  { name: 'treatment', state: 'error', steps: [faults('refuse', LINE, ...NEWS), opens, mayRetry] },
  { name: 'treatment, light', steps: [...starts('light'), reads(treatment.lightOn)] },
  { name: 'treatment, sleep', steps: [...starts('sleep'), reads(treatment.sleepOn)] },
  { name: 'treatment, quantum', steps: starts('quantum') },
  { name: 'treatment, starting', state: 'loading', steps: startsSilently },
  {
    name: 'treatment, no response',
    state: 'error',
    steps: [...startsSilently, waits(20_000), reads(treatment.unresponsive)],
  },
  {
    name: 'treatment, no reports',
    state: 'error',
    steps: [faults('refuse', LINE), ...running, faults('refuse', ...NEWS), waits(20_000), mayRetry],
  },
  {
    name: 'treatment, connection lost',
    steps: [...running, faults('reset-before', 'ws'), reads(treatment.lineLost)],
    allowedMessages: /WebSocket/,
  },
  { name: 'treatment, channel refused', steps: [faults('refuse', 'ws'), opens, reads(treatment.loginFailed)] },
  { name: 'treatment, stop?', steps: [...running, presses(treatment.stop), reads(treatment.confirmStop)] },
  {
    name: 'treatment, stopping',
    state: 'loading',
    steps: [faults('hang', STOP), ...running, ...stops, reads(treatment.stopping)],
  },
  { name: 'treatment, stop too early', steps: [...starts('bio'), ...stops, reads(treatment.tooSoon)] },
  {
    name: 'treatment, stop refused',
    steps: [faults('refuse', STOP), ...running, ...stops, reads(treatment.stopRefused)],
  },
  { name: 'treatment, stop counts down', steps: [...starts('bio'), ...stops, reads(withNumber(treatment.stopsIn(7)))] },
  {
    name: 'treatment, stop not confirmed',
    state: 'error',
    steps: [faults('malformed', STOP), ...running, ...stops, reads(treatment.stopUnconfirmed)],
  },
  {
    name: 'devices, one may not have stopped',
    state: 'error',
    steps: [
      ...starts('bio'),
      waits(10_000),
      faults('malformed', STOP),
      ...stops,
      reads(treatment.stopUnconfirmed),
      goes('/my?tab=device'),
      reads(copy.my.watch),
    ],
    allowedMessages: /WebSocket is closed before/,
  },
  { name: 'treatment, of another device', steps: [...starts('bio'), goes('/process?sno=PL10001'), reads(RUNNING)] },
  { name: 'modes, device running', steps: [...starts('bio'), goes('/modeMenu'), reads(RUNNING)] },
  { name: 'account, device running', steps: [...starts('bio'), goes('/my?tab=my'), reads(RUNNING)] },
  { name: 'treatment, stopped', steps: [...running, ...stops, reads(treatment.stopped)] },
  { name: 'treatment, ended', steps: [...running, timePasses, reads(treatment.finished)] },
  {
    name: 'modes, after a treatment',
    steps: [...starts('bio'), timePasses, presses(treatment.again), reads(modes.lastUsed)],
  },
  {
    name: 'treatment, own lease ended',
    steps: [...starts('bio'), timePasses, reads(treatment.finished), reads(copy.my.renew)],
  },
  {
    name: 'devices, one runs',
    steps: [...starts('bio'), goes('/my?tab=device'), reads(copy.running.until('').trim().slice(0, 6))],
  },
  {
    name: 'treatment, device offline',
    steps: [...running, device('PL10005', { online: false }), reads(treatment.offline)],
  },
  {
    name: 'treatment, screen broken',
    state: 'error',
    steps: [plantsError, opens, readsHeading(copy.screenFailed.title), reads(treatment.stop)],
    allowedMessages: /planted|WebSocket is closed before/,
  },
  {
    name: 'treatment, other actions',
    steps: [...running, presses(copy.device.more), reads(treatment.deviceManagement)],
  },
];
