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

const project = (content: object) => writeFileSync(path.join(terminal.home, 'physio.config.json'), JSON.stringify(content));
const refusal = expect.stringMatching(/there is no profile nope\b.*there are: shop, clinic\. Create it: physio login .*--profile nope/);

describe('a profile that does not exist', () => {
  test.each(['device list', 'account show', 'profile show', 'order list', 'logout', 'treatment stop DEV0001 --yes'])(
    'is told of with those that do and how to create it, and nothing is sent: %s',
    async (line) => {
      const { code, stdout, stderr } = await terminal.physio([...line.split(' '), '--profile', 'nope'], { env: { PHYSIO_TOKEN: TOKEN } });
      expect([code, stdout, stderr]).toEqual([2, '', refusal]);
      expect(terminal.http.sent).toEqual([]);
    },
  );

  test.each([['profile', 'use', 'nope'], ['profile', 'show', 'nope']])('is told of by physio %s %s %s', async (...argv) => {
    expect(await terminal.physio(argv)).toMatchObject({ code: 2, stderr: refusal });
  });

  test('is told of with the variable that names it', async () => {
    const { code, stderr } = await terminal.physio(['device', 'list'], { env: { PHYSIO_PROFILE: 'nope' } });
    expect([code, stderr]).toEqual([2, refusal]);
    expect(stderr).toContain('(named by PHYSIO_PROFILE)');
  });

  test('is told of with the file that names it', async () => {
    project({ profile: 'nope' });
    const { code, stderr } = await terminal.physio(['device', 'list']);
    expect([code, stderr]).toEqual([2, refusal]);
    expect(stderr).toContain(path.join(terminal.home, 'physio.config.json'));
  });

  test('is created by login and by profile set, and then is one like any other', async () => {
    expect((await terminal.physio(['profile', 'set', 'api', API, '--profile', 'new'])).code).toBe(0);
    writeFileSync(path.join(terminal.home, 'token.txt'), TOKEN, { mode: 0o600 });
    expect((await terminal.physio(['login', '--profile', 'newer', '--api', API, '--token-file', 'token.txt'])).code).toBe(0);
    for (const name of ['new', 'newer']) expect((await terminal.physio(['profile', 'use', name])).code).toBe(0);
    expect((await terminal.physio(['device', 'list', '--profile', 'newer'])).code).toBe(0);
  });

  test('does not keep the profiles from being listed', async () => {
    const { code, json } = await terminal.physio(['profile', 'list', '--json', 'name'], { env: { PHYSIO_PROFILE: 'nope' } });
    expect([code, json()]).toEqual([0, [{ name: 'shop' }, { name: 'clinic' }]]);
  });

  test('is bad news of the configuration to doctor, and nothing else is looked at', async () => {
    const { code, stdout } = await terminal.physio(['doctor', '--profile', 'nope']);
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^BAD configuration +→ there is no profile nope/)]);
    expect(terminal.http.sent).toEqual([]);
  });

  test('is never the default one, which runs where nothing was set', async () => {
    expect((await terminal.physio(['device', 'list'], { env: { PHYSIO_API: API, PHYSIO_TOKEN: TOKEN } })).code).toBe(0);
    expect((await terminal.physio(['profile', 'use', 'default'])).code).toBe(0);
  });
});
