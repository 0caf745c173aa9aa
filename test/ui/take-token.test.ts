// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { WebAppStorage } from '../../src/adapters/browser/web-app-storage.ts';
import { takeToken } from '../../src/ui/start/take-token.ts';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

/** Opens an address of a page that is deployed below `root`, and returns the credentials that it takes. */
function credentialsAt(root: string, address: string) {
  document.head.innerHTML = `<base href="${root}">`;
  window.history.replaceState(null, '', window.location.origin + address);
  return takeToken(new WebAppStorage()).session.credentials();
}

test.each([
  ['/', '/'],
  ['/h5/', '/h5/'],
  ['/my/', '/my/'],
  ['/my/', '/my'],
  ['/h5/share/', '/h5/share/'],
])('The entry link of a page below %s names its device at %s', async (root, path) => {
  expect(credentialsAt(root, `${path}?sno=PL1001&accessToken=t`)).toEqual({ sno: 'PL1001', accessToken: 't' });
  expect(window.location.pathname + window.location.search).toBe(`${path}?sno=PL1001`);
});

test.each([
  ['/', '/share'],
  ['/h5/', '/h5/share'],
  ['/my/', '/my/share'],
  ['/share/', '/share/my/orderList'],
])(
  'A screen of a page below %s does not take the device in its address %s for that of the entry',
  async (root, path) => {
    expect(credentialsAt(root, `${path}?sno=PL1001&accessToken=t`)).toEqual({ accessToken: 't' });
  },
);

test.each([
  ['/', '/process/', '/process'],
  ['/h5/', '/h5/my/orderList//', '/h5/my/orderList'],
  ['/process/', '/process/process/', '/process/process'],
  ['/', '//process', '/process'],
  ['/h5/', '//h5//my/orderList', '/h5/my/orderList'],
])(
  'The address of a screen below %s with a superfluous slash, %s, is that of the screen',
  async (root, path, screen) => {
    credentialsAt(root, `${path}?sno=PL1001&accessToken=t`);
    expect(window.location.pathname + window.location.search).toBe(`${screen}?sno=PL1001`);
  },
);
