import { vi } from 'vitest';

// Files of tests follow each other in one process, and in one page where they need one. Each finds the modules of the project and the page as new.
vi.resetModules();
if ('document' in globalThis) {
  document.body.replaceChildren();
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  for (const name of ['WeixinJSBridge', 'jWeixin']) Reflect.deleteProperty(globalThis, name);
}
