import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { listDevices } from '../../src/core/device/api.ts';
import { API, Terminal, TOKEN } from './terminal.ts';

let terminal: Terminal;
beforeEach(async () => {
  terminal = new Terminal();
  terminal.http.reply(getUser, { nickname: 'A', mobile: '13812345678', assist: false }).reply(listDevices, []);
  for (const name of ['shop', 'clinic']) await terminal.physio(['profile', 'set', 'api', API, '--profile', name]);
});
afterEach(() => terminal.close());

const project = (content: object) =>
  writeFileSync(path.join(terminal.home, 'physio.config.json'), JSON.stringify(content));
const refusal = expect.stringMatching(
  /profile nope\b.* does not exist.*profiles: shop, clinic\. To create it: physio login .*--profile nope/,
);

describe('an unknown profile', () => {
  // covers cli.rule.19a
  test.each(['device list', 'account show', 'profile show', 'order list', 'logout', 'treatment stop DEV0001 --yes'])(
    '%s with an unknown profile lists the profiles, says how to create it, and sends nothing',
    async (line) => {
      const { code, stdout, stderr } = await terminal.physio([...line.split(' '), '--profile', 'nope'], {
        env: { PHYSIO_TOKEN: TOKEN },
      });
      expect([code, stdout, stderr]).toEqual([2, '', refusal]);
      expect(terminal.http.sent).toEqual([]);
    },
  );

  test.each([
    ['profile', 'use', 'nope'],
    ['profile', 'show', 'nope'],
  ])('physio %s %s %s reports an unknown profile', async (...argv) => {
    expect(await terminal.physio(argv)).toMatchObject({ code: 2, stderr: refusal });
  });

  test('An unknown profile from the environment is reported with its variable', async () => {
    const { code, stderr } = await terminal.physio(['device', 'list'], { env: { PHYSIO_PROFILE: 'nope' } });
    expect([code, stderr]).toEqual([2, refusal]);
    expect(stderr).toContain('(set by PHYSIO_PROFILE)');
  });

  test('An unknown profile from a file is reported with that file', async () => {
    project({ profile: 'nope' });
    const { code, stderr } = await terminal.physio(['device', 'list']);
    expect([code, stderr]).toEqual([2, refusal]);
    expect(stderr).toContain(path.join(terminal.home, 'physio.config.json'));
  });

  test('login and profile set create a profile', async () => {
    expect((await terminal.physio(['profile', 'set', 'api', API, '--profile', 'new'])).code).toBe(0);
    writeFileSync(path.join(terminal.home, 'token.txt'), TOKEN, { mode: 0o600 });
    expect(
      (await terminal.physio(['login', '--profile', 'newer', '--api', API, '--token-file', 'token.txt'])).code,
    ).toBe(0);
    for (const name of ['new', 'newer']) expect((await terminal.physio(['profile', 'use', name])).code).toBe(0);
    expect((await terminal.physio(['device', 'list', '--profile', 'newer'])).code).toBe(0);
  });

  test('profile list works with an unknown profile', async () => {
    const { code, json } = await terminal.physio(['profile', 'list', '--json', 'name'], {
      env: { PHYSIO_PROFILE: 'nope' },
    });
    expect([code, json()]).toEqual([0, [{ name: 'shop' }, { name: 'clinic' }]]);
  });

  test('doctor fails its configuration check for an unknown profile and checks nothing else', async () => {
    const { code, stdout } = await terminal.physio(['doctor', '--profile', 'nope']);
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^BAD\tconfiguration\t+→ profile nope does not exist/)]);
    expect(terminal.http.sent).toEqual([]);
  });

  test('The default profile always exists', async () => {
    expect((await terminal.physio(['device', 'list'], { env: { PHYSIO_API: API, PHYSIO_TOKEN: TOKEN } })).code).toBe(0);
    expect((await terminal.physio(['profile', 'use', 'default'])).code).toBe(0);
  });
});
