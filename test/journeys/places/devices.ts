import { getUser } from '../../../src/core/account/api.ts';
import { checkDevice, listDevices, listHistory } from '../../../src/core/device/api.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import { everyState, type Place } from './place.ts';
import {
  choosesPlan,
  choosesTab,
  comes,
  device,
  faults,
  mayRetry,
  payButton,
  pays,
  presses,
  reads,
  writes,
  type Step,
} from './steps.ts';

const DEVICES = '/my?tab=device';
const ACCOUNT = '/my?tab=my';
const LIST = listDevices.path;
const CHECK = checkDevice.path;

const comesBackToThePage: Step = ({ page }) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const opensADevice = [comes('leaser', DEVICES), presses(/PL10003/)];
const history = (user: string) => [comes(user, DEVICES), choosesTab(copy.my.history)];

/** Scans with the phone camera, outside WeChat. */
const scans = [comes('ordinary', `${DEVICES}&weixin=off`), presses(copy.my.rent)];
const allowsTheCamera: Step = ({ page }) => page.context().grantPermissions(['camera']);
const hasACameraThat =
  (does: 'never opens' | 'is not there'): Step =>
  async (visitor) => {
    const page = await visitor.usesAnotherPage();
    await page.addInitScript((does) => {
      const getUserMedia = () =>
        does === 'never opens' ? new Promise(() => {}) : Promise.reject(new DOMException('', 'NotFoundError'));
      Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: getUserMedia });
    }, does);
  };

/** Answers the device list with this many copies of its rows, each with a number of its own. */
const ownsMany =
  (count: number): Step =>
  ({ page }) =>
    page.route(`**${LIST}*`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: Record<string, unknown>[] };
      const data = Array.from({ length: count }, (_, index) => {
        const row = body.data[index % body.data.length];
        const sno = `${String(row?.['sno']).slice(0, -3)}${String(index).padStart(3, '0')}`;
        const name = index === 2 ? '社区康复中心门诊二楼东侧候诊区家用生物电与高光波组合理疗仪' : row?.['deviceName'];
        return { ...row, sno, deviceName: name, assist: index % 3 === 0 };
      });
      await route.fulfill({ response: answer, json: { ...body, data } });
    });

/** The user’s own pages, and the camera. */
export const devices: Place[] = [
  ...everyState('devices', LIST, {
    open: [comes('leaser', DEVICES)],
    loading: reads(copy.my.loadingDevices),
    full: [comes('leaser', DEVICES), reads('PL10003')],
    empty: [comes('nobody', DEVICES), reads(copy.my.noDevice)],
  }),
  { name: 'devices, large type', steps: [comes('leaser', DEVICES), reads('PL10003'), presses(copy.my.largeTypeShort)] },
  { name: 'devices, shared', steps: [comes('shared', DEVICES), reads('PL10003')] },
  { name: 'devices, rented for a customer', steps: [comes('assistant', DEVICES), reads('PL10010')] },
  {
    name: 'devices, whose customer is noted',
    steps: [
      comes('assistant', DEVICES),
      presses(new RegExp(copy.my.note.short)),
      writes(copy.my.note.label, '王女士 0399'),
      presses(copy.common.confirm),
      reads('王女士 0399'),
      presses(new RegExp(copy.my.note.short)),
      reads(copy.my.note.title),
    ],
  },
  {
    name: 'modes, paid for a customer',
    steps: [
      comes('assistant', '/?sno=PL10001'),
      presses(copy.entry.yes),
      reads(copy.lease.original),
      pays('ok', true),
      reads(copy.entry.nextCustomer),
    ],
  },
  {
    name: 'modes, free for a customer',
    steps: [
      comes('assistant', '/?sno=PL20002'),
      presses(copy.entry.yes),
      reads(copy.lease.original),
      choosesPlan,
      presses(payButton),
      reads(copy.entry.nextCustomer),
    ],
  },
  { name: 'devices, some', steps: [ownsMany(12), comes('leaser', DEVICES), reads(copy.my.filters.ending)] },
  { name: 'devices, very many', steps: [ownsMany(40), comes('leaser', DEVICES), reads(copy.my.filters.ending)] },
  {
    name: 'devices, refresh failed',
    state: 'error',
    steps: [comes('leaser', DEVICES), reads('PL10003'), faults('refuse', LIST), comesBackToThePage, mayRetry],
  },
  {
    name: 'devices, one is offline',
    steps: [comes('leaser', DEVICES), presses(/PL20003/), reads(copy.my.deviceOffline)],
  },
  {
    name: 'devices, opening one',
    state: 'loading',
    steps: [faults('hang', CHECK), ...opensADevice, reads(copy.entry.initializing)],
  },
  {
    name: 'devices, one fails to open',
    state: 'error',
    steps: [faults('malformed', CHECK), ...opensADevice, mayRetry],
  },
  {
    name: 'devices, one is locked',
    steps: [device('PL10003', { locked: true }), ...opensADevice, reads(copy.entry.reasons.locked)],
  },
  ...everyState('lease history', listHistory.path, {
    open: history('ordinary'),
    loading: reads(copy.my.loadingDevices),
    full: [...history('ordinary'), reads(/PL10002/)],
    empty: [...history('nobody'), reads(copy.my.noHistory)],
  }),
  { name: 'camera', steps: [allowsTheCamera, ...scans, reads(copy.scanner.hint)] },
  {
    name: 'camera, opening',
    state: 'loading',
    steps: [hasACameraThat('never opens'), ...scans, reads(copy.scanner.opening)],
  },
  { name: 'camera, denied', steps: [...scans, reads(copy.scanner.denied)] },
  { name: 'camera, none', steps: [hasACameraThat('is not there'), ...scans, reads(copy.scanner.none)] },
  ...everyState('account', getUser.path, {
    open: [comes('ordinary', ACCOUNT)],
    loading: reads(copy.titles.orderList),
    full: [comes('ordinary', ACCOUNT), reads('13800000001')],
    empty: [comes('nobody', ACCOUNT), reads(copy.my.guest)],
  }),
];
