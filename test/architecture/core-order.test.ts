import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * The order of the core. A part may import only earlier parts, type imports included. `basics` are the files beside the capabilities
 * (problem.ts, time.ts …); `tables` are those files that import all capabilities.
 */
const CORE_ORDER: readonly string[] = [
  'basics',
  'api',
  'state',
  'session',
  'account',
  'device',
  'order',
  'wallet',
  'lease',
  'checkout',
  'treatment',
  'share',
  'entry',
  'feedback',
  'diagnosis',
  'tables',
];

const TABLES = ['contract.ts', 'prefetch.ts', 'queries.ts'];

const IMPORTED = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Returns the imports that violate the order, and the parts that the order does not name. The keys of the map are paths below src/core. */
function upwardImports(files: ReadonlyMap<string, string>): string[] {
  const unknown = [...new Set([...files.keys()].map(partOf))].filter((part) => !CORE_ORDER.includes(part));
  const upward = [...files].flatMap(([file, text]) =>
    Array.from(text.matchAll(IMPORTED), ([, target = '']) => resolved(file, target)).flatMap((imported) => {
      const isUpward = imported !== undefined && orderOf(imported) > orderOf(file);
      return isUpward ? [`${file} imports ${imported}`] : [];
    }),
  );
  return [...unknown.map((part) => `${part} is missing from the order`), ...upward];
}

/** They declare the lists of devices and cards, load them ahead, and examine the server. */
const KNOW_THE_LISTS = ['device/api.ts', 'wallet/api.ts', 'contract.ts', 'prefetch.ts', 'diagnosis/examine-server.ts'];

/** The files that read these lists themselves, so that they may say what is from before a payment. */
function readersOfLists(files: ReadonlyMap<string, string>): string[] {
  const reads = (text: string) => /(?<!\.)\b(?:listDevices|listCards)\b/.test(text);
  return [...files].flatMap(([file, text]) => (reads(text) && !KNOW_THE_LISTS.includes(file) ? [file] : []));
}

const orderOf = (file: string) => CORE_ORDER.indexOf(partOf(file));

function partOf(file: string): string {
  const [part = '', ...below] = file.split('/');
  if (below.length > 0) return part;
  return TABLES.includes(part) ? 'tables' : 'basics';
}

/** The imported file below src/core; undefined for any other file. */
function resolved(file: string, target: string): string | undefined {
  const { pathname } = new URL(target, `file:///src/core/${file}`);
  return pathname.startsWith('/src/core/') ? pathname.slice('/src/core/'.length) : undefined;
}

const core = path.resolve('src/core');
const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const texts = new Map(
  files.map((file) => [file.replaceAll(path.sep, '/'), readFileSync(path.join(core, file), 'utf8')]),
);

describe('the order of the core', () => {
  test('Every import in the core follows the order, type imports included', () => {
    expect(texts.size).toBeGreaterThan(80);
    expect(upwardImports(texts)).toEqual([]);
  });

  test.each([
    ['a type', "import type { Order } from '../order/order.ts';"],
    ['a value', "import { payable } from '../order/order.ts';"],
    ['a type that is exported again', "export type { Order } from '../order/order.ts';"],
    ['a module that is loaded later', "const order = import('../order/order.ts');"],
    ['a type by its module', "let order: import('../order/order.ts').Order;"],
    ['a table', "import { queries } from '../queries.ts';"],
  ])('A capability that imports %s from a later part violates the order', (_, planted) => {
    const text = `${texts.get('device/device.ts')}\n${planted}\n`;
    expect(upwardImports(new Map([...texts, ['device/device.ts', text]]))).toEqual([
      expect.stringMatching(/^device\/device\.ts imports (order\/order|queries)\.ts$/),
    ]);
  });

  test('A basic file that imports a capability violates the order', () => {
    expect(upwardImports(new Map([['money.ts', "import type { Order } from './order/order.ts';"]]))).toEqual([
      'money.ts imports order/order.ts',
    ]);
  });

  test('The order names every folder of the core, and no folder that does not exist', () => {
    expect(upwardImports(new Map([['planted/planted.ts', '']]))).toEqual(['planted is missing from the order']);
    const folders = new Set(
      [...texts.keys()].flatMap((file) => (file.includes('/') ? file.split('/').slice(0, 1) : [])),
    );
    expect(CORE_ORDER.filter((part) => part !== 'basics' && part !== 'tables' && !folders.has(part))).toEqual([]);
  });

  test('Holdings alone reads what the user rents and holds', () => {
    expect(readersOfLists(texts)).toEqual(['checkout/holdings/holdings.ts']);
    const planted = "import { listCards } from '../wallet/api.ts';";
    expect(readersOfLists(new Map([['treatment/planted.ts', planted]]))).toEqual(['treatment/planted.ts']);
  });

  test('docs/architecture.md shows the current order of the core', () => {
    const order = CORE_ORDER.map((part) => (part === 'basics' || part === 'tables' ? part : `\`${part}\``)).join(' → ');
    expect(readFileSync('docs/architecture.md', 'utf8').replaceAll(/\s+/g, ' ')).toContain(order);
  });
});
