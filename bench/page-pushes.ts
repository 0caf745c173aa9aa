import { copy } from '../src/ui/copy/zh-CN.ts';
import { figureOf, type Figure } from './figure.ts';
import { Phone, type Measured } from './phone.ts';

const TIMES = 40;
const A_SECOND = 1_000;
const PUSHES = 1_000;
const ON_THE_SCREEN = 50;

/** Lets a script in the page inject frames of the device channel, and counts renders. */
function takeTheLine(): void {
  const lines: WebSocket[] = [];
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(url: string | URL) {
      super(url);
      lines.push(this);
      this.addEventListener('message', ({ data }) => {
        const frame = JSON.parse(String(data)) as { cmd: string; data?: { did?: string } };
        if (frame.cmd === 's2c_noti') Object.assign(window, { did: frame.data?.did });
      });
    }
  };
  const push = (attrs: object) => {
    const { did } = window as { did?: string };
    for (const line of lines)
      line.dispatchEvent(
        new MessageEvent('message', { data: JSON.stringify({ cmd: 's2c_noti', data: { did, attrs } }) }),
      );
  };
  const afterPaint = () =>
    new Promise<void>((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve());
        port1.start();
        port2.postMessage(null);
      }),
    );
  Object.assign(window, { push, afterPaint });
}

interface Taken {
  did?: string;
  push(attrs: object): void;
  afterPaint(): Promise<void>;
}

/** The delay from a push to its pixels, and the cost of a flood of pushes: the built page in a real browser. */
export async function* figures(): AsyncGenerator<Figure | Measured> {
  const phone = await Phone.pickUp();
  const { page } = phone;
  await page.addInitScript(takeTheLine);
  await phone.comes('card', '/?sno=PL10005');
  await phone.says(copy.treatment.stop);
  await page.waitForFunction(() => (window as unknown as Taken).did !== undefined);

  const measured = await page.evaluate(async (times) => {
    const { push, afterPaint } = window as unknown as Taken;
    const took: number[] = [];
    for (let time = 0; time < times; time += 1) {
      await afterPaint();
      const began = performance.now();
      push({ Voltage: 1 + (time % 2) });
      await afterPaint();
      took.push(performance.now() - began);
    }
    return took;
  }, TIMES);
  yield figureOf(
    { what: 'a push → its pixels', anchor: 'a frame is 17 ms', of: 'p95', atMost: ON_THE_SCREEN },
    measured,
  );

  const flood = await page.evaluate(
    async ([pushes, lasting]) => {
      const { push } = window as unknown as Taken;
      const rows = [...document.querySelectorAll('dl > div')];
      let drawn = 0;
      let others = 0;
      const watch = new MutationObserver((records) => {
        drawn += 1;
        others += records.filter(({ target }) => rows.slice(1).some((row) => row.contains(target))).length;
      });
      watch.observe(document.body, { childList: true, subtree: true, characterData: true });
      const began = performance.now();
      let sent = 0;
      let frames = 0;
      await new Promise<void>((resolve) => {
        const frame = () => {
          frames += 1;
          const due = Math.min(pushes, Math.ceil(((performance.now() - began) / lasting) * pushes));
          for (; sent < due; sent += 1) push({ Voltage: 1 + (sent % 7) });
          if (sent < pushes) requestAnimationFrame(frame);
          else setTimeout(resolve, 100);
        };
        requestAnimationFrame(frame);
      });
      return { drawn, others, frames };
    },
    [PUSHES, A_SECOND] as const,
  );
  const value = Math.round((flood.drawn / flood.frames) * 100) / 100;
  yield {
    what: '1,000 pushes in a second: renders',
    value,
    unit: 'a frame',
    gate: '≤ 1, other rows not rendered',
    met: value <= 1.05 && flood.others === 0,
    ...flood,
  };
  await phone.putDown();
}
