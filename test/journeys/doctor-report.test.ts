import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { World } from '../helpers/world.ts';

let world: World;
let home: string;
beforeAll(async () => {
  world = await World.start();
  home = mkdtempSync(path.join(tmpdir(), 'report-'));
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await world.close();
});

describe('the built CLI', () => {
  test.concurrent.each(['findings.md', 'findings.json'])(
    'doctor --report writes how the server keeps the contract to %s',
    async (name) => {
      const { accessToken, mobile } = await world.user('leaser');
      const env = { PATH: process.env['PATH'], HOME: home, PHYSIO_API: `${world.url}/api`, PHYSIO_TOKEN: accessToken };
      const words = [path.resolve('dist/cli/physio.js'), 'doctor', '--device', 'PL10003', '--report', name];
      const { stderr } = await promisify(execFile)(process.execPath, words, { cwd: home, env });
      expect(stderr).toContain(`Report written to ${path.join(home, name)}`);
      const text = readFileSync(path.join(home, name), 'utf8');
      for (const known of ['PL10003', '/device/real', 'device.enterPage', 'matches', `${world.url}/api`])
        expect(text).toContain(known);
      for (const secret of [accessToken, mobile]) expect(text).not.toContain(secret);
    },
  );
});
