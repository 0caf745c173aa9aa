import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCore } from '../../src/cli/main.ts';
import { listDevices } from '../../src/core/device/api.ts';
import { World } from '../helpers/world.ts';
import { Terminal } from './terminal.ts';

let world: World;
let terminal: Terminal;
beforeAll(async () => {
  world = await World.start();
  terminal = new Terminal(createCore);
});
afterAll(async () => {
  terminal.close();
  await world.close();
});

async function signIn(user: string): Promise<void> {
  const { accessToken } = await world.user(user);
  const file = path.join(terminal.home, 'token');
  writeFileSync(file, accessToken, { mode: 0o600 });
  expect((await terminal.physio(['login', '--api', `${world.url}/api`, '--token-file', file])).code).toBe(0);
}

describe('the command line on Node’s own adapters', () => {
  test('finds everything well, down to an answered ping, and no field other than agreed', async () => {
    await signIn('leaser');
    const { code, stdout, stderr } = await terminal.physio(['doctor', '--contract', '--device', 'PL10003']);
    expect([code, stderr]).toEqual([0, expect.stringContaining(' 0 bad')]);
    expect(stdout).toMatch(/ok +channel +ping/);
  });

  test.each([
    [{ path: 'ws/subscribe_req', kind: 'refuse', code: '9017', message: 'not bound' }, 'BAD channel       subscribe', 'refused to subscribe to this device (code 9017: not bound)'],
    [{ path: 'ws/login_req', kind: 'refuse', code: '9004', message: 'token expired' }, 'BAD channel       login', 'refused the login (code 9004: token expired)'],
    [{ path: 'ws', kind: 'http', status: 502, times: 99 }, 'BAD channel       login', 'cannot be reached (Unexpected server response: 502)'],
    [{ path: 'ws/subscribe_req', kind: 'hang' }, 'ok  channel       subscribe', 'by auto_subscribe'],
  ])('says what is wrong with the channel: %o', async (fault, line, words) => {
    await signIn('leaser');
    await world.fault(fault);
    const { code, stdout } = await terminal.physio(['doctor', '--device', 'PL10003']);
    await world.heals();
    expect(stdout.split('\n').find((one) => one.startsWith(line))).toContain(words);
    expect(code).toBe(line.startsWith('ok') ? 0 : 1);
  });

  test('reads a device’s code from a picture and enters it', async () => {
    await signIn('ordinary');
    const picture = path.join(terminal.home, 'code.png');
    writeFileSync(picture, Buffer.from(await (await fetch(`${world.url}/__sandbox/qr/PL10001.png`)).arrayBuffer()));
    const { json } = await terminal.physio(['device', 'enter', '--image', picture, '--json', 'sno,outcome']);
    expect(json()).toEqual({ sno: 'PL10001', outcome: 'lease' });
  });

  test('sees how a device is', async () => {
    const { json } = await terminal.physio(['device', 'wait', 'PL10001', '--for', 'idle', '--json', 'reached']);
    expect(json()).toEqual({ reached: true });
  });

  test('never repeats the token, whatever it is told to tell', async () => {
    const { accessToken } = await world.user('ordinary');
    const { stdout, stderr } = await terminal.physio(['device', 'list', '--verbose']);
    expect(stderr).toContain(`POST /api${listDevices.path}`);
    expect(stdout + stderr).not.toContain(accessToken);
  });
});
