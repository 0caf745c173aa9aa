import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overridesOf } from '../../scripts/import-rules.mjs';

const root = process.cwd();
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { lint: string } };
/** The command of `npm run lint`. */
const [linter = '', ...lintOptions] = scripts.lint.split(' ');
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
let planted: string;

/** Runs a checker in the temporary project and returns its output, even if it fails. */
function check(command: string, ...options: string[]): { failed: boolean; text: string } {
  try {
    return {
      failed: false,
      text: execFileSync(bin(command), options, { cwd: planted, encoding: 'utf8', stdio: 'pipe' }),
    };
  } catch (thrown) {
    const { stdout, stderr } = thrown as { stdout: string; stderr: string };
    return { failed: true, text: stdout + stderr };
  }
}

function plant(file: string, text: string): void {
  const at = path.join(planted, file);
  mkdirSync(path.dirname(at), { recursive: true });
  writeFileSync(at, text);
}

beforeAll(() => {
  planted = mkdtempSync(path.join(tmpdir(), 'planted-'));
  for (const file of [
    'oxlint.config.mjs',
    'scripts/import-rules.mjs',
    'tsconfig.json',
    'tsconfig.core.json',
    'tsconfig.page.json',
    'knip.json',
  ])
    cpSync(path.join(root, file), path.join(planted, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(planted, 'node_modules'));
});

afterAll(() => rmSync(planted, { recursive: true, force: true }));

/** The importing file, the forbidden import, and a part of the help text. */
const forbiddenImports = [
  ['src/core/device/a.ts', '../../adapters/fetch-http.ts', 'declare what it needs in src/ports'],
  ['src/core/device/b.ts', '../../ui/main.tsx', 'declare what it needs in src/ports'],
  ['src/core/device/c.ts', 'valibot', "this capability's api.ts"],
  ['src/core/device/d.ts', 'node:fs', 'uses no package and nothing of Node'],
  ['src/core/device/api.ts', 'react', 'import valibot and no other package'],
  ['src/core/api/e.ts', '../device/device.ts', 'serves all capabilities and knows none'],
  ['src/core/order/f.ts', '../../../sandbox/world.ts', 'imports the sandbox or a test'],
  ['src/ports/g.ts', '../core/problem.ts', 'import nothing but other ports'],
  ['src/ports/h.ts', 'rxjs', 'import nothing but other ports'],
  ['src/adapters/i.ts', '../core/api/api-client.ts', 'knows only its port and Problem'],
  ['src/adapters/j.ts', 'node:fs', 'runs in the browser and in Node'],
  ['src/adapters/browser/k.ts', '../node/file-app-storage.ts', 'uses its own folder'],
  ['src/adapters/node/l.ts', '../browser/own-page.ts', 'uses its own folder'],
  ['src/adapters/fake/m.ts', '../node/file-app-storage.ts', 'uses its own folder'],
  ['src/adapters/n.ts', '../ui/main.tsx', 'knows no caller'],
  ['src/ui/screens/o.tsx', '../../adapters/fetch-http.ts', 'Only main.tsx uses adapters'],
  ['src/ui/screens/af.tsx', '../../container.ts', 'Only main.tsx uses the container'],
  ['src/core/device/ag.ts', '../../container.ts', 'declare what it needs in src/ports'],
  ['src/adapters/ah.ts', '../container.ts', 'knows no caller'],
  ['src/ui/screens/p.tsx', '../../core/order/api.ts', 'ask a use-case or Queries'],
  ['src/ui/screens/q.tsx', '../../cli/output.ts', 'does not use the command line'],
  ['src/ui/screens/r.tsx', 'inversify', 'belongs to an adapter'],
  ['src/cli/commands/s.ts', '../../adapters/node/file-app-storage.ts', 'Only main.ts and services.ts bind adapters'],
  ['src/cli/commands/t.ts', '../../ui/copy/zh-CN.ts', 'does not use a screen'],
  ['src/cli/commands/u.ts', 'react', 'belongs to the page'],
  ['src/ui/screens/x.tsx', '../../ports/clock.ts', 'ask a use-case, which gets the port'],
  ['src/cli/commands/y.ts', '../../ports/clock.ts', 'run a use-case, which gets the port'],
  ['src/cli/commands/z.ts', '../../core/order/api.ts', 'ask a use-case or Queries'],
  ['sandbox/v.ts', '../src/adapters/http/fetch-http.ts', 'import the server contract'],
  ['sandbox/w.ts', '../src/core/order/order.ts', 'import the server contract'],
  ['src/adapters/fetch.ts', 'valibot', 'Only the Gizwits protocol'],
  ['src/adapters/browser/aa.ts', 'valibot', 'Only the Gizwits protocol'],
  ['src/adapters/gizwits/ab.ts', '../../core/api/api-client.ts', 'knows only its port and Problem'],
  ['contract/ac.ts', '../src/core/order/order.ts', 'import nothing else of the app'],
  ['contract/ad.ts', '../src/adapters/http/fetch-http.ts', 'import nothing else of the app'],
  ['contract/ae.ts', '../sandbox/cloud/answers.ts', 'import nothing else of the app'],
  ['contract/examples/af.ts', '../../sandbox/main.ts', 'import nothing else'],
  ['contract/examples/ag.ts', '../../src/core/order/order.ts', 'import nothing else'],
  ['src/core/device/ba.ts', 'node:fs/promises', 'uses no package and nothing of Node'],
  ['src/core/device/bb.ts', '@scope/package/part', 'uses no package and nothing of Node'],
  ['src/core/api/bc.ts', 'valibot-extras', 'import valibot and no other package'],
  ['src/core/api/bd.ts', '../../cli/output.ts', 'declare what it needs in src/ports'],
  ['src/core/order/be.ts', '../../../test/helpers/until.ts', 'imports the sandbox or a test'],
  ['src/ports/bf.ts', '../adapters/fetch-http.ts', 'import nothing but other ports'],
  ['src/adapters/bg.ts', './browser/own-page.ts', 'runs in the browser and in Node'],
  ['src/adapters/gizwits/bh.ts', 'node:net', 'runs in the browser and in Node'],
  ['src/adapters/browser/bi.ts', 'node:fs', 'use a web API'],
  ['src/ui/main.tsx', '../adapters/node/file-app-storage.ts', 'import from adapters/browser'],
  ['src/ui/start/take-token.ts', '../../adapters/browser/own-page.ts', 'Only main.tsx uses adapters'],
  ['src/cli/main.ts', '../adapters/browser/own-page.ts', 'import from adapters/node'],
  ['src/cli/commands/bj.ts', '../../container.ts', 'Only services.ts uses the container'],
  ['sandbox/bk.ts', '../test/helpers/until.ts', 'knows no test'],
  ['contract/bl.ts', '../test/helpers/until.ts', 'import nothing else of the app'],
] as const;

describe('the import rules', () => {
  let found: { code: string; help: string; filename: string }[];
  beforeAll(() => {
    for (const [file, imported] of forbiddenImports)
      plant(file, `import { planted } from '${imported}';\nexport const use = planted;\n`);
    const { failed, text } = check(
      linter,
      ...lintOptions,
      '--format',
      'json',
      ...forbiddenImports.map(([file]) => file),
    );
    expect(failed).toBe(true);
    found = (JSON.parse(text) as { diagnostics: typeof found }).diagnostics;
  });

  test.each(forbiddenImports)('The linter refuses that %s imports %s, and names the alternative', (file, _, cure) => {
    const helps = found.flatMap(({ code, help, filename }) =>
      filename === file && code.includes('no-restricted-imports') ? [help] : [],
    );
    expect(helps).toContainEqual(expect.stringContaining(cure));
  });

  test('The linter accepts the allowed imports', () => {
    plant(
      'src/core/account/api.ts',
      "import * as v from 'valibot';\nimport { text } from '../api/decoders.ts';\nexport const both = [v, text];\n",
    );
    plant(
      'src/adapters/w.ts',
      "import { Problem } from '../core/problem.ts';\nimport type { Http } from '../ports/http.ts';\nexport const made = (http: Http) => [http, new Problem('network')];\n",
    );
    plant('src/adapters/gizwits/frames.ts', "import * as v from 'valibot';\nexport const frame = v.string();\n");
    plant(
      'contract/fine.ts',
      "import { frame } from '../src/adapters/gizwits/frames.ts';\nimport { both } from '../src/core/account/api.ts';\nexport const all = [frame, both];\n",
    );
    plant('sandbox/cloud/answers.ts', 'export const answers = 1;\n');
    plant(
      'contract/examples/fine.ts',
      "import { answers } from '../../sandbox/cloud/answers.ts';\nexport const use = answers;\n",
    );
    const files = [
      'src/core/account/api.ts',
      'src/adapters/w.ts',
      'src/adapters/gizwits/frames.ts',
      'contract/fine.ts',
      'contract/examples/fine.ts',
    ];
    expect(check(linter, ...lintOptions, ...files)).toMatchObject({ failed: false });
  });
});

/** Compiles planted files alone, and returns the compiler's complaints. */
function compiled(project: string, sources: Readonly<Record<string, string>>): string {
  rmSync(path.join(planted, 'src'), { recursive: true, force: true });
  plant('src/ports/fine.ts', 'export const fine = 1;\n');
  for (const [file, text] of Object.entries(sources)) plant(file, `${text}\n`);
  return check('tsc', '--noEmit', '-p', project).text;
}

describe('the core’s compiler settings', () => {
  test('A core file that uses the page, Node, a timer or the network does not compile', () => {
    const text = compiled('tsconfig.core.json', {
      'src/core/a.ts': 'export const title = document.title;',
      'src/core/b.ts': 'export const home = process.env.HOME;',
      'src/core/c.ts': 'export const later = setTimeout(() => 0, 1);',
      'src/core/d.ts': "export const answer = fetch('https://example.org');",
    });
    for (const name of ['document', 'process', 'setTimeout', 'fetch']) expect(text).toContain(`'${name}'`);
  });
});

test('The linter refuses a core file that reads the time, or that drops an error', () => {
  const refused = {
    'use the Clock port': 'export const now = () => Date.now();',
    'no-empty': 'export const drops = (run: () => void) => { try { run(); } catch {} };',
    'no-unused-vars': 'export const drops = (run: () => void) => { try { run(); } catch (thrown) { run(); } };',
    'preserve-caught-error':
      'export const drops = (run: () => void) => { try { run(); } catch (thrown) { throw new Error(`failed: ${thrown}`); } };',
  };
  const files = Object.values(refused).map((text, at) => {
    plant(`src/core/refused-${at}.ts`, `${text}\n`);
    return `src/core/refused-${at}.ts`;
  });
  const { text } = check(linter, ...lintOptions, ...files);
  expect(Object.keys(refused).filter((word) => !text.includes(word))).toEqual([]);
});

describe('the page’s compiler settings', () => {
  test('An API that the oldest supported phones lack does not compile in the core, a screen or an adapter of the page', () => {
    const text = compiled('tsconfig.page.json', {
      'src/core/planted.ts': 'export const last = [1, 2].at(-1);',
      'src/ui/planted.tsx': 'export const copied = Object.hasOwn({}, "a");',
      'src/adapters/browser/planted.ts': 'export const ordered = [2, 1].toSorted();',
    });
    for (const name of ['at', 'hasOwn', 'toSorted']) expect(text).toContain(`'${name}'`);
  });
});

describe('the table of import rules', () => {
  test('An import rule without an entry for each column is refused before linting', () => {
    expect(() => overridesOf([{ from: ['src/core/**'], core: [] }])).toThrow(
      'the import rules of src/core/** do not decide ports, adapters',
    );
  });
});

describe('npm run dead-code', () => {
  test('The check for dead code names an unused file and an unused export', () => {
    rmSync(path.join(planted, 'src'), { recursive: true, force: true });
    plant('package.json', '{ "name": "planted", "type": "module" }\n');
    plant('src/cli/physio.ts', "import { used } from './used.ts';\nused();\n");
    plant('src/cli/used.ts', 'export const used = () => 1;\nexport const forgotten = () => 2;\n');
    plant('src/cli/orphan.ts', 'export const alone = 1;\n');
    const { failed, text } = check('knip', '--no-progress');
    expect(failed).toBe(true);
    expect(text).toContain('orphan.ts');
    expect(text).toContain('forgotten');
  });
});
