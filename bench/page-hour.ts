import { copy } from '../src/ui/copy/zh-CN.ts';
import { until } from '../test/helpers/until.ts';
import { Phone, type Measured } from './phone.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LOOKS = 5;
const WARM_UP = 10;
const MINUTES = 60;
const GROWTH = 1.1;

/** Counts the active timers and the open sockets. */
function count(): void {
  const held = { timers: new Set<unknown>(), sockets: 0 };
  const { setInterval: set, clearInterval: clear, WebSocket: Real } = window;
  window.setInterval = ((...given: Parameters<typeof set>) => {
    const timer = set(...given);
    held.timers.add(timer);
    return timer;
  }) as typeof set;
  window.clearInterval = (timer) => {
    held.timers.delete(timer);
    clear(timer);
  };
  window.WebSocket = class extends Real {
    constructor(url: string | URL) {
      super(url);
      held.sockets += 1;
      this.addEventListener('close', () => (held.sockets -= 1));
    }
  };
  Object.assign(window, { heldNow: () => ({ timers: held.timers.size, sockets: held.sockets }) });
}

const heldNow = () => (window as unknown as { heldNow(): { timers: number; sockets: number } }).heldNow();

/** True when the page has loaded the last of its screens. */
const isAllFetched = () => document.querySelector('link[href*="/NotFound-"]') !== null;

/** An hour of page time on a running treatment: the resources held at its end, compared with its beginning. */
export async function* figures(): AsyncGenerator<Measured> {
  const phone = await Phone.pickUp();
  const { page } = phone;
  await page.clock.install();
  await page.addInitScript(count);
  await phone.comes('card', '/?sno=PL10005');
  await phone.says(copy.treatment.stop);
  const passes = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) await page.clock.runFor(MINUTE);
  };
  /** The lowest of several samples, because a call in progress adds an abort listener. */
  const atRest = async () => {
    const looks = [await phone.holds()];
    while (looks.length < LOOKS) {
      await page.clock.runFor(SECOND);
      looks.push(await phone.holds());
    }
    return looks.reduce((least, look) => (look.listeners < least.listeners ? look : least));
  };
  await passes(WARM_UP);
  await until(() => page.evaluate(isAllFetched), Boolean);
  const [before, heldBefore] = [await atRest(), await page.evaluate(heldNow)];
  await passes(MINUTES);
  const [after, heldAfter] = [await atRest(), await page.evaluate(heldNow)];
  const memory = Math.round((after.heap / before.heap) * 100) / 100;
  yield {
    what: 'an hour of treatment: memory',
    value: memory,
    unit: '× before it',
    gate: `≤ ${GROWTH}`,
    met: memory <= GROWTH,
    from: Math.round(before.heap * 10) / 10,
    to: Math.round(after.heap * 10) / 10,
  };
  const more = Math.max(
    heldAfter.timers - heldBefore.timers,
    heldAfter.sockets - heldBefore.sockets,
    after.listeners - before.listeners,
  );
  yield {
    what: 'an hour of treatment: timers, sockets and listeners',
    value: more,
    unit: 'more',
    gate: '≤ 0',
    met: more <= 0,
    before: { ...heldBefore, listeners: before.listeners },
    after: { ...heldAfter, listeners: after.listeners },
  };
  await phone.putDown();
}
