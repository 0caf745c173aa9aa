/* The demo users, each with a link that opens the app as that user. */

import { byId, element, listIn, write } from '../dom.js';
import { linkFor } from '../entry-link.js';
import { onWorld, world } from '../world.js';
import { language, words } from '../words.js';

const DEVICES_SHOWN = 60;

const asBrowser = byId('browser');

function userCard(user) {
  const device = element('select', {});
  const enter = element('a', { class: 'button', target: '_blank', rel: 'noreferrer' });
  const name = element('h3', {});
  const role = element('p', { class: 'role' });
  const mobile = element('span', { class: 'aside' });
  const none = new Option('', '');
  device.append(
    none,
    ...world()
      .devices.slice(0, DEVICES_SHOWN)
      .map(({ sno }) => new Option('', sno)),
  );
  return {
    node: element('li', { class: 'card user' }, name, role, mobile, device, enter),
    update: (now) => {
      const { panel, rolesOf, showsOf } = words();
      write(name, [user.id, user.nickname].filter(Boolean).join(' · '));
      write(role, rolesOf(now).who);
      write(mobile, now.mobile || panel.noMobile);
      write(none, panel.noScan);
      for (const shown of world().devices.slice(0, DEVICES_SHOWN)) {
        const option = Array.from(device.options).find(({ value }) => value === shown.sno);
        if (option) write(option, `${shown.sno} ${shown.name} (${showsOf(shown)})`);
      }
      write(enter, panel.enter);
      device.setAttribute('aria-label', panel.scans(user.id));
      enter.setAttribute(
        'href',
        linkFor(now, {
          sno: device.value || undefined,
          weixin: asBrowser.checked ? 'off' : document.cookie.includes('weixin=off') ? 'on' : undefined,
          lang: language(),
        }),
      );
    },
  };
}

export function startUsers() {
  const render = listIn(byId('users'), ({ id }) => id, userCard);
  const draw = () => world() && render(world().users);
  onWorld(draw, byId('view-panel'));
  for (const type of ['input', 'change']) document.addEventListener(type, draw);
}
