/* Elements, and lists whose nodes survive an update. */

export const byId = (id) => document.getElementById(id);

export function element(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/* Leaves equal text alone, so that a screen reader repeats nothing and a selection stays. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/* Reuses a list's nodes by key, so that focus and selection survive an update. */
export function listIn(list, keyOf, create) {
  const shown = new Map();
  return (items) => {
    const keys = new Set(items.map((item, place) => keyOf(item, place)));
    for (const [key, { node }] of shown) {
      if (!keys.has(key)) {
        node.remove();
        shown.delete(key);
      }
    }
    items.forEach((item, place) => {
      const key = keyOf(item, place);
      if (!shown.has(key)) shown.set(key, create(item));
      const { node, update } = shown.get(key);
      if (list.children[place] !== node) list.insertBefore(node, list.children[place] ?? null);
      update(item);
    });
  };
}

/* A list of lines: `draw` gives the text and the aside; `actions` gives the line's buttons, each with its own update. */
export function linesIn(id, keyOf, draw, actions = () => []) {
  const list = byId(id);
  const render = listIn(list, keyOf, (item) => {
    const text = element('span', { class: 'what' });
    const aside = element('span', { class: 'aside' });
    const buttons = actions(item);
    const node = element('li', {}, text, aside);
    if (buttons.length > 0) node.append(element('span', { class: 'row' }, ...buttons.map((button) => button.node)));
    return {
      node,
      update: (now) => {
        const [what, more] = draw(now);
        write(text, what);
        write(aside, more);
        for (const { update } of buttons) update(now);
      },
    };
  });
  return (items) => {
    render(items);
    list.classList.toggle('empty', items.length === 0);
  };
}
