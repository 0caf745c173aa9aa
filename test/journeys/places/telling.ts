import { sendCode } from '../../../src/core/account/api.ts';
import { createFeedback } from '../../../src/core/feedback/api.ts';
import { listShares } from '../../../src/core/share/api.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import type { Place } from './place.ts';
import {
  comes,
  device,
  faults,
  finds,
  goes,
  mayRetry,
  presses,
  reads,
  readsHeading,
  type Step,
  writes,
} from './steps.ts';

const { login, feedback, share } = copy;
const SHARES = listShares.path;
const OWN = 'PL10003';

const hasInHand = (user: string, sno: string) => [comes(user, `/?sno=${sno}`), readsHeading(copy.titles.modeMenu)];
const inHand = hasInHand('leaser', OWN);
const shares = [...inHand, goes('/share')];
const sharesWith = (mobile: string) => [...shares, presses(share.add), writes(share.mobile, mobile)];

const sends = presses(new RegExp(`^${share.link.send}`));
/** Removes WeChat’s share menu and the clipboard. */
const cannotPassOn: Step = ({ page }) =>
  page.evaluate(() => {
    Object.assign(globalThis, {
      WeixinJSBridge: {
        invoke: (name: string, _: object, answer: (result: object) => void) => answer({ err_msg: `${name}:fail` }),
      },
    });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });

const phone = comes('nobody', '/login');
const asksForACode = (mobile: string) => [phone, writes(login.mobile, mobile), presses(login.askForCode)];
const isWaitedFor: Step = ({ page }) => page.locator('button[aria-busy=true]').waitFor();
const tells = (content: string) => [
  comes('ordinary', '/my/feedback'),
  writes(feedback.content, content),
  presses(feedback.send),
];

/** Phone number, sharing and feedback. */
export const telling: Place[] = [
  { name: 'phone', state: 'full', steps: [phone, reads(login.banner)] },
  {
    name: 'phone',
    state: 'loading',
    steps: [faults('hang', sendCode.path), ...asksForACode('13800000099'), isWaitedFor],
  },
  {
    name: 'phone',
    state: 'error',
    steps: [faults('malformed', sendCode.path), ...asksForACode('13800000099'), mayRetry],
  },
  { name: 'phone, empty number', steps: [phone, presses(login.bind), reads(login.mobileMissing)] },
  { name: 'phone, code sent', steps: [...asksForACode('13800000099'), reads(login.sent)] },
  { name: 'phone, taken', steps: [...asksForACode('13800000006'), reads(login.takenHere)] },
  {
    name: 'phone, code wrong',
    steps: [
      phone,
      writes(login.mobile, '13800000099'),
      writes(login.code, '000000'),
      presses(login.bind),
      reads(login.wrongCodeHere),
    ],
  },
  { name: 'shares', state: 'full', steps: [...shares, reads(share.people(1))] },
  {
    name: 'shares',
    state: 'loading',
    steps: [...inHand, faults('hang', SHARES), goes('/share'), readsHeading(copy.titles.share)],
  },
  { name: 'shares', state: 'error', steps: [...inHand, faults('refuse', SHARES), goes('/share'), mayRetry] },
  {
    name: 'shares',
    state: 'empty',
    steps: [device('PL20003', { online: true }), ...hasInHand('leaser', 'PL20003'), goes('/share'), reads(share.none)],
  },
  { name: 'shares, add one', steps: sharesWith('13800000009') },
  {
    name: 'shares, empty number',
    steps: [...sharesWith(''), presses(copy.common.confirm), reads(share.mobileMissing)],
  },
  {
    name: 'shares, refused',
    steps: [...sharesWith('13800000006'), presses(copy.common.confirm), reads('不能分享给自己')],
  },
  { name: 'shares, send a friend', steps: [...shares, sends, reads(share.link.private)] },
  {
    name: 'shares, link to copy',
    steps: [...shares, readsHeading(copy.titles.share), cannotPassOn, sends, reads(share.link.byHand)],
  },
  { name: 'shares, end one?', steps: [...shares, presses(new RegExp(share.endNamed(''))), reads(share.confirmEnd)] },
  {
    name: 'shares of a shared device',
    steps: [...hasInHand('shared', OWN), goes('/share'), reads(share.sharedWithYou)],
  },
  { name: 'shares of no device', steps: [comes('leaser', '/share'), reads(copy.modes.noDevice)] },
  { name: 'feedback', state: 'full', steps: [comes('ordinary', '/my/feedback'), reads(feedback.hint)] },
  {
    name: 'feedback',
    state: 'error',
    steps: [faults('malformed', createFeedback.path), ...tells('机器很好用'), reads(feedback.mayHaveArrived)],
  },
  { name: 'feedback, empty', steps: [...tells(''), reads(feedback.missing)] },
  { name: 'feedback, sent', steps: [...tells('机器很好用'), reads(feedback.sent)] },
  { name: 'about', steps: [comes('ordinary', '/my/about'), reads(copy.orders.support)] },
  {
    name: 'about, help by phone',
    steps: [
      finds({ support: { phone: '400-800-1234' } }),
      comes('ordinary', '/my/about'),
      presses(copy.orders.support),
      reads('400-800-1234'),
    ],
  },
];
