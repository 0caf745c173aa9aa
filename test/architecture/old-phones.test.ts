import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Newer, newerScript, newerStyle } from '../helpers/newer-than-phones.ts';

const offeredByMobx = 'MobX offers it on its own sets, and none is asked for it';

/** Why the page does without these where they are missing. */
const doneWithout: Record<string, string> = {
  'Object.hasOwn': 'src/ui/polyfills.ts brings it',
  'Element.prototype.checkVisibility': 'the focus scope of the dialogs asks first whether it is there',
  'Set.prototype.union': offeredByMobx,
  'Set.prototype.intersection': offeredByMobx,
  'Set.prototype.difference': offeredByMobx,
  'Set.prototype.isSubsetOf': offeredByMobx,
  'Navigator.prototype.locks': 'src/adapters/browser/web-locks-mutex.ts asks first whether it is there',
  'HTMLFormElement.prototype.requestSubmit': 'a message of React names it',
  'Document.prototype.startViewTransition': 'React asks for it where a view transition is declared, and none is',
  'HTMLElement.prototype.inert': 'what is inert also lies under a notice that fills the screen',
  scrollend: 'the name of an event in React, which nothing here listens to',
  ':focus-visible': 'the browser draws a ring of its own',
  'scroll-behavior': 'it only takes back what would move',
  'overscroll-behavior': 'the page behind a sheet is held by its overflow',
  'text-wrap': 'lines break where they are full',
};

/** Each rule without its own prefixed or older spelling of the same thing: a declaration that is not understood is passed over. */
function withoutFallenBack(css: string): string {
  return css.replaceAll(/([^{}]*)\{([^{}]*)\}/g, (_, head: string, body: string) => {
    const declarations = body.split(';').map((each) => each.trim());
    const before = new Set<string>();
    const bare = declarations.filter((declaration) => {
      const property = declaration.split(':')[0] ?? '';
      const hasOlder = before.has(property) || before.has(`-webkit-${property}`);
      before.add(property);
      return !hasOlder;
    });
    return `${head}{${bare.join(';')}}`;
  });
}

const used = (text: string, newer: readonly Newer[]) =>
  newer.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name);
const usedInStyle = (css: string) => used(withoutFallenBack(css), newerStyle);

let folder: string;
let scripts: string;
let styles: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'page-'));
  execFileSync(path.resolve('node_modules/.bin/vite'), ['build', '--logLevel', 'error', '--outDir', folder], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const text = (ending: string) => {
    const names = readdirSync(path.join(folder, 'assets')).filter((name) => name.endsWith(ending));
    return names.map((name) => readFileSync(path.join(folder, 'assets', name), 'utf8')).join('\n');
  };
  scripts = text('.js');
  styles = text('.css');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the built page asks nothing of a phone with iOS 15.0 or Chromium 107 that it cannot do without', () => {
  test('in its scripts, with all libraries, and its styles', () => {
    const unaided = [...used(scripts, newerScript), ...usedInStyle(styles)].filter((name) => !(name in doneWithout));
    expect(unaided).toEqual([]);
  });

  test('and what is said to be done without is still there', () => {
    const all = [...used(scripts, newerScript), ...usedInStyle(styles)];
    expect(Object.keys(doneWithout).filter((name) => !all.includes(name))).toEqual([]);
  });
});

describe('what is newer is seen', () => {
  test.each([
    ['const last = list.at(-1)', 'Array.prototype.at'],
    ['const copy=structuredClone(x)', 'structuredClone'],
    ['Object.hasOwn(a,"b")', 'Object.hasOwn'],
    ['fetch(a,{signal:AbortSignal.timeout(5)})', 'AbortSignal.timeout'],
    ['crypto.randomUUID()', 'Crypto.prototype.randomUUID'],
    ['requestIdleCallback(()=>0)', 'requestIdleCallback'],
    ['/(?<=a)b/.test(c)', 'looking behind in a pattern'],
    ['class A{static{this.b=1}}', 'a static block'],
  ])('in %s', (text, name) => {
    expect(used(text, newerScript)).toEqual([name]);
  });

  test.each([
    ['.a:has(b){color:red}', ':has()'],
    ['.a{color:color-mix(in srgb,red,blue)}', 'color-mix()'],
    ['.a{min-height:100dvh}', 'dvh, svh, lvh'],
    ['@media (width>=20rem){.a{color:red}}', 'ranges in a media query'],
    ['.a{user-select:none}', 'user-select'],
  ])('in %s', (css, name) => {
    expect(usedInStyle(css)).toEqual([name]);
  });

  test('but not where an older spelling stands before it', () => {
    expect(usedInStyle('.a{min-height:100vh;min-height:100dvh;-webkit-user-select:none;user-select:none}')).toEqual([]);
  });
});
