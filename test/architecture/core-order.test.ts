import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CORE_ORDER, upwardImports } from './core-order.ts';

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

  test('docs/architecture.md shows the current order of the core', () => {
    const order = CORE_ORDER.map((part) => (part === 'basics' || part === 'tables' ? part : `\`${part}\``)).join(' → ');
    expect(readFileSync('docs/architecture.md', 'utf8').replaceAll(/\s+/g, ' ')).toContain(order);
  });
});
