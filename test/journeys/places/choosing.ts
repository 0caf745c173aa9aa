import { withDemoBrand } from '../../../sandbox/shop/demo-brands.ts';
import { getDetail } from '../../../src/core/device/api.ts';
import { startDevice } from '../../../src/core/treatment/api.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import { everyState, type Place } from './place.ts';
import {
  choosesTab,
  comes,
  device,
  faults,
  finds,
  follows,
  goes,
  mayRetry,
  pays,
  presses,
  reads,
  readsHeading,
  type Step,
  withNumber,
} from './steps.ts';

const OWN = 'PL10003';
const START = startDevice.path;
const { modes, custom } = copy;

const menuOf = (user: string, sno: string) => [comes(user, `/?sno=${sno}`), readsHeading(copy.titles.modeMenu)];
const menu = menuOf('leaser', OWN);
const startsBio = presses(modes.tiles.bio);
const settings = [...menu, follows(modes.custom), reads(custom.duration)];
const isAsked: Step = ({ page }) => page.getByRole('dialog').waitFor();
const picks = (row: 'duration' | 'function' | 'auxiliary') => [
  ...settings,
  presses(new RegExp(`^${custom[row]}`)),
  isAsked,
];
/** Types on a wheel: the library turns it to the option that begins with the text. */
const turns =
  (wheel: string, ...keys: string[]): Step =>
  async ({ page }) => {
    for (const key of keys) await page.getByRole('spinbutton', { name: wheel }).press(key);
  };
const { notice } = withDemoBrand({}, 'demo');
const opensTheDevice = [...settings, presses(copy.device.more), presses(custom.device)];

/** The modes and settings of a treatment, and its start. */
export const choosing: Place[] = [
  { name: 'modes', state: 'full', steps: menu },
  { name: 'modes', state: 'empty', steps: [comes('ordinary', '/modeMenu'), reads(modes.noDevice)] },
  { name: 'modes', state: 'loading', steps: [faults('hang', START), ...menu, startsBio, reads(modes.starting)] },
  { name: 'modes', state: 'error', steps: [...menu, faults('refuse', listCards.path), startsBio, mayRetry] },
  { name: 'modes, a use to be deducted', steps: [...menuOf('card', 'PL10001'), startsBio, reads(modes.deduct)] },
  {
    name: 'modes, no use left',
    steps: [
      comes('ordinary', '/?sno=PL10001'),
      reads(copy.lease.original),
      goes('/modeMenu'),
      startsBio,
      reads(modes.exhausted),
    ],
  },
  { name: 'modes, device gone', steps: [...menu, device(OWN, { online: false }), startsBio, reads(modes.unavailable)] },
  { name: 'modes, too early', steps: [...menu, goes('/modeMenu?stop=1'), startsBio, reads(modes.tooFrequent)] },
  { name: 'modes, resting', steps: [...menu, goes('/modeMenu?stop=1'), reads(withNumber(copy.modes.restsFor(7)))] },
  { name: 'modes, notice', steps: [finds({ notice }), ...menu, startsBio, reads(modes.noticeRead)] },
  {
    name: 'modes, paid and not started',
    state: 'error',
    steps: [
      comes('ordinary', '/?sno=PL10001'),
      pays('ok', true),
      readsHeading(copy.titles.modeMenu),
      faults('refuse', START),
      startsBio,
      reads(modes.paidNotStarted),
    ],
  },
  { name: 'settings', state: 'full', steps: settings },
  { name: 'settings', state: 'empty', steps: [comes('ordinary', '/custom'), reads(modes.noDevice)] },
  { name: 'settings, duration', steps: picks('duration') },
  { name: 'settings, bio', steps: picks('function') },
  { name: 'settings, strongest', steps: [...picks('function'), turns(custom.voltage, '1', '3'), reads(custom.strong)] },
  { name: 'settings, longest', steps: [...picks('duration'), turns(custom.duration, 'End'), reads(custom.long)] },
  { name: 'settings, light', steps: [...picks('function'), choosesTab(custom.functions.light)] },
  { name: 'settings, infrared', steps: picks('auxiliary') },
  { name: 'settings, quantum', steps: [...picks('auxiliary'), choosesTab(custom.quantum)] },
  {
    name: 'settings, a use to be deducted',
    steps: [...menuOf('card', 'PL10001'), follows(modes.custom), presses(custom.start), reads(modes.deductCustom)],
  },
  { name: 'settings, other actions', steps: [...settings, presses(copy.device.more), reads(custom.device)] },
  ...everyState('device', getDetail.path, {
    open: opensTheDevice,
    loading: reads(copy.device.title),
    full: [...opensTheDevice, reads(copy.device.mac)],
  }),
];
