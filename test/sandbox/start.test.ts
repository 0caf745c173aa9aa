import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

describe('npm start', () => {
  test('--help lists the options, before anything is built or served', () => {
    const text = execFileSync(process.execPath, ['scripts/start.mjs', '--help'], { encoding: 'utf8', timeout: 20_000 });
    for (const option of ['--port N', '--host', '--brand', '--lang', '--no-report', '--base-path'])
      expect(text).toContain(option);
  });
});
