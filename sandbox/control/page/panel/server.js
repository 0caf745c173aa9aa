/* How unkind the server is: one switch for each habit, and one for all that go together. */

import { byId, element, listIn, write } from '../dom.js';
import { change, onWorld, world } from '../world.js';
import { words } from '../words.js';

function habitSwitch(habit) {
  const input = element('input', {
    type: 'checkbox',
    role: 'switch',
    onchange: () =>
      change(words().panel.serverSwitched[Number(input.checked)], 'POST', 'server', { [habit]: input.checked }),
  });
  const text = element('span', {});
  return {
    node: element('li', {}, element('label', { class: 'switch' }, input, text)),
    update: () => {
      input.checked = world().server[habit];
      write(text, words().panel.habits[habit]);
    },
  };
}

export function startServer() {
  const render = listIn(byId('server'), (habit) => habit, habitSwitch);
  const all = byId('unkind');
  onWorld(({ server }) => {
    render(Object.keys(server));
    const on = Object.values(server);
    all.checked = on.every(Boolean);
    all.indeterminate = !all.checked && on.some(Boolean);
  }, byId('view-panel'));
  all.addEventListener('change', () =>
    change(words().panel.serverSwitched[Number(all.checked)], 'POST', 'server', { unkind: all.checked }),
  );
}
