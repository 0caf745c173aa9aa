import { copy } from '../../../src/ui/copy/zh-CN.ts';
import type { Visitor } from '../visitor.ts';
import { everyState, type Place } from './place.ts';

const OWN = 'PL10003';
const START = '/order/start/device';
const STOP = '/order/stop/device';
const DETAIL = '/device/detail';
const LATEST = '/device/real_time_data';
const LINE = '/device/intoDevicePage';
const { modes, treatment } = copy;

const toModes = async (visitor: Visitor, user = 'leaser', sno = OWN) => {
  await visitor.comes(user, `/?sno=${sno}`);
  await visitor.heading(copy.titles.modeMenu);
};

const toCustom = async (visitor: Visitor, user?: string, sno?: string) => {
  await toModes(visitor, user, sno);
  await visitor.follows(modes.custom);
  await visitor.reads(copy.custom.duration);
};

const starts = async (visitor: Visitor, mode: keyof typeof modes.tiles) => {
  await toModes(visitor);
  await visitor.presses(modes.tiles[mode]);
  await visitor.heading(modes.names[mode]);
};

const toTreatment = async (visitor: Visitor) => {
  await visitor.comes('card', '/process?sno=PL10005');
  await visitor.reads(treatment.remaining(25));
};

const picks = (row: 'duration' | 'function' | 'auxiliary', tab?: string) => async (visitor: Visitor) => {
  await toCustom(visitor);
  await visitor.presses(new RegExp(`^${copy.custom[row]}`));
  await visitor.page.getByRole('dialog').waitFor();
  if (tab !== undefined) await visitor.choosesTab(tab);
};

const ofTheDevice = async (visitor: Visitor) => {
  await toCustom(visitor);
  await visitor.presses(copy.custom.share);
  await visitor.presses(copy.custom.device);
};

const stops = async (visitor: Visitor) => {
  await visitor.presses(treatment.stop);
  await visitor.presses(copy.common.confirm);
};

const silently = async (visitor: Visitor) => {
  await visitor.world.device(OWN, { silent: true });
  await starts(visitor, 'bio');
  await visitor.reads(treatment.starting);
};

const inTime = (come: Place['come']) => async (visitor: Visitor) => {
  await visitor.page.clock.install();
  await come(visitor);
};

/** Modes, settings of one's own, and the treatment. */
export const treating: Place[] = [
  { name: 'modes', state: 'full', come: (visitor) => toModes(visitor) },
  { name: 'modes', state: 'empty', come: async (visitor) => (await visitor.comes('ordinary', '/modeMenu'), visitor.reads(modes.noDevice)) },
  { name: 'modes', state: 'loading', come: async (visitor) => (await visitor.meets('hang', START), await toModes(visitor), await visitor.presses(modes.tiles.bio), visitor.reads(modes.starting)) },
  { name: 'modes', state: 'error', come: async (visitor) => (await visitor.meets('refuse', '/wallet/balance'), await toModes(visitor), await visitor.presses(modes.tiles.bio), visitor.retry().waitFor()) },
  { name: 'modes, a use to be deducted', come: async (visitor) => (await toModes(visitor, 'card', 'PL10001'), await visitor.presses(modes.tiles.bio), visitor.reads(modes.deduct)) },
  {
    name: 'modes, no use left',
    come: async (visitor) => {
      await visitor.comes('ordinary', '/?sno=PL10001');
      await visitor.reads(copy.lease.original);
      await visitor.goes('/modeMenu');
      await visitor.presses(modes.tiles.bio);
      await visitor.reads(modes.exhausted);
    },
  },
  {
    name: 'modes, device gone',
    come: async (visitor) => (await toModes(visitor), await visitor.world.device(OWN, { online: false }), await visitor.presses(modes.tiles.light), visitor.reads(modes.unavailable)),
  },
  { name: 'modes, too early', come: async (visitor) => (await toModes(visitor), await visitor.goes('/modeMenu?stop=1'), await visitor.presses(modes.tiles.bio), visitor.reads(modes.tooFrequent)) },
  {
    name: 'modes, paid and not started',
    state: 'error',
    come: async (visitor) => {
      await visitor.comes('ordinary', '/?sno=PL10001');
      await visitor.pays('ok', true);
      await visitor.heading(copy.titles.modeMenu);
      await visitor.meets('refuse', START);
      await visitor.presses(modes.tiles.bio);
      await visitor.reads(modes.paidNotStarted);
    },
  },
  { name: 'settings', state: 'full', come: (visitor) => toCustom(visitor) },
  { name: 'settings', state: 'empty', come: async (visitor) => (await visitor.comes('ordinary', '/custom'), visitor.reads(modes.noDevice)) },
  { name: 'settings, duration', come: picks('duration') },
  { name: 'settings, bio', come: picks('function') },
  { name: 'settings, light', come: picks('function', copy.custom.functions.light) },
  { name: 'settings, infrared', come: picks('auxiliary', copy.custom.infrared) },
  { name: 'settings, quantum', come: picks('auxiliary', copy.custom.quantum) },
  {
    name: 'settings, a use to be deducted',
    come: async (visitor) => (await toCustom(visitor, 'card', 'PL10001'), await visitor.presses(copy.custom.start), visitor.reads(modes.deductCustom)),
  },
  { name: 'settings, ways on', come: async (visitor) => (await toCustom(visitor), await visitor.presses(copy.custom.share), visitor.reads(copy.custom.device)) },
  ...everyState('device', DETAIL, {
    open: ofTheDevice,
    waits: copy.device.title,
    full: async (visitor) => (await ofTheDevice(visitor), visitor.reads(copy.device.mac)),
  }),
  { name: 'treatment', state: 'full', come: toTreatment },
  { name: 'treatment', state: 'empty', come: async (visitor) => (await visitor.comes('ordinary', '/process'), visitor.reads(modes.noDevice)) },
  {
    name: 'treatment',
    state: 'loading',
    come: async (visitor) => (await visitor.meets('hang', DETAIL, LATEST, LINE), await visitor.comes('card', '/process?sno=PL10005'), visitor.reads(treatment.loading)),
  },
  {
    name: 'treatment',
    state: 'error',
    come: async (visitor) => (await visitor.meets('refuse', DETAIL, LATEST, LINE), await visitor.comes('card', '/process?sno=PL10005'), visitor.retry().waitFor()),
  },
  { name: 'treatment, light', come: async (visitor) => (await starts(visitor, 'light'), visitor.reads(treatment.lightOn)) },
  { name: 'treatment, sleep', come: async (visitor) => (await starts(visitor, 'sleep'), visitor.reads(treatment.sleepOn)) },
  { name: 'treatment, quantum', come: (visitor) => starts(visitor, 'quantum') },
  { name: 'treatment, starting', state: 'loading', come: silently },
  {
    name: 'treatment, device does not respond',
    state: 'error',
    come: inTime(async (visitor) => (await silently(visitor), await visitor.page.clock.fastForward(20_000), visitor.reads(treatment.unresponsive))),
  },
  {
    name: 'treatment, not heard of for long',
    state: 'error',
    come: inTime(async (visitor) => {
      await visitor.meets('refuse', LINE);
      await toTreatment(visitor);
      await visitor.meets('refuse', DETAIL, LATEST);
      await visitor.page.clock.fastForward(20_000);
      await visitor.retry().waitFor();
    }),
  },
  {
    name: 'treatment, line lost',
    come: async (visitor) => (await toTreatment(visitor), await visitor.meets('reset-before', 'ws'), visitor.reads(treatment.lineLost)),
    heard: /WebSocket/,
  },
  { name: 'treatment, channel refused', come: async (visitor) => (await visitor.meets('refuse', 'ws'), await visitor.comes('card', '/process?sno=PL10005'), visitor.reads(treatment.loginFailed)) },
  { name: 'treatment, stop?', come: async (visitor) => (await toTreatment(visitor), await visitor.presses(treatment.stop), visitor.reads(treatment.confirmStop)) },
  { name: 'treatment, stopping', state: 'loading', come: async (visitor) => (await visitor.meets('hang', STOP), await toTreatment(visitor), await stops(visitor), visitor.reads(treatment.stopping)) },
  { name: 'treatment, stop too early', come: async (visitor) => (await starts(visitor, 'bio'), await stops(visitor), visitor.reads(treatment.tooSoon)) },
  { name: 'treatment, stop refused', come: async (visitor) => (await visitor.meets('refuse', STOP), await toTreatment(visitor), await stops(visitor), visitor.reads(treatment.stopRefused)) },
  { name: 'treatment, stopped', come: async (visitor) => (await toTreatment(visitor), await stops(visitor), visitor.reads(treatment.stopped)) },
  { name: 'treatment, ended', come: async (visitor) => (await toTreatment(visitor), await visitor.world.passes(40 * 60_000), visitor.reads(treatment.finished)) },
  { name: 'treatment, device offline', come: async (visitor) => (await toTreatment(visitor), await visitor.world.device('PL10005', { online: false }), visitor.reads(treatment.offline)) },
  { name: 'treatment, ways on', come: async (visitor) => (await toTreatment(visitor), await visitor.presses(treatment.share), visitor.reads(treatment.deviceManagement)) },
];
