/* The device beside the phone, as it really is, and the effects that really happened. */

import { timeOf } from '../time.js';
import { byId, element, linesIn, listIn, write } from '../dom.js';
import { words } from '../words.js';
import { onWorld, world } from '../world.js';
import { currentUser } from './roles.js';
import { SNO } from './steps.js';

const EVENTS_SHOWN = 5;
const SHOWN = ['ordersCreated', 'charges', 'starts', 'stops', 'usesDeducted'];

/* The device that the chosen user runs, else the one they rented last, else the story's. */
function deviceBeside({ devices, orders }) {
  const user = currentUser();
  const rented = orders.find(
    ({ userId, sno, statusCode }) =>
      userId === user && statusCode > 0 && devices.some((each) => each.sno === sno && each.leasedBy === user),
  )?.sno;
  return (
    devices.find(({ startedBy }) => startedBy === user) ??
    devices.find(({ sno }) => sno === (rented ?? SNO)) ??
    devices[0]
  );
}

function chip(node, text, tone) {
  write(node, text);
  node.className = `chip ${tone}`;
}

function drawDevice(device) {
  const catalogue = words();
  const { device: text } = catalogue;
  const { sno, name, online, actual, attrs, leasedBy } = device;
  const isRunning = actual.OnOff === 1;
  const left = actual.WortTime - actual.UseTime;
  write(byId('device-name'), `${sno} · ${name}`);
  chip(byId('device-line'), online ? text.online : text.offline, online ? 'good' : 'bad');
  chip(byId('device-running'), isRunning ? text.running : text.idle, isRunning ? 'busy' : '');
  write(byId('device-lease'), leasedBy === null ? text.free : text.leasedBy(leasedBy));
  write(byId('device-mode'), isRunning ? (text.modes[actual.Function] ?? text.modes[0]) : '–');
  write(byId('device-left'), isRunning ? text.minutes(left) : '–');
  const bar = byId('device-bar');
  bar.value = isRunning && actual.WortTime > 0 ? actual.UseTime / actual.WortTime : 0;
  write(
    byId('device-heard'),
    attrs.OnOff === actual.OnOff && attrs.UseTime === actual.UseTime
      ? text.heardSame
      : attrs.OnOff === 1
        ? text.minutes(attrs.WortTime - attrs.UseTime)
        : text.idle,
  );
}

export function startDeviceView() {
  const renderEvents = linesIn(
    'device-log',
    ({ at, what, place }) => `${place} ${at} ${what}`,
    ({ at, what, settings }) => [words().device.events(what, settings), timeOf(at)],
  );
  const renderCounts = listIn(
    byId('happened'),
    (name) => name,
    (name) => {
      const term = element('dt', {});
      const count = element('dd', { 'data-effect': name });
      return {
        node: element('div', {}, term, count),
        update: () => {
          write(term, words().effects[name]);
          const now = String(world().counts[name]);
          if (count.textContent !== '' && count.textContent !== now) flash(count);
          write(count, now);
        },
      };
    },
  );
  const renderLatest = linesIn(
    'happened-latest',
    ({ at, what, detail }) => `${at} ${what} ${detail}`,
    ({ at, what, detail }) => [`${words().effects[what] ?? what}: ${detail.replace(/ prepay_id=.*/, '')}`, timeOf(at)],
  );
  onWorld((state) => {
    const device = deviceBeside(state);
    drawDevice(device);
    const { log } = device;
    renderEvents(log.slice(0, EVENTS_SHOWN).map((event, place) => ({ ...event, place: log.length - place })));
    renderCounts(SHOWN);
    renderLatest(state.latest.filter(({ what }) => SHOWN.includes(what)).slice(0, EVENTS_SHOWN));
  });
}

function flash(node) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  node.animate([{ transform: 'scale(1.5)' }, { transform: 'scale(1)' }], { duration: 500, easing: 'ease-out' });
}
