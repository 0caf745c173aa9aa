import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../helpers/fake-server.ts';

const files = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
const aPath = new RegExp(`(?:${ENDPOINTS.map(({ path }) => path).join('|')})(?![\\w/-])`);

/** The strings and template parts of a file that contain the path of an endpoint. */
function pathsSpelledIn(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return textsIn(program)
    .filter((value) => aPath.test(value))
    .map((value) => `${file}: ${value}`);
}

/** All strings and fixed template parts below a node of the syntax tree. */
function textsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('type' in node && node.type === 'Literal' && 'value' in node && typeof node.value === 'string')
    return [node.value];
  if ('cooked' in node && typeof node.cooked === 'string') return [node.cooked];
  return Object.values(node).flatMap(textsIn);
}

test('No test contains the path of an endpoint as text', () => {
  expect(Object.keys(files).length).toBeGreaterThan(200);
  expect(Object.entries(files).flatMap(([file, text]) => pathsSpelledIn(file, text))).toEqual([]);
});

test.each(ENDPOINTS.map(({ name, path }) => [name, path]))(
  'The path of %s is found in a string, in a template and behind a server',
  (_, path) => {
    for (const planted of [
      `http.reply('${path}', {})`,
      `fetch(\`\${at}${path}?sno=1\`)`,
      `page.route("**/api${path}")`,
    ])
      expect(pathsSpelledIn('planted.ts', planted)).toHaveLength(1);
  },
);

test('A module specifier that begins like the path of an endpoint is not reported', () => {
  expect(
    pathsSpelledIn('planted.ts', "import { CancelOrder } from '../../src/core/checkout/cancel-order.ts';"),
  ).toEqual([]);
});
