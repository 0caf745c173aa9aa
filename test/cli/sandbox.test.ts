import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDevice } from '../../src/core/treatment/api.ts';
import { accountDirectory } from '../../src/cli/account/account-directory.ts';
import { privateFiles } from '../../src/cli/main.ts';
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

  test('doctor knows that the clock of the sandbox was moved, and durations are those of the computer', async () => {
    const other = await World.start();
    const { accessToken } = await other.user('leaser');
    await other.passes(5 * 86_400_000);
    const options = { env: { PHYSIO_API: `${other.url}/api`, PHYSIO_TOKEN: accessToken } };
    const doctor = await terminal.physio(['doctor', '--device', 'PL10003'], options);
    expect(doctor.stdout).toMatch(
      /^ok	clock			this computer is 5 days behind the server: the clock of the sandbox was moved	/m,
    );
    expect(doctor.code).toBe(0);
    expect(doctor.stdout).not.toMatch(/\d{5,} ms/);
    const checked = await terminal.physio(['device', 'check', 'PL10001', 'PL10003', '--json', 'ms'], options);
    for (const { ms } of checked.lines() as { ms: number }[]) expect(ms).toBeLessThan(10_000);
    const waited = await terminal.physio(['device', 'wait', 'PL10001', '--for', 'idle', '--json', 'waitedMs'], options);
    expect((waited.json() as { waitedMs: number }).waitedMs).toBeLessThan(10_000);
    await other.close();
  });
});
