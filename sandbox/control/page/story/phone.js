/* The framed app: opens addresses, reads what it shows and presses its real buttons. */

import { byId, element } from '../dom.js';
import { linkFor } from '../entry-link.js';
import { language } from '../words.js';

const WIDTH = 390;
const HEIGHT = 844;
const BEZEL = 20;
const TAP_MS = 420;

const frame = byId('phone-frame');
const screen = byId('phone-screen');
const room = byId('phone-room');

/* The document that the phone is leaving. It stays until the next one arrives, and nothing may be read from it or pressed in it. */
let leaving;

function goTo(address) {
  leaving = frame.contentDocument;
  frame.contentWindow.location.replace(address);
}

/* The app's document; undefined while it loads, and where the browser refused to frame it. */
function shown() {
  try {
    const page = frame.contentDocument;
    return page && page !== leaving && page.URL !== 'about:blank' ? page : undefined;
  } catch {
    return undefined;
  }
}

export const find = (selector) => shown()?.querySelector(selector) ?? undefined;
export const findLast = (selector) => Array.from(shown()?.querySelectorAll(selector) ?? []).at(-1);
export const shows = (text) => Boolean(shown()?.querySelector('main')?.textContent.includes(text));
/* The app's path below its own base, with a leading slash. */
export function path() {
  const page = shown();
  return page && `/${page.location.pathname.slice(new URL(page.baseURI).pathname.length)}`;
}

/* What the person sees first, for a message. */
export const heading = () => find('[role=alertdialog] h2, [role=dialog] h2, h1')?.textContent ?? '';

const isUsable = (node) =>
  node.isConnected &&
  !node.disabled &&
  node.getAttribute('aria-disabled') !== 'true' &&
  node.getAttribute('aria-busy') !== 'true';

/* A ring on the place that is pressed, above the frame, so that the app's own page stays as it is. */
async function showTap(node) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { left, top, width, height } = node.getBoundingClientRect();
  const ring = element('span', { class: 'tap', 'aria-hidden': 'true' });
  ring.style.left = `${left + width / 2}px`;
  ring.style.top = `${top + height / 2}px`;
  screen.append(ring);
  const tap = ring.animate(
    [
      { transform: 'translate(-50%, -50%) scale(1.6)', opacity: 0 },
      { transform: 'translate(-50%, -50%) scale(1)', opacity: 1, offset: 0.6 },
      { transform: 'translate(-50%, -50%) scale(0.7)', opacity: 0.5 },
    ],
    { duration: TAP_MS, easing: 'ease-out' },
  );
  await tap.finished.catch(() => undefined);
  ring.remove();
}

/* Waits with `until` for a control that can be used, and presses it. `choose` finds the control. */
export async function press(until, choose) {
  const usable = () => {
    const node = choose();
    return node && isUsable(node) ? node : undefined;
  };
  const node = await until(usable);
  node.scrollIntoView({ block: 'nearest' });
  await showTap(node);
  (node === usable() ? node : await until(usable)).click();
}

/* Enters the app as this user, as from WeChat. */
export function enter(user, more = {}) {
  goTo(linkFor(user, { ...more, weixin: 'on', lang: language() }));
}

/* Shows the same screen in another language. */
export function speak() {
  const page = shown();
  if (!page) return;
  const address = new URL(page.location.href);
  address.searchParams.set('lang', language());
  goTo(address);
}

/* Leaves the app. */
export function leave() {
  return new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
    goTo('about:blank');
  });
}

/* Forgets what the app stored, as on a new phone. The app must have been left, because it stores on its way out. */
export function forget() {
  localStorage.clear();
  sessionStorage.clear();
}

/* Scales the phone to the room that it has. */
export function startPhone() {
  const fit = () => {
    const isStacked = getComputedStyle(room).getPropertyValue('--stacked').trim() === '1';
    const across = (room.clientWidth - BEZEL) / WIDTH;
    const down = (room.clientHeight - BEZEL) / HEIGHT;
    const scale = Math.max(0.3, Math.min(1, across, isStacked ? 1 : down));
    room.style.setProperty('--scale', String(scale));
  };
  new ResizeObserver(fit).observe(room);
  fit();
  /* A browser that does not say who frames a page is refused by the app's own headers. */
  frame.addEventListener('load', () => {
    byId('no-frame').hidden = frame.contentDocument !== null;
  });
}
