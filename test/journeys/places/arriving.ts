import type { NoticeReason } from '../../../src/core/device/device.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import type { Visitor } from '../visitor.ts';
import type { Place } from './place.ts';

const NOTICES: Record<NoticeReason, string> = { offline: 'PL10007', using: 'PL10004', used: 'PL10006', locked: 'PL10008', 'not-in-operation': 'PL10009' };
const CHECK = '/order/check/device';

const arriveWith = (kind: string) => async (visitor: Visitor) => {
  await visitor.meets(kind, CHECK);
  await visitor.comes('ordinary', '/?sno=PL10001');
};

/** What meets people on their way into the app. */
export const arriving: Place[] = [
  { name: 'entry', state: 'loading', come: async (visitor) => (await arriveWith('hang')(visitor), visitor.reads(copy.entry.initializing)) },
  { name: 'entry', state: 'error', come: async (visitor) => (await arriveWith('malformed')(visitor), visitor.reads(copy.entry.failed)) },
  { name: 'entry, on behalf', come: async (visitor) => (await visitor.comes('assistant', '/?sno=PL10001'), visitor.reads(copy.entry.onBehalf)) },
  ...Object.entries(NOTICES).map(
    ([reason, sno]): Place => ({
      name: `entry, ${reason}`,
      come: async (visitor) => (await visitor.comes('ordinary', `/?sno=${sno}`), visitor.reads(copy.entry.reasons[reason as NoticeReason])),
    }),
  ),
  { name: 'entry, no code of a device', come: async (visitor) => (await visitor.comes('ordinary', '/?sno=!'), visitor.reads(copy.entry.unreadable)) },
  { name: 'no token', come: async (visitor) => (await visitor.comes(undefined, '/my'), visitor.reads(copy.session.enterFromWeixin)) },
  {
    name: 'token expired',
    come: async (visitor) => (await visitor.comes('unknown', '/my/orderList'), visitor.reads(copy.session.expired)),
    heard: /401/,
  },
  {
    name: 'configuration broken',
    state: 'error',
    come: async (visitor) => {
      await visitor.finds((usual) => ({ ...usual, apiBase: undefined }));
      await visitor.comes('ordinary', '/my');
      await visitor.reads(copy.configuration.broken);
    },
  },
  {
    name: 'no network at the start',
    state: 'error',
    come: async (visitor) => {
      await visitor.page.route('**/app-config.json', (route) => route.abort());
      await visitor.comes('ordinary', '/my');
      await visitor.reads(copy.problems.network);
    },
    heard: /ERR_FAILED/,
  },
  {
    name: 'screen not loaded',
    state: 'error',
    come: async (visitor) => {
      await visitor.page.route('**/About-*.js', (route) => route.abort());
      await visitor.comes('ordinary', '/my/about');
      await visitor.reads(copy.screenFailed.title);
    },
    heard: /ERR_FAILED|dynamically imported module/,
  },
  { name: 'no such page', state: 'error', come: async (visitor) => (await visitor.comes('ordinary', '/nowhere'), visitor.reads(copy.notFound.title)) },
];
