/* The steps of the story: when each is done, what stands in its way, and how it is done on the phone. */

import { act, refresh, world } from '../world.js';
import { enter, find, findLast, path, press, shows } from './phone.js';

export const USER = 'ordinary';
export const SNO = 'PL10001';

const PAID = 5;
const SHEET = '[data-weixin=pay]';
const STOP_CONFIRMATION = '[role=alertdialog] button + button';

const user = () => world().users.find(({ id }) => id === USER);
const device = () => world().devices.find(({ sno }) => sno === SNO);
const order = () => world().orders.find((each) => each.userId === USER && each.sno === SNO && each.statusCode > 0);
const isPaid = () => order()?.statusCode === PAID;

/* The device's events since its last start, newest first; empty if it was never started. */
function sinceStart() {
  const { log } = device();
  const start = log.findIndex(({ what }) => what === 'started');
  return start < 0 ? [] : log.slice(0, start + 1);
}
const happened = (...kinds) => sinceStart().some(({ what }) => kinds.includes(what));
const isOver = () => happened('stopped', 'ended');
/* A return of the line stands in the log as well, so the cut counts also after it. */
const wasCut = () => happened('offline');

const isAt = (place) => path() === place && (place !== '/lease' || shows(SNO));
const seesTreatment = () => path() === '/process' && find('footer button');
const enterDevice = () => enter(user(), { sno: SNO });

async function toPlans(until) {
  /* A payment sheet of an order that has expired leads nowhere. */
  if (!isAt('/lease') || find(SHEET)) enterDevice();
  await until(() => isAt('/lease') && find('input[name=plan]'));
}

async function toPaymentSheet(until) {
  if (find(SHEET) && order()) return;
  await toPlans(until);
  if (!find('input[name=plan]:checked')) await press(until, () => find('input[name=plan]'));
  await press(until, () => findLast('footer button'));
  await until(() => find(SHEET));
}

async function toTreatment(until) {
  const isShown = () => seesTreatment() && !find('[role=alertdialog]');
  if (path() !== '/process') enterDevice();
  await until(isShown);
}

const DO = {
  async scan(until) {
    if (!find('[data-weixin-sno]')) {
      if (!find('#main-device > button')) enter(user(), { pageType: 'device' });
      await press(until, () => find('#main-device > button'));
    }
    await press(until, () => find(`[data-weixin-sno="${SNO}"]`));
    await until(() => isAt('/lease') && find('input[name=plan]'));
  },

  async rent(until) {
    await toPaymentSheet(until);
    await until(() => order());
  },

  async pay(until) {
    await toPaymentSheet(until);
    await press(until, () => find(SHEET));
    await until(() => isPaid() && path() === '/modeMenu');
  },

  async treat(until) {
    const notice = () => find('[role=dialog] li');
    if (!(path() === '/modeMenu' && shows(SNO)) && !notice()) enterDevice();
    if (!notice()) await press(until, () => find('main ul li button:not([data-resting])'));
    if ((await until(() => notice() || (seesTreatment() && 'started'))) && notice()) {
      const sheet = find('[role=dialog]');
      sheet.scrollTop = sheet.scrollHeight;
      await press(until, () => findLast('[role=dialog] button'));
    }
    await until(() => device().attrs.OnOff === 1 && seesTreatment());
  },

  async lose(until) {
    if (!seesTreatment()) await toTreatment(until);
    await act('POST', `device/${SNO}`, { online: false });
    await until(() => !device().online && find('[role=alertdialog]'));
  },

  async stop(until) {
    await act('POST', `device/${SNO}`, { online: true });
    if (!find(STOP_CONFIRMATION)) {
      await toTreatment(until);
      await press(until, () => find('footer button'));
    }
    /* In its first seconds the app takes a stop without a question, and sends it as soon as the device accepts it. */
    await until(() => find(STOP_CONFIRMATION) || isOver());
    if (!isOver()) await press(until, () => findLast(STOP_CONFIRMATION));
    await until(() => isOver() && path() !== '/process');
  },
};

const DONE = {
  scan: () => isAt('/lease'),
  rent: () => Boolean(order()),
  pay: isPaid,
  treat: () => sinceStart().length > 0,
  lose: wasCut,
  stop: isOver,
};

export const STEPS = Object.keys(DO);

/* The number of steps that are done. A later step includes the earlier ones, except that a treatment may end with its line never cut. */
export function stepsDone() {
  if (!world()) return 0;
  return STEPS.findLastIndex((id) => DONE[id]()) + 1;
}

/* True if the last treatment was over before it was stopped. */
export const endedByItself = () =>
  sinceStart().find(({ what }) => what === 'stopped' || what === 'ended')?.what === 'ended';

/* The reason why the next step cannot be done now, by the name of its words; undefined if it can. */
export function obstacle(id) {
  const { locked, silent, status, leasedBy, startedBy, online } = device();
  if (world().appPath === null) return 'noApp';
  if (leasedBy !== null && leasedBy !== USER) return 'leasedByOther';
  if (startedBy !== null && startedBy !== USER) return 'runByOther';
  if (locked) return 'locked';
  if (silent) return 'silent';
  if (status === 'NOT_IN_OPERATION') return 'locked';
  if (!online && id !== 'stop') return 'offline';
  if (id === 'treat' && leasedBy === null) return 'expired';
  if (world().payment !== null && (id === 'rent' || id === 'pay')) return 'payment';
  return undefined;
}

/* Does a step. `until` waits for a condition: it resolves with its first truthy value, and rejects if the story was started again or the time is over. */
export async function doStep(id, until) {
  await refresh();
  await DO[id](until);
}
