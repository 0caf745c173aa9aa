/* One clock: this page shows the sandbox's time, and passes it to the app in the frame and in other tabs. */

import { byId, write } from './dom.js';
import { change, onWorld, world } from './world.js';
import { language, words } from './words.js';

const CHINA = 'Asia/Shanghai';
const SECOND = 1_000;
const SAME_CLOCK = 2_000;

const pages = typeof BroadcastChannel === 'function' ? new BroadcastChannel('sandbox-clock') : undefined;
/* How far the sandbox's clock is ahead of this browser's, in ms. */
let skew = 0;
/* The time is being moved: what the sandbox said of its clock before is past. */
let isMoving = false;

/* `isAhead`: the sandbox follows in a moment. Its devices report the new time at once, and pages must have it by then. */
function tellPages(ms, isAhead) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
  pages?.postMessage({ skew: ms, isAhead });
}

/* The sandbox's time of day, in China as on the server. */
export const timeOf = (at) =>
  new Date(at).toLocaleTimeString(language() === 'en' ? 'en-GB' : 'zh-CN', { timeZone: CHINA, hour12: false });

function draw() {
  if (!world()) return;
  const now = new Date(Date.now() + skew);
  const shown = now.toLocaleDateString('sv-SE', { timeZone: CHINA });
  write(byId('now'), `${shown} ${timeOf(now)}`);
  byId('now').dateTime = now.toISOString();
}

export function startClock() {
  onWorld(({ now, ahead }) => {
    /* On the sandbox's own machine, both have one real clock, and the advance is exact. Another machine's clock may differ. */
    const measured = now - Date.now();
    skew = Math.abs(measured - ahead) < SAME_CLOCK ? ahead : measured;
    if (!isMoving) tellPages(skew, false);
    draw();
  });
  for (const button of document.querySelectorAll('[data-advance]')) {
    const ms = Number(button.dataset.advance);
    button.addEventListener('click', async () => {
      isMoving = true;
      tellPages(skew + ms, true);
      try {
        await change(words().clock.advanced(button.textContent.replace('+', '')), 'POST', 'clock', { advanceMs: ms });
      } finally {
        isMoving = false;
        tellPages(skew, false);
      }
    });
  }
  setInterval(draw, SECOND);
}
