import { copy } from '../../../src/ui/copy/zh-CN.ts';
import type { Visitor } from '../visitor.ts';
import { everyState, type Place } from './place.ts';

const DEVICES = '/my?tab=device';
const CHECK = '/order/check/device';

const toHistory = async (visitor: Visitor, user: string) => {
  await visitor.comes(user, DEVICES);
  await visitor.choosesTab(copy.my.history);
};

const opensFirst = async (visitor: Visitor) => {
  await visitor.comes('leaser', DEVICES);
  await visitor.presses(/PL10003/);
};

/** Opens the camera; what `camera` is told to be instead of the browser's own. */
const scans = async (visitor: Visitor, camera?: 'never answers' | 'is not there') => {
  await visitor.page.addInitScript((wanted) => {
    if (wanted === undefined) return;
    const getUserMedia = () => (wanted === 'never answers' ? new Promise(() => {}) : Promise.reject(new DOMException('', 'NotFoundError')));
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: getUserMedia });
  }, camera);
  await visitor.comes('ordinary', `${DEVICES}&weixin=off`);
  await visitor.presses(copy.my.rent);
};

/** The user's own pages, and the camera. */
export const devices: Place[] = [
  ...everyState('devices', '/device/device/list', {
    open: (visitor) => visitor.comes('leaser', DEVICES),
    waits: copy.my.loadingDevices,
    full: async (visitor) => (await visitor.comes('leaser', DEVICES), visitor.reads('PL10003')),
    empty: async (visitor) => (await visitor.comes('nobody', DEVICES), visitor.reads(copy.my.noDevice)),
  }),
  { name: 'devices, shared', come: async (visitor) => (await visitor.comes('shared', DEVICES), visitor.reads('PL10003')) },
  { name: 'devices, rented for a customer', come: async (visitor) => (await visitor.comes('assistant', DEVICES), visitor.reads('PL10010')) },
  {
    name: 'devices, not read again',
    state: 'error',
    come: async (visitor) => {
      await visitor.comes('leaser', DEVICES);
      await visitor.reads('PL10003');
      await visitor.meets('refuse', '/device/device/list');
      await visitor.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await visitor.retry().waitFor();
    },
  },
  { name: 'devices, one is offline', come: async (visitor) => (await visitor.comes('leaser', DEVICES), await visitor.presses(/PL20003/), visitor.reads(copy.my.deviceOffline)) },
  { name: 'devices, opening one', state: 'loading', come: async (visitor) => (await visitor.meets('hang', CHECK), await opensFirst(visitor), visitor.reads(copy.entry.initializing)) },
  { name: 'devices, one does not open', state: 'error', come: async (visitor) => (await visitor.meets('malformed', CHECK), await opensFirst(visitor), visitor.retry().waitFor()) },
  {
    name: 'devices, one is locked',
    come: async (visitor) => (await visitor.world.device('PL10003', { locked: true }), await opensFirst(visitor), visitor.reads(copy.entry.reasons.locked)),
  },
  ...everyState('lease history', '/device/device/history/list', {
    open: (visitor) => toHistory(visitor, 'ordinary'),
    waits: copy.my.loadingDevices,
    full: async (visitor) => (await toHistory(visitor, 'ordinary'), visitor.reads(/PL10002/)),
    empty: async (visitor) => (await toHistory(visitor, 'nobody'), visitor.reads(copy.my.noHistory)),
  }),
  { name: 'camera, opening', state: 'loading', come: async (visitor) => (await scans(visitor, 'never answers'), visitor.reads(copy.scanner.opening)) },
  {
    name: 'camera',
    come: async (visitor) => (await visitor.page.context().grantPermissions(['camera']), await scans(visitor), visitor.reads(copy.scanner.hint)),
  },
  { name: 'camera, denied', come: async (visitor) => (await scans(visitor), visitor.reads(copy.scanner.denied)) },
  { name: 'camera, none', come: async (visitor) => (await scans(visitor, 'is not there'), visitor.reads(copy.scanner.none)) },
  ...everyState('account', '/user/get', {
    open: (visitor) => visitor.comes('ordinary', '/my?tab=my'),
    waits: copy.titles.orderList,
    full: async (visitor) => (await visitor.comes('ordinary', '/my?tab=my'), visitor.reads('13800000001')),
    empty: async (visitor) => (await visitor.comes('nobody', '/my?tab=my'), visitor.reads(copy.my.guest)),
  }),
];
