import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDevices } from '../../src/core/device/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { accountDirectory } from '../../src/cli/account/account-directory.ts';
import { privateFiles } from '../../src/cli/main.ts';
import { knownDirectory } from '../../src/cli/account/person-directory.ts';
import { createServices } from '../../src/cli/services.ts';
import { World } from '../helpers/world.ts';
import { Terminal } from './terminal.ts';

let world: World;
let terminal: Terminal;
beforeAll(async () => {
  world = await World.start();
  terminal = new Terminal(createServices);
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

describe('the CLI on Node’s adapters', () => {
  test('doctor --contract passes against the sandbox, down to an answered ping', async () => {
    await signIn('leaser');
    const { code, stdout, stderr } = await terminal.physio(['doctor', '--contract', '--device', 'PL10003']);
    expect([code, stderr]).toEqual([0, expect.stringContaining(' 0 failed')]);
    expect(stdout).toMatch(/^ok\tchannel ping\t\t\d{1,3} ms/m);
  });

  test.each([
    [
      { path: 'ws/subscribe_req', kind: 'refuse', code: '9017', message: 'not bound' },
      'BAD\tchannel subscribe\t',
      'refused to subscribe to this device (code 9017: not bound)',
    ],
    [
      { path: 'ws/login_req', kind: 'refuse', code: '9004', message: 'token expired' },
      'BAD\tchannel login\t',
      'refused the login (code 9004: token expired)',
    ],
    [
      { path: 'ws', kind: 'http', status: 502, times: 99 },
      'BAD\tchannel login\t',
      'The host of the device channel refused the connection (HTTP status 502)',
    ],
    [{ path: 'ws/subscribe_req', kind: 'hang' }, 'warn\tchannel subscribe\t', 'by auto_subscribe'],
  ] as const)('doctor explains a failure of the sandbox’s channel: %o', async (fault, line, words) => {
    await signIn('leaser');
    await world.fault(fault);
    const { code, stdout } = await terminal.physio(['doctor', '--device', 'PL10003']);
    await world.heals();
    expect(stdout.split('\n').find((one) => one.startsWith(line))).toContain(words);
    expect(code).toBe(line.startsWith('warn') ? 0 : 1);
  });

  test('device enter --image reads the code of a PNG and enters the device', async () => {
    await signIn('ordinary');
    const picture = path.join(terminal.home, 'code.png');
    writeFileSync(picture, Buffer.from(await (await fetch(`${world.url}/__sandbox/qr/PL10001.png`)).arrayBuffer()));
    const { json } = await terminal.physio(['device', 'enter', '--image', picture, '--json', 'sno,outcome']);
    expect(json()).toEqual({ sno: 'PL10001', outcome: 'lease' });
  });

  test('device check says the same about every device, whoever asks, besides where entering leads them', async () => {
    const { users, devices } = await world.state();
    const numbers = devices.map(({ sno }) => String(sno));
    const seenBy = async (user: string) => {
      await signIn(user);
      const { lines } = await terminal.physio(['device', 'check', ...numbers, '--json', 'sno,status,online,leadsTo']);
      return lines() as Record<string, unknown>[];
    };
    const facts = (seen: Record<string, unknown>[]) =>
      Object.fromEntries(seen.map(({ sno, status, online }) => [String(sno), [status, online]]));
    const all = [];
    for (const { id } of users) all.push(await seenBy(String(id)));
    const [first = []] = all;
    for (const seen of all) expect(facts(seen)).toEqual(facts(first));
    expect(facts(first)).toMatchObject({
      PL10001: ['free', true],
      PL10003: ['leased', true],
      PL10005: ['running', true],
      PL10006: ['running', true],
      PL10007: ['offline', false],
      PL10008: ['locked', true],
      PL10009: ['not-in-operation', true],
    });
    const led = new Set(all.flat().flatMap(({ sno, leadsTo }) => (sno === 'PL10005' ? [leadsTo] : [])));
    expect(led).toEqual(new Set(['process', 'used']));
  });

  test('device wait reads the state of a sandbox device', async () => {
    const { json } = await terminal.physio(['device', 'wait', 'PL10001', '--for', 'idle', '--json', 'reached']);
    expect(json()).toEqual({ reached: true });
  });

  test('device list --verbose never prints the token', async () => {
    const { accessToken } = await world.user('ordinary');
    const { stdout, stderr } = await terminal.physio(['device', 'list', '--verbose']);
    expect(stderr).toContain(`POST /api${listDevices.path}`);
    expect(stdout + stderr).not.toContain(accessToken);
  });

  test('A token that is used every day knows after a month what it has started, as after a minute', async () => {
    await signIn('leaser');
    const { accessToken } = await world.user('leaser');
    const show = async () => (await terminal.physio(['device', 'show', 'PL10003', '--json', 'on'])).json();
    expect(await show()).toEqual({ on: false });
    await world.fault({ path: startDevice.path, kind: 'hang' });
    const start = ['treatment', 'start', 'PL10003', '--mode', 'bio', '--yes', '--timeout', '1'];
    expect((await terminal.physio(start)).stderr).toContain('the device may still start');
    await world.heals();
    const own = accountDirectory('default', `${world.url}/api`, accessToken, { env: {}, home: terminal.home });
    const lastMonth = new Date(Date.now() - 31 * 86_400_000);
    utimesSync(own, lastMonth, lastMonth);
    expect([await show(), await show()]).toEqual([{ on: null }, { on: null }]);
  });

  test('A command deletes what another account left unused for a month, and not its treatment of today', async () => {
    await signIn('ordinary');
    const directoryOf = (token: string) =>
      accountDirectory('default', `${world.url}/api`, token, { env: {}, home: terminal.home });
    const lastMonth = new Date(Date.now() - 31 * 86_400_000);
    const treatments = JSON.stringify({ PL10001: { sno: 'PL10001', at: Date.now() } });
    privateFiles.write(path.join(directoryOf('running'), 'account'), 'treatments', treatments);
    for (const token of ['running', 'idle']) {
      privateFiles.write(directoryOf(token), 'calls', '[]');
      utimesSync(directoryOf(token), lastMonth, lastMonth);
    }
    expect((await terminal.physio(['device', 'list'])).code).toBe(0);
    expect(privateFiles.read(path.join(directoryOf('running'), 'account', 'treatments'))).toBe(treatments);
    expect([privateFiles.list(directoryOf('running')), privateFiles.exists(directoryOf('idle'))]).toEqual([
      ['account'],
      false,
    ]);
  });

  test('treatment stop is sent although the files of the account cannot be used', async () => {
    await signIn('ordinary');
    const { accessToken } = await world.user('ordinary');
    const own = accountDirectory('default', `${world.url}/api`, accessToken, { env: {}, home: terminal.home });
    const state = path.join(knownDirectory(own, privateFiles), 'account');
    rmSync(state, { recursive: true, force: true });
    writeFileSync(state, 'in the way');
    const { code, stderr } = await terminal.physio(['treatment', 'stop', 'PL10001', '--yes', '--verbose']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('this command goes on')]);
    expect(stderr).toContain(`POST /api${stopDevice.path}`);
    rmSync(state);
  });

  test('Dry runs change no file and have no effect on the server, before and after real runs', async () => {
    await signIn('leaser');
    const order = ['order', 'create', 'PL10003', '--plan', '111', '--by', 'duration'];
    const start = ['treatment', 'start', 'PL10003', '--mode', 'bio'];
    const share = ['share', 'add', 'PL10003', '13800000009'];
    const stop = ['treatment', 'stop', 'PL10003'];
    const runDry = async (...commands: string[][]) => {
      const before = [terminal.snapshot(), await world.effects()];
      for (const command of commands) {
        const { code, json } = await terminal.physio([...command, '--dry-run', '--json', 'dryRun']);
        expect([command.join(' '), code, json()]).toEqual([command.join(' '), 0, { dryRun: true }]);
      }
      expect([terminal.snapshot(), await world.effects()]).toEqual(before);
    };
    await runDry(order, start, share, stop);
    for (const command of [order, start]) expect((await terminal.physio([...command, '--yes'])).code).toBe(0);
    await runDry(order, start, share); // a stop would wait for five seconds first
  });

  test('A computer whose clock is five days slow names the days of a lease by the server’s time', async () => {
    const other = await World.start();
    const { accessToken } = await other.user('leaser');
    const daysLeft = async () => {
      const options = { env: { PHYSIO_API: `${other.url}/api`, PHYSIO_TOKEN: accessToken } };
      const listed = (await terminal.physio(['device', 'list', '--json', 'sno,remainingDays'], options)).json();
      return (listed as { sno: string; remainingDays: number }[]).find(({ sno }) => sno === 'PL10003')?.remainingDays;
    };
    const before = await daysLeft();
    await other.passes(5 * 86_400_000 + 3_600_000);
    expect(await daysLeft()).toBe(Number(before) - 5);
    await other.close();
  });

  test('A payment that was handed over is remembered until its order is cancelled, on a computer whose clock is five days slow', async () => {
    const other = await World.start();
    const { accessToken } = await other.user('ordinary');
    await other.passes(5 * 86_400_000);
    const options = { env: { PHYSIO_API: `${other.url}/api`, PHYSIO_TOKEN: accessToken } };
    const physio = (line: string) => terminal.physio([...line.split(' '), '--yes'], options);
    const { number } = (await physio('order create PL10001 --plan 111 --json number')).json() as { number: string };
    expect((await physio(`order pay ${number} --no-wait`)).code).toBe(0);
    const { stdout, stderr } = await physio(`order cancel ${number}`);
    expect([stdout, stderr]).toEqual([
      `Cancelled order ${number}.\n`,
      expect.stringContaining(`A payment of order ${number} may have been made before it was cancelled`),
    ]);
    await other.close();
  });

  test('doctor compares the clock of the computer with the server’s, and durations are those of the computer', async () => {
    const other = await World.start();
    const { accessToken } = await other.user('leaser');
    await other.passes(5 * 86_400_000);
    const options = { env: { PHYSIO_API: `${other.url}/api`, PHYSIO_TOKEN: accessToken } };
    const doctor = await terminal.physio(['doctor', '--device', 'PL10003'], options);
    expect(doctor.stdout).toMatch(/^BAD\tclock\t\t\t4(32000|31999|32001) s behind the server/m);
    expect(doctor.stdout).not.toMatch(/\d{5,} ms/);
    const checked = await terminal.physio(['device', 'check', 'PL10001', 'PL10003', '--json', 'ms'], options);
    for (const { ms } of checked.lines() as { ms: number }[]) expect(ms).toBeLessThan(10_000);
    const waited = await terminal.physio(['device', 'wait', 'PL10001', '--for', 'idle', '--json', 'waitedMs'], options);
    expect((waited.json() as { waitedMs: number }).waitedMs).toBeLessThan(10_000);
    await other.close();
  });
});
