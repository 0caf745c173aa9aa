import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLink } from '../../src/adapters/node/open-link.ts';
import { until } from '../helpers/until.ts';

const TOKEN = 'canary-token-4711';

let directory: string;
beforeEach(() => void (directory = mkdtempSync(path.join(tmpdir(), 'desktop-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test.skipIf(process.platform === 'win32')(
  'The desktop’s browser is started with the link and the environment, without any variable of this program',
  async () => {
    const output = path.join(directory, 'told');
    for (const name of ['xdg-open', 'open']) {
      const program = path.join(directory, name);
      writeFileSync(program, `#!/bin/sh\n{ echo "$1"; env; } > ${output}.new && mv ${output}.new ${output}\n`);
      chmodSync(program, 0o755);
    }
    const before = process.env['PATH'];
    process.env['PATH'] = `${directory}:${before ?? ''}`;
    try {
      openLink('https://pay.example/L-1', {
        PATH: process.env['PATH'],
        LANG: 'C',
        PHYSIO_TOKEN: TOKEN,
        PHYSIO_API: 'https://api.example',
        physio_token: TOKEN,
        PHYSIO_ANYTHING: '1',
      });
      await until(async () => existsSync(output), Boolean);
    } finally {
      process.env['PATH'] = before;
    }
    const [link, ...environment] = readFileSync(output, 'utf8').split('\n');
    expect(link).toBe('https://pay.example/L-1');
    expect(environment).toContain('LANG=C');
    expect(environment.filter((line) => /physio_/i.test(line) || line.includes(TOKEN))).toEqual([]);
  },
);

test('openLink does nothing without a desktop', async () => {
  expect(() => openLink('https://pay.example/L-1', { PATH: directory, PHYSIO_TOKEN: TOKEN })).not.toThrow();
});
