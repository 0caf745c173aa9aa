import { vi } from 'vitest';

// Several test files run in one process and may share one page. This setup resets the modules and the page before each file.
vi.resetModules();
if ('document' in globalThis) {
  document.body.replaceChildren();
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  for (const name of ['WeixinJSBridge', 'jWeixin']) Reflect.deleteProperty(globalThis, name);
}

/** React says on the console alone that it may show a row twice, or keep one that is gone. */
const SAME_KEY = /two children with the same key/;
const { error } = console;
function failing(...words: unknown[]): void {
  if (SAME_KEY.test(String(words[0]))) throw new Error(words.map(String).join(' '));
  error(...words);
}
if (error.name !== failing.name) Object.assign(console, { error: failing });
