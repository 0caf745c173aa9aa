import { copy } from '../src/ui/copy/zh-CN.ts';
import { Phone, type Measured } from './phone.ts';

const ORDERS = 10_000;
const SLOWER = 4;
const STEP = 160;
const SCREENFULS = 120;
const A_FRAME = 17.5;
const A_STUTTER = 50;
/** The gate for the nodes near the viewport, as a multiple of those of the first fifteen orders. */
const GROWTH = 3;
/** The targets of the jumps, as shares of the height of the page. */
const JUMPS = [0.1, 0.9, 0.3, 0.7, 0.2, 0.8, 0.4, 0.6] as const;

/** Removes the half second that the list waits between two pages. */
function restLess(): void {
  const real = window.setTimeout;
  window.setTimeout = ((task: () => void, ms = 0) => real(task, ms === 500 ? 0 : ms)) as typeof window.setTimeout;
}

/** Scrolls one step per frame and records the duration of each frame. */
async function scroll([step, most]: readonly [number, number]): Promise<number[]> {
  const took: number[] = [];
  await new Promise<void>((resolve) => {
    let last = performance.now();
    const frame = (now: number) => {
      took.push(now - last);
      last = now;
      window.scrollBy(0, step);
      if (took.length < most) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
  return took.slice(2);
}

/** Jumps to one target after another. Records the duration of each frame, and per jump the time in ms until records fill the viewport. */
async function jump(targets: readonly number[]): Promise<{ took: number[]; blank: number[] }> {
  const FRAMES = 40;
  const nextFrame = () => new Promise<number>((resolve) => void requestAnimationFrame(resolve));
  const isRecord = (top: number) =>
    Boolean(document.elementFromPoint(window.innerWidth / 2, top)?.closest('[role=listitem]'));
  const isFilled = () =>
    [0.25, 0.5, 0.75].every(
      (share) => isRecord(window.innerHeight * share) || isRecord(window.innerHeight * share + 24),
    );
  const took: number[] = [];
  const blank: number[] = [];
  const height = document.documentElement.scrollHeight;
  for (const target of targets) {
    let last = await nextFrame();
    const start = last;
    let filled: number | undefined;
    window.scrollTo(0, height * target);
    for (let frame = 0; frame < FRAMES; frame += 1) {
      const now = await nextFrame();
      took.push(now - last);
      last = now;
      if (filled === undefined && isFilled()) filled = now - start;
    }
    blank.push(filled ?? Infinity);
  }
  return { took, blank };
}

/** Ten thousand orders, loaded page by page and scrolled, on a phone four times slower than this machine. */
export async function* figures(): AsyncGenerator<Measured> {
  const phone = await Phone.pickUp('many-orders');
  const { page } = phone;
  await page.addInitScript(restLess);
  await phone.comes('ordinary', '/my/orderList');
  await phone.says(copy.titles.orderList);
  await page.locator('article').first().waitFor();
  const before = await phone.holds();
  await page.evaluate(
    (end) =>
      new Promise<void>((resolve) => {
        const look = () => {
          window.scrollTo(0, document.documentElement.scrollHeight);
          if (document.body.textContent?.includes(end)) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
    copy.lists.end,
  );
  const listed = await page.locator('[role=listitem]').last().getAttribute('aria-setsize');
  const after = await phone.holds();
  await phone.isSlower(SLOWER);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  const took = await page.evaluate(scroll, [STEP, SCREENFULS * 5] as const);
  const jumps = await page.evaluate(jump, JUMPS);
  await phone.isSlower(1);
  const over = (limit: number) => took.filter((ms) => ms > limit).length;
  const jumpsOver = jumps.took.filter((ms) => ms > A_STUTTER).length;
  const more = { orders: Number(listed), frames: took.length, longest: Math.round(Math.max(...took)) };
  yield {
    what: `${ORDERS} orders scrolled, CPU ${SLOWER}× slower: frames over 50 ms`,
    value: over(A_STUTTER),
    unit: 'frames',
    gate: '0',
    met: over(A_STUTTER) === 0,
    ...more,
  };
  yield {
    what: `${ORDERS} orders scrolled, CPU ${SLOWER}× slower: frames over 16 ms`,
    value: over(A_FRAME),
    unit: `of ${took.length}`,
    aim: '0',
  };
  const slowest = { jumps: JUMPS.length, frames: jumps.took.length, longest: Math.round(Math.max(...jumps.took)) };
  yield {
    what: `${ORDERS} orders, jumps, CPU ${SLOWER}× slower: frames over 50 ms`,
    value: jumpsOver,
    unit: 'frames',
    gate: '0',
    met: jumpsOver === 0,
    ...slowest,
  };
  yield {
    what: `${ORDERS} orders, jumps, CPU ${SLOWER}× slower: until records fill the viewport`,
    value: Math.round(Math.max(...jumps.blank)),
    unit: 'ms at most',
    median: Math.round(jumps.blank.toSorted((one, other) => one - other)[JUMPS.length / 2] ?? Number.NaN),
  };
  const nodes = Math.round((after.nodes / before.nodes) * 100) / 100;
  yield {
    what: `${ORDERS} orders against 15: nodes in the page`,
    value: nodes,
    unit: '×',
    anchor: `all of them ${Math.round(ORDERS / 15)}`,
    gate: `≤ ${GROWTH}`,
    met: nodes <= GROWTH,
    from: before.nodes,
    to: after.nodes,
  };
  yield {
    what: `${ORDERS} orders: memory`,
    value: Math.round((after.heap - before.heap) * 10) / 10,
    unit: 'MB more',
    from: Math.round(before.heap * 10) / 10,
    to: Math.round(after.heap * 10) / 10,
  };
  await phone.putDown();
}
