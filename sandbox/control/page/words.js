/* The language of this page and of the framed app: `?lang=`, else the browser's. */

import { en } from './words/en.js';
import { zh } from './words/zh-CN.js';

const CATALOGUES = { en, 'zh-CN': zh };
const listeners = new Set();

const wanted = new URL(location.href).searchParams.get('lang') ?? navigator.language;
let current = /^zh/i.test(wanted) ? 'zh-CN' : 'en';

export const language = () => current;
export const words = () => CATALOGUES[current];

export function onLanguage(listener) {
  listeners.add(listener);
}

/* Keeps a choice in the address of this page, so that a reload and a copied link have it. The app's storage stays untouched. */
export function keepInAddress(name, value) {
  const address = new URL(location.href);
  address.searchParams.set(name, value);
  history.replaceState(null, '', address);
}

/* Writes the catalogue's texts into the document: `data-text="a.b"` is a content, `data-label="a.b"` a label. */
function fill() {
  const at = (path) => path.split('.').reduce((inside, name) => inside[name], words());
  document.documentElement.lang = current;
  document.title = words().title;
  for (const node of document.querySelectorAll('[data-text]')) node.textContent = at(node.dataset.text);
  for (const node of document.querySelectorAll('[data-label]')) node.setAttribute('aria-label', at(node.dataset.label));
  for (const node of document.querySelectorAll('[data-nothing]')) node.dataset.empty = at(node.dataset.nothing);
  for (const node of document.querySelectorAll('[data-language]'))
    node.setAttribute('aria-pressed', String(node.dataset.language === current));
}

export function startLanguage() {
  for (const button of document.querySelectorAll('[data-language]')) {
    button.addEventListener('click', () => {
      if (button.dataset.language === current) return;
      current = button.dataset.language;
      keepInAddress('lang', current);
      fill();
      for (const listener of listeners) listener();
    });
  }
  fill();
}
