import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'acorn';
import { describe, expect, test } from 'vitest';
import { type Newer, newerScript, newerStyle } from '../helpers/unsupported-features.ts';

const definedByMobx = 'MobX defines it on its own sets, and the page does not call it';

/** Features that the oldest phones lack, with the reason why the page works without them. */
const optional: Record<string, string> = {
  'Object.hasOwn': 'src/ui/start/polyfills.ts provides it',
  'Element.prototype.checkVisibility': 'the dialogs’ focus scope checks first whether it exists',
  'Array.prototype.at':
    'web-vitals calls it on layout shifts and event timings, which Safari reports from 26.2; tsconfig.page.json checks src',
  requestIdleCallback: 'web-vitals falls back to setTimeout',
  'Set.prototype.union': definedByMobx,
  'Set.prototype.intersection': definedByMobx,
  'Set.prototype.difference': definedByMobx,
  'Set.prototype.isSubsetOf': definedByMobx,
  'Navigator.prototype.locks': 'src/adapters/browser/web-locks-mutex.ts checks first whether it exists',
  'HTMLFormElement.prototype.requestSubmit': 'it occurs only in an error message of React',
  'Document.prototype.startViewTransition':
    'React calls it only for declared view transitions, and the page declares none',
  'field-sizing': 'without it the field of a feedback keeps its five lines and scrolls',
  'HTMLElement.prototype.inert': 'a notice that fills the screen covers the inert content',
  scrollend: 'an event name in React; the page does not listen to the event',
  ':focus-visible': 'the browser draws its own focus ring',
  'scroll-behavior': 'the page only uses it to turn smooth scrolling off',
  'overscroll-behavior': 'overflow keeps the page behind a sheet from scrolling',
  ':has()': 'a message stays at the lower edge while the keyboard is open',
  'text-wrap': 'lines break at their full width',
};

/** Removes declarations that follow an older or prefixed declaration of the same property, because a browser ignores a declaration that it does not support. */
function withoutDeclarationsWithFallback(css: string): string {
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
const usedInStyle = (css: string) => used(withoutDeclarationsWithFallback(css), newerStyle);

function nodesOf(root: unknown, type: string): Record<string, unknown>[] {
  if (typeof root !== 'object' || root === null) return [];
  const below = Object.values(root).flatMap((each) => nodesOf(each, type));
  return 'type' in root && root.type === type ? [{ ...root }, ...below] : below;
}

/** Lists the class fields of one script whose first value uses a name of the script from outside the value. */
function fieldsWithComputedValue(script: string): string[] {
  const namesIn = (node: unknown) => nodesOf(node, 'Identifier').map(({ name }) => name);
  return nodesOf(parse(script, { ecmaVersion: 2022, sourceType: 'module' }), 'PropertyDefinition')
    .filter(({ value }) => {
      const { params = [], ...rest } = (value ?? {}) as Record<string, unknown>;
      const own = namesIn(params);
      return namesIn(rest).some((name) => !own.includes(name) && !(String(name) in globalThis));
    })
    .map(({ start, end }) => script.slice(Number(start), Number(end)));
}

const assets = readdirSync('dist/app/assets');
const textsOf = (ending: string) =>
  assets
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(path.join('dist/app/assets', name), 'utf8'));
const eachScript = textsOf('.js');
const scripts = eachScript.join('\n');
const styles = textsOf('.css').join('\n');

describe('the built page on iOS 15.0 and Chromium 107', () => {
  test('The scripts and styles of the built page require no feature that iOS 15.0 or Chromium 107 lacks', () => {
    const unaided = [...used(scripts, newerScript), ...usedInStyle(styles)].filter((name) => !(name in optional));
    expect(eachScript.length).toBeGreaterThan(5);
    expect(unaided).toEqual([]);
  });

  test('No class of the built page has a field whose first value iOS 15.0 computes in the wrong scope', () => {
    expect(eachScript.flatMap(fieldsWithComputedValue)).toEqual([]);
  });

  test('The list of optional features contains only features that the built page uses', () => {
    const all = [...used(scripts, newerScript), ...usedInStyle(styles)];
    expect(Object.keys(optional).filter((name) => !all.includes(name))).toEqual([]);
  });
});

describe('the detection of newer features', () => {
  test.each([
    ['const last = list.at(-1)', 'Array.prototype.at'],
    ['const copy=structuredClone(x)', 'structuredClone'],
    ['Object.hasOwn(a,"b")', 'Object.hasOwn'],
    ['fetch(a,{signal:AbortSignal.timeout(5)})', 'AbortSignal.timeout'],
    ['crypto.randomUUID()', 'Crypto.prototype.randomUUID'],
    ['requestIdleCallback(()=>0)', 'requestIdleCallback'],
    ['/(?<=a)b/.test(c)', 'looking behind in a pattern'],
    ['class A{static{this.b=1}}', 'a static block'],
  ])('The newer feature in the script %s is detected', (text, name) => {
    expect(used(text, newerScript)).toEqual([name]);
  });

  test.each([
    ['class A{b=c}', 1],
    ['class A{b=()=>c;#d=2}', 1],
    ['class A{static b=c=>d}', 1],
    ['class A{b;#c;d=1;e=new Map;static e=h=>!h;f(){return g}}', 0],
  ])('A class field whose first value uses another name is detected: %s', (text, count) => {
    expect(fieldsWithComputedValue(text)).toHaveLength(count);
  });

  test('A function whose name is that of a newer method is none', () => {
    expect(used('const all={...at(list)}', newerScript)).toEqual([]);
  });

  test.each([
    ['.a:has(b){color:red}', ':has()'],
    ['.a{color:color-mix(in srgb,red,blue)}', 'color-mix()'],
    ['.a{min-height:100dvh}', 'dvh, svh, lvh'],
    ['@media (width>=20rem){.a{color:red}}', 'ranges in a media query'],
    ['.a{user-select:none}', 'user-select'],
  ])('The newer feature in the style %s is detected', (css, name) => {
    expect(usedInStyle(css)).toEqual([name]);
  });

  test('A newer CSS value after an older declaration of the same property is accepted', () => {
    expect(usedInStyle('.a{min-height:100vh;min-height:100dvh;-webkit-user-select:none;user-select:none}')).toEqual([]);
  });
});
