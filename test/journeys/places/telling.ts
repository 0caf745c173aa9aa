import { copy } from '../../../src/ui/copy/zh-CN.ts';
import type { Visitor } from '../visitor.ts';
import type { Place } from './place.ts';

const { login, feedback, share } = copy;

const SHARES = '/device/device/share/list';

const toShares = async (visitor: Visitor, { user = 'leaser', sno = 'PL10003', kind = '' } = {}) => {
  await visitor.world.device(sno, { online: true });
  await visitor.comes(user, `/?sno=${sno}`);
  await visitor.heading(copy.titles.modeMenu);
  if (kind) await visitor.meets(kind, SHARES);
  await visitor.goes('/share');
};

const TO_A_FRIEND = new RegExp(`^${share.link.send}`);

/** WeChat's menu takes nothing, and nothing can be copied. */
const cannotPassOn = (visitor: Visitor) =>
  visitor.page.evaluate(() => {
    Object.assign(globalThis, { WeixinJSBridge: { invoke: (name: string, _: object, answer: (result: object) => void) => answer({ err_msg: `${name}:fail` }) } });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });

const adds = async (visitor: Visitor, mobile = '') => {
  await toShares(visitor);
  await visitor.presses(share.add);
  await visitor.page.getByLabel(share.mobile).fill(mobile);
};

const binds = async (visitor: Visitor, mobile: string) => {
  await visitor.comes('nobody', '/login');
  await visitor.box(login.mobile).fill(mobile);
  await visitor.presses(login.askForCode);
};

const writes = async (visitor: Visitor, content: string) => {
  await visitor.comes('ordinary', '/my/feedback');
  await visitor.box(feedback.content).fill(content);
  await visitor.presses(feedback.send);
};

/** Where people say who they are, with whom they share and what they think. */
export const telling: Place[] = [
  { name: 'phone', come: async (visitor) => (await visitor.comes('nobody', '/login'), visitor.reads(login.banner)) },
  { name: 'phone, nothing typed', come: async (visitor) => (await visitor.comes('nobody', '/login'), await visitor.presses(login.bind), visitor.reads(login.mobileMissing)) },
  { name: 'phone, code sent', come: async (visitor) => (await binds(visitor, '13800000099'), visitor.reads(login.sent)) },
  { name: 'phone, taken', come: async (visitor) => (await binds(visitor, '13800000001'), visitor.reads(login.taken)) },
  {
    name: 'phone, code wrong',
    come: async (visitor) => {
      await visitor.comes('nobody', '/login');
      await visitor.box(login.mobile).fill('13800000099');
      await visitor.box(login.code).fill('000000');
      await visitor.presses(login.bind);
      await visitor.reads(login.wrongCode);
    },
  },
  { name: 'phone', state: 'loading', come: async (visitor) => (await visitor.meets('hang', '/user/message'), binds(visitor, '13800000099')) },
  { name: 'phone', state: 'error', come: async (visitor) => (await visitor.meets('malformed', '/user/message'), await binds(visitor, '13800000099'), visitor.retry().waitFor()) },
  { name: 'shares', state: 'full', come: async (visitor) => (await toShares(visitor), visitor.reads(share.people(1))) },
  { name: 'shares', state: 'loading', come: async (visitor) => (await toShares(visitor, { kind: 'hang' }), visitor.heading(copy.titles.share)) },
  { name: 'shares', state: 'error', come: async (visitor) => (await toShares(visitor, { kind: 'refuse' }), visitor.retry().waitFor()) },
  { name: 'shares', state: 'empty', come: async (visitor) => (await toShares(visitor, { sno: 'PL20003' }), visitor.reads(share.none)) },
  { name: 'shares, add one', come: (visitor) => adds(visitor, '13800000009') },
  { name: 'shares, nothing typed', come: async (visitor) => (await adds(visitor), await visitor.presses(copy.common.confirm), visitor.reads(share.mobileMissing)) },
  {
    name: 'shares, refused',
    come: async (visitor) => (await adds(visitor, '13800000006'), await visitor.presses(copy.common.confirm), visitor.reads('不能分享给自己')),
  },
  { name: 'shares, end one?', come: async (visitor) => (await toShares(visitor), await visitor.presses(new RegExp(share.endNamed(''))), visitor.reads(share.confirmEnd)) },
  { name: 'shares, send a friend', come: async (visitor) => (await toShares(visitor), await visitor.presses(TO_A_FRIEND), visitor.reads(share.link.private)) },
  { name: 'shares, link to copy', come: async (visitor) => (await toShares(visitor), await cannotPassOn(visitor), await visitor.presses(TO_A_FRIEND), visitor.reads(share.link.byHand)) },
  { name: 'shares of a shared device', come: async (visitor) => (await toShares(visitor, { user: 'shared' }), visitor.reads(share.ownerOnly)) },
  { name: 'shares of no device', come: async (visitor) => (await visitor.comes('leaser', '/share'), visitor.reads(copy.modes.noDevice)) },
  { name: 'feedback', come: async (visitor) => (await visitor.comes('ordinary', '/my/feedback'), visitor.reads(feedback.hint)) },
  { name: 'feedback, nothing typed', come: async (visitor) => (await writes(visitor, ''), visitor.reads(feedback.missing)) },
  { name: 'feedback, sent', come: async (visitor) => (await writes(visitor, '机器很好用'), visitor.reads(feedback.sent)) },
  { name: 'feedback', state: 'error', come: async (visitor) => (await visitor.meets('malformed', '/feedback/create'), await writes(visitor, '机器很好用'), visitor.retry().waitFor()) },
  { name: 'about', come: async (visitor) => (await visitor.comes('ordinary', '/my/about'), visitor.reads(copy.orders.support)) },
  {
    name: 'about, help by phone',
    come: async (visitor) => {
      await visitor.finds((usual) => ({ ...usual, support: { phone: '400-800-1234' } }));
      await visitor.comes('ordinary', '/my/about');
      await visitor.presses(copy.orders.support);
      await visitor.reads('400-800-1234');
    },
  },
];
