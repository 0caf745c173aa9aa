import { checkDevice } from '../../../src/core/device/api.ts';
import type { NoticeReason } from '../../../src/core/device/device.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import type { Place } from './place.ts';
import { comes, faults, finds, goes, misses, reads } from './steps.ts';

const NOTICES: [NoticeReason, sno: string][] = [
  ['offline', 'PL10007'],
  ['using', 'PL10004'],
  ['used', 'PL10006'],
  ['locked', 'PL10008'],
  ['not-in-operation', 'PL10009'],
];
const CHECK = checkDevice.path;
const CONFIGURATION = '**/app-config.json';

/** The screens and messages on entry. */
export const arriving: Place[] = [
  {
    name: 'entry',
    state: 'loading',
    steps: [faults('hang', CHECK), comes('ordinary', '/?sno=PL10001'), reads(copy.entry.initializing)],
  },
  {
    name: 'entry',
    state: 'error',
    steps: [faults('malformed', CHECK), comes('ordinary', '/?sno=PL10001'), reads(copy.entry.failed)],
  },
  { name: 'entry, on behalf?', steps: [comes('assistant', '/?sno=PL10001'), reads(copy.entry.onBehalf)] },
  ...NOTICES.map(([reason, sno]): Place => ({
    name: `entry, ${reason}`,
    steps: [comes('ordinary', `/?sno=${sno}`), reads(copy.entry.reasons[reason])],
  })),
  { name: 'entry, no code of a device', steps: [comes('ordinary', '/?sno=!'), reads(copy.entry.unreadable)] },
  { name: 'no token', steps: [goes('/my'), reads(copy.session.enterFromWeChat)] },
  {
    name: 'token expired',
    steps: [goes('/my/orderList?accessToken=of-last-year'), reads(copy.session.expired)],
    allowedMessages: /401/,
  },
  {
    name: 'configuration broken',
    state: 'error',
    steps: [finds({ apiBase: undefined }), comes('ordinary', '/my'), reads(copy.configuration.broken)],
    allowedMessages: /apiBase: required/,
  },
  {
    name: 'no network at the start',
    state: 'error',
    steps: [misses(CONFIGURATION), comes('ordinary', '/my'), reads(copy.problems.network)],
    allowedMessages: /ERR_FAILED/,
  },
  { name: 'no such page', state: 'error', steps: [comes('ordinary', '/nowhere'), reads(copy.notFound.title)] },
];
