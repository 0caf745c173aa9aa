/* Every device with its code, its live state and its switches. */

import { byId, element, listIn, write } from '../dom.js';
import { change, onWorld } from '../world.js';
import { words } from '../words.js';

const DEVICES_SHOWN = 60;
const TONES = { DEVICE_FREE: 'good', DEVICE_OFFLINE: 'bad', DEVICE_LOCKED: 'bad', NOT_IN_OPERATION: 'bad' };

function toggle(sno, field) {
  const input = element('input', {
    type: 'checkbox',
    role: 'switch',
    onchange: () =>
      change(`${sno}: ${words().panel.switched[field][Number(input.checked)]}`, 'POST', `device/${sno}`, {
        [field]: input.checked,
      }),
  });
  const text = element('span', {});
  return { input, text, label: element('label', { class: 'switch' }, input, text) };
}

function deviceCard({ sno, name, area, operatorName }) {
  const chip = element('span', { class: 'chip' });
  const activity = element('span', {});
  const bar = element('progress', { max: '1' });
  const raw = element('code', {});
  const situation = element('p', { class: 'role' });
  const points = element('summary', {});
  const picture = element('img', { src: `/__sandbox/qr/${sno}.svg`, width: '112', height: '112', loading: 'lazy' });
  const code = element('a', { class: 'qr', href: `/__sandbox/qr/${sno}.png`, download: `${sno}.png` }, picture);
  const switches = Object.fromEntries(['online', 'locked', 'silent'].map((field) => [field, toggle(sno, field)]));
  const node = element(
    'li',
    { class: 'card device' },
    code,
    element(
      'div',
      { class: 'facts' },
      element('h3', {}, name, ' ', chip),
      situation,
      element('p', { class: 'aside' }, `${sno} · ${area ?? ''} · ${operatorName ?? ''}`),
      element('p', { class: 'activity' }, activity, bar),
    ),
    element(
      'div',
      { class: 'switches', role: 'group', 'aria-label': name },
      ...Object.values(switches).map(({ label }) => label),
    ),
    element('details', {}, points, raw),
  );
  return {
    node,
    update: (now) => {
      const { panel, device, showsOf, statuses } = words();
      const { status, attrs } = now;
      write(situation, showsOf(now));
      write(chip, statuses[status] ?? status);
      chip.className = `chip ${TONES[status] ?? 'busy'}`;
      write(activity, attrs.OnOff ? panel.doing(device.modes[attrs.Function] ?? device.modes[0], attrs) : device.idle);
      bar.hidden = !attrs.OnOff;
      bar.value = attrs.WortTime > 0 ? attrs.UseTime / attrs.WortTime : 0;
      bar.setAttribute('aria-label', panel.progress(name));
      write(points, panel.points);
      write(
        raw,
        Object.entries(attrs)
          .map(([point, value]) => `${point} ${value}`)
          .join('  '),
      );
      code.title = panel.saveCode;
      picture.alt = panel.codeOf(name);
      for (const [field, { input, text }] of Object.entries(switches)) {
        input.checked = Boolean(now[field]);
        write(text, panel.switches[field]);
      }
    },
  };
}

export function startDevices() {
  const render = listIn(byId('devices'), ({ sno }) => sno, deviceCard);
  onWorld(({ devices }) => {
    render(devices.slice(0, DEVICES_SHOWN));
    const left = devices.length - DEVICES_SHOWN;
    write(byId('more-devices'), left > 0 ? words().panel.moreDevices(left) : '');
  }, byId('view-panel'));
}
