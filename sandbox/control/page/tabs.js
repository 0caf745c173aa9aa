/* The tabs, operated by pointer and by arrow keys. The address's hash names the shown one. */

const tabs = Array.from(document.querySelectorAll('[role=tab]'));
const listeners = new Set();
const panelOf = (tab) => document.getElementById(tab.getAttribute('aria-controls'));

function select(tab) {
  for (const each of tabs) {
    const isSelected = each === tab;
    each.setAttribute('aria-selected', String(isSelected));
    each.tabIndex = isSelected ? 0 : -1;
    panelOf(each).hidden = !isSelected;
  }
  for (const listener of listeners) listener();
}

export const onTab = (listener) => listeners.add(listener);

function show(tab) {
  select(tab);
  const address = new URL(location.href);
  address.hash = tab === tabs[0] ? '' : tab.dataset.hash;
  history.replaceState(null, '', address);
}

const NEXT = { ArrowRight: 1, ArrowLeft: -1 };

export function startTabs() {
  const byHash = () => {
    const target = location.hash.slice(1);
    const inPanel = target !== '' && document.getElementById(target)?.closest('[role=tabpanel]');
    return tabs.find((tab) => tab.dataset.hash === target || (inPanel && panelOf(tab) === inPanel)) ?? tabs[0];
  };
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener('click', () => show(tab));
    tab.addEventListener('keydown', ({ key }) => {
      const next =
        key === 'Home'
          ? tabs[0]
          : key === 'End'
            ? tabs.at(-1)
            : key in NEXT && tabs[(place + NEXT[key] + tabs.length) % tabs.length];
      if (!next) return;
      show(next);
      next.focus();
    });
  }
  addEventListener('hashchange', () => select(byHash()));
  select(byHash());
}
