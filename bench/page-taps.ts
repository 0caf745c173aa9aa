import { copy } from '../src/ui/copy/zh-CN.ts';
import { Phone, type Measured } from './phone.ts';

const SLOWDOWN = 4;
const MOST_CONTROLS = 8;
const GATE_MS = 150;
/** Chromium reports interactions from this duration on, in steps of 8 ms. */
const SHORTEST_MS = 16;
/** The wait for the entry of an interaction, which Chromium delivers after the next frame. */
const ENTRY_TIMEOUT_MS = 1_500;
const CONTROLS = 'button:visible, a:visible, [role="tab"]:visible, [role="radio"]:visible';

const SCREENS: [name: string, user: string, address: string, words: string][] = [
  ['the account', 'ordinary', '/my?tab=my', '13800000001'],
  ['the devices', 'leaser', '/my?tab=device', '剩余'],
  ['the plans', 'ordinary', '/?sno=PL10001', copy.lease.original],
  ['the modes', 'card', '/?sno=PL10001', copy.modes.tiles.bio],
  ['a shared device', 'shared', '/modeMenu?isShare=true&sno=PL10003', copy.modes.tiles.bio],
  ['a treatment', 'card', '/process?sno=PL10005', copy.treatment.elapsedBefore.trim()],
  ['the orders', 'leaser', '/my/orderList', copy.titles.orderList],
  ['the cards', 'card', '/my/cardList', copy.titles.cardList],
  ['the feedback', 'ordinary', '/my/feedback', copy.titles.feedback],
];

interface Observed {
  longest?: number;
}

/** Opens a screen, taps its control at this position, and returns the time until the next frame, in ms. Undefined if the screen has no such control. */
async function tap(
  phone: Phone,
  [, user, address, words]: (typeof SCREENS)[number],
  at: number,
): Promise<number | undefined> {
  await phone.isSlower(1);
  await phone.comes(user, address);
  await phone.says(words);
  await phone.page.waitForLoadState('networkidle');
  const controls = await phone.page.locator(CONTROLS).all();
  const control = controls[at];
  if (!control) return undefined;
  await phone.page.evaluate((durationThreshold) => {
    new PerformanceObserver((entries) => {
      for (const { interactionId, duration } of entries.getEntries() as PerformanceEventTiming[]) {
        const seen = window as Observed;
        if (interactionId !== undefined && interactionId > 0) seen.longest = Math.max(seen.longest ?? 0, duration);
      }
    }).observe({ type: 'event', durationThreshold });
  }, SHORTEST_MS);
  await phone.isSlower(SLOWDOWN);
  await control.tap({ noWaitAfter: true });
  const seen = await phone.page
    .waitForFunction(() => (window as Observed).longest, undefined, { timeout: ENTRY_TIMEOUT_MS })
    .catch(() => undefined);
  return seen ? Number(await seen.jsonValue()) : SHORTEST_MS;
}

/** The time from a tap to the next frame on a slow phone: each control of the first viewport of each screen, once. */
export async function* figures(): AsyncGenerator<Measured> {
  const phone = await Phone.pickUp();
  try {
    for (const screen of SCREENS) {
      const measured: number[] = [];
      for (let at = 0; at < MOST_CONTROLS; at += 1) {
        await phone.world.reset();
        const ms = await tap(phone, screen, at).catch(() => undefined);
        if (ms !== undefined) measured.push(ms);
      }
      if (measured.length === 0) throw new Error(`no control of ${screen[0]} could be tapped`);
      const value = Math.max(...measured);
      yield {
        what: `tap → next frame on ${screen[0]}, CPU ${SLOWDOWN}× slower`,
        value,
        unit: 'ms at most',
        anchor: 'good: 200 ms',
        gate: `≤ ${GATE_MS}`,
        aim: '≤ 100',
        met: value <= GATE_MS,
        taps: measured.length,
        measured,
      };
    }
  } finally {
    await phone.putDown();
  }
}
