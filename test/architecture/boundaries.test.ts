import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = process.cwd();
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
let planted: string;

/** Runs a checker in the planted tree and answers with what it prints, whether it fails or not. */
function check(command: string, ...options: string[]): { failed: boolean; text: string } {
  try {
    return { failed: false, text: execFileSync(bin(command), options, { cwd: planted, encoding: 'utf8', stdio: 'pipe' }) };
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
  for (const file of ['.oxlintrc.json', 'tsconfig.json', 'tsconfig.core.json', 'tsconfig.page.json', 'knip.json']) cpSync(path.join(root, file), path.join(planted, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(planted, 'node_modules'));
});

afterAll(() => rmSync(planted, { recursive: true, force: true }));

/** What is planted where, and what of the cure is said. */
const wrongWays = [
  ['src/core/device/a.ts', '../../adapters/fetch-http.ts', 'put what is needed into src/ports'],
  ['src/core/device/b.ts', '../../ui/main.tsx', 'put what is needed into src/ports'],
  ['src/core/device/c.ts', 'valibot', "capability's api.ts"],
  ['src/core/device/d.ts', 'node:fs', 'uses no package and nothing of Node'],
  ['src/core/device/api.ts', 'react', 'but valibot'],
  ['src/core/api/e.ts', '../device/device.ts', 'cloud/ speaks for all capabilities'],
  ['src/core/order/f.ts', '../../../sandbox/world.ts', 'stands outside'],
  ['src/ports/g.ts', '../core/problem.ts', 'imports nothing but other ports'],
  ['src/ports/h.ts', 'rxjs', 'imports nothing but other ports'],
  ['src/adapters/i.ts', '../core/api/api-client.ts', 'knows only its port and Problem'],
  ['src/adapters/j.ts', 'node:fs', 'stands on neither platform'],
  ['src/adapters/browser/k.ts', '../node/file-app-storage.ts', 'use their own folder'],
  ['src/adapters/node/l.ts', '../browser/page-fetch.ts', 'use their own folder'],
  ['src/adapters/fake/m.ts', '../node/file-app-storage.ts', 'use their own folder'],
  ['src/adapters/n.ts', '../ui/main.tsx', 'knows no caller'],
  ['src/ui/screens/o.tsx', '../../adapters/fetch-http.ts', 'only main.tsx and main-*.ts beside it join adapters'],
  ['src/ui/screens/af.tsx', '../../container/later.ts', 'only main.tsx and main-*.ts beside it join adapters'],
  ['src/core/device/ag.ts', '../../container/at-once.ts', 'put what is needed into src/ports'],
  ['src/adapters/ah.ts', '../container/later.ts', 'knows no caller'],
  ['src/ui/screens/p.tsx', '../../core/order/api.ts', 'asks a use-case or Queries'],
  ['src/ui/screens/q.tsx', '../../cli/output.ts', 'knows nothing of the command line'],
  ['src/ui/screens/r.tsx', 'inversify', 'belongs to an adapter'],
  ['src/cli/commands/s.ts', '../../adapters/node/file-app-storage.ts', 'only main.ts joins adapters'],
  ['src/cli/commands/t.ts', '../../ui/copy/zh-CN.ts', 'knows no screen'],
  ['src/cli/commands/u.ts', 'react', 'belongs to the ui'],
  ['src/ui/screens/x.tsx', '../../ports/clock.ts', 'asks use-cases'],
  ['src/cli/commands/y.ts', '../../ports/clock.ts', 'runs a use-case'],
  ['src/cli/commands/z.ts', '../../core/order/api.ts', 'asks a use-case or Queries'],
  ['sandbox/v.ts', '../src/adapters/fetch-http.ts', 'imitates the outside'],
  ['sandbox/w.ts', '../src/core/order/order.ts', 'imitates the outside'],
  ['src/adapters/fetch.ts', 'valibot', 'Only the Gizwits protocol'],
  ['src/adapters/browser/aa.ts', 'valibot', 'Only the Gizwits protocol'],
  ['src/adapters/gizwits-ab.ts', '../core/api/api-client.ts', 'knows only its port and Problem'],
  ['contract/ac.ts', '../src/core/order/order.ts', 'nothing else of the app'],
  ['contract/ad.ts', '../src/adapters/fetch-http.ts', 'nothing else of the app'],
  ['contract/ae.ts', '../sandbox/cloud/answers.ts', 'nothing else of the app'],
  ['contract/examples/af.ts', '../../sandbox/main.ts', 'and of nothing else'],
  ['contract/examples/ag.ts', '../../src/core/order/order.ts', 'and of nothing else'],
] as const;

describe('an import that crosses the house the wrong way is refused, and the message names the cure', () => {
  let said: { code: string; help: string; filename: string }[];
  beforeAll(() => {
    for (const [file, imported] of wrongWays) plant(file, `import { planted } from '${imported}';\nexport const use = planted;\n`);
    const { failed, text } = check('oxlint', '--deny-warnings', '--format', 'json', ...wrongWays.map(([file]) => file));
    expect(failed).toBe(true);
    said = (JSON.parse(text) as { diagnostics: typeof said }).diagnostics;
  });

  test.each(wrongWays)('%s may not import %s', (file, _, cure) => {
    const helps = said.flatMap(({ code, help, filename }) => (filename === file && code.includes('no-restricted-imports') ? [help] : []));
    expect(helps).toContainEqual(expect.stringContaining(cure));
  });

  test('lets through what the house allows', () => {
    plant('src/core/account/api.ts', "import * as v from 'valibot';\nimport { text } from '../cloud/decoders.ts';\nexport const both = [v, text];\n");
    plant('src/adapters/w.ts', "import { Problem } from '../core/problem.ts';\nimport type { Http } from '../ports/http.ts';\nexport const made = (http: Http) => [http, new Problem('network')];\n");
    plant('src/adapters/gizwits-frames.ts', "import * as v from 'valibot';\nexport const frame = v.string();\n");
    plant('contract/fine.ts', "import { frame } from '../src/adapters/gizwits-frames.ts';\nimport { both } from '../src/core/account/api.ts';\nexport const all = [frame, both];\n");
    plant('sandbox/cloud/answers.ts', 'export const answers = 1;\n');
    plant('contract/examples/fine.ts', "import { answers } from '../../sandbox/cloud/answers.ts';\nexport const use = answers;\n");
    const files = ['src/core/account/api.ts', 'src/adapters/w.ts', 'src/adapters/gizwits-frames.ts', 'contract/fine.ts', 'contract/examples/fine.ts'];
    expect(check('oxlint', '--deny-warnings', ...files)).toMatchObject({ failed: false });
  });
});

describe('the core stands on no platform', () => {
  test.each([
    ['the page', 'export const title = document.title;', 'document'],
    ['Node', 'export const home = process.env.HOME;', 'process'],
    ['a timer', 'export const later = setTimeout(() => 0, 1);', 'setTimeout'],
    ['the network', "export const answer = fetch('https://example.org');", 'fetch'],
  ])('a core file that reaches for %s does not compile', (_, text, name) => {
    rmSync(path.join(planted, 'src'), { recursive: true, force: true });
    plant('src/core/planted.ts', `${text}\n`);
    plant('src/ports/fine.ts', 'export const fine = 1;\n');
    const { failed, text: said } = check('tsc', '--noEmit', '-p', 'tsconfig.core.json');
    expect(failed).toBe(true);
    expect(said).toContain(`'${name}'`);
  });

  test('a core file that reads the time is refused', () => {
    plant('src/core/clockless.ts', 'export const now = () => Date.now();\n');
    expect(check('oxlint', 'src/core/clockless.ts').text).toContain('ask the Clock port');
  });
});

describe('the page asks only what its oldest phone has', () => {
  test.each([
    ['src/core/planted.ts', 'export const last = [1, 2].at(-1);', "'at'"],
    ['src/ui/planted.tsx', 'export const copied = Object.hasOwn({}, "a");', "'hasOwn'"],
    ['src/adapters/browser/planted.ts', 'export const ordered = [2, 1].toSorted();', "'toSorted'"],
  ])('%s does not compile with what is newer', (file, text, name) => {
    rmSync(path.join(planted, 'src'), { recursive: true, force: true });
    plant(file, `${text}\n`);
    const { failed, text: said } = check('tsc', '--noEmit', '-p', 'tsconfig.page.json');
    expect(failed).toBe(true);
    expect(said).toContain(name);
  });
});

describe('dead code does not stay', () => {
  test('names a file and an export that nothing uses', () => {
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
