import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasPromtool, promtool, promtoolReading } from '../helpers/promtool.ts';
import { World } from '../helpers/world.ts';

const text = readFileSync('docs/monitoring.md', 'utf8');
const examples = Array.from(text.matchAll(/```(\w+)\n([\s\S]*?)```/g), ([, kind = '', code = '']) => ({ kind, code }));
const example = (kind: string, part = '') =>
  examples.find((each) => each.kind === kind && each.code.includes(part))?.code ?? expect.fail(`no example ${kind}`);

let world: World;
let home: string;
beforeAll(async () => {
  world = await World.start();
  home = mkdtempSync(path.join(tmpdir(), 'physio-'));
  chmodSync(path.resolve('dist/cli/physio.js'), 0o755);
  for (const folder of ['bin', 'etc', 'metrics']) mkdirSync(path.join(home, folder));
  symlinkSync(path.resolve('dist/cli/physio.js'), path.join(home, 'bin/physio'));
  const { accessToken } = await world.user('ordinary');
  writeFileSync(path.join(home, 'token.txt'), accessToken, { mode: 0o600 });
  expect(await sh(`physio login --token-file token.txt --api ${world.url}/api`)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await world.close();
});
beforeEach(() => fleet('PL10001', 'PL10005'));

function fleet(...numbers: string[]): void {
  for (const file of ['etc/devices.txt', 'devices.txt'])
    writeFileSync(path.join(home, file), ['# the shop', ...numbers, ''].join('\n'));
}

/** Runs an example in the home directory, with its absolute paths below it. */
function sh(script: string): Promise<{ code: number | null; out: string; said: string }> {
  const local = script
    .replaceAll('/etc/physio', `${home}/etc`)
    .replaceAll('/usr/local/bin/physio', `${home}/bin/physio`)
    .replaceAll('/var/lib/prometheus/node-exporter', `${home}/metrics`);
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', local], {
      cwd: home,
      env: { PATH: `${home}/bin:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, said] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, said }));
  });
}

const metrics = () => path.join(home, 'metrics/physio.prom');

test('Every example of docs/monitoring.md is known to this test', () => {
  expect(examples.map(({ kind }) => kind)).toEqual(['sh', 'cron', 'yaml', 'ini', 'ini', 'icinga', 'sh', 'sh']);
});

test('A user signs in with the link or the token from the standard input', async () => {
  const [, options = ''] = /physio (login .*) < token\.txt$/m.exec(example('sh', 'useradd')) ?? [];
  const words = options.replace('https://shop.example.com', world.url);
  expect(await sh(`physio ${words} < token.txt`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Signed in'),
  });
});

test('The line for cron writes the metrics for node_exporter, readable by all, and prints nothing to mail', async () => {
  const [, command = ''] = /^PATH=.*\n(?:\S+ ){5}(.*)\n$/.exec(example('cron')) ?? [];
  expect(await sh(command)).toEqual({ code: 0, out: '', said: '' });
  expect(statSync(metrics()).mode & 0o777).toBe(0o644);
  expect(readFileSync(metrics(), 'utf8')).toMatch(/^physio_device_status\{sno="PL10001",status="free"\} 1$/m);
});

test('The service of systemd ends with a code that it counts as success when a device is offline', async () => {
  fleet('PL10001', 'PL10007');
  const service = example('ini', '[Service]');
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(service) ?? [];
  const [, success] = /^SuccessExitStatus=(\d+)$/m.exec(service) ?? [];
  expect(await sh(command)).toEqual({ code: Number(success), out: '', said: '' });
  expect(readFileSync(metrics(), 'utf8')).toMatch(/^physio_devices\{status="offline"\} 1$/m);
  expect(example('ini', '[Timer]')).toContain('OnCalendar=');
});

test.each([
  ['enough devices are free', ['PL10001', 'PL10005'], 0, /^PHYSIO OK - 1 free, 1 running \| /],
  ['a device is locked', ['PL10001', 'PL10008'], 2, /^PHYSIO CRITICAL - PL10008 locked; /],
  ['no device is free', ['PL10005'], 2, /^PHYSIO CRITICAL - 0 of 1 available, 1 required; /],
])('The command of Icinga prints one line when %s', async (_, devices, code, line) => {
  fleet(...devices);
  const config = example('icinga');
  const command = JSON.parse(/command = (\[.*\])/.exec(config)?.[1] ?? '[]') as string[];
  const valueOf = (name: string) => new RegExp(`vars\\.${name} = "(.*)"`).exec(config)?.[1] ?? expect.fail(name);
  const options = Array.from(config.matchAll(/"(--[a-z-]+)" = "\$(\w+)\$"/g), ([, option = '', name = '']) => [
    option,
    valueOf(name),
  ]);
  expect(options).toHaveLength(3);
  const ran = await sh([...command, ...options.flat()].join(' '));
  expect(ran).toEqual({ code, out: expect.stringMatching(line), said: '' });
  expect(ran.out.match(/\n/g)).toHaveLength(1);
});

test('The command for CI writes a report with a failure for the device that is not as expected', async () => {
  fleet('PL10001', 'PL10005', 'PL10007');
  const { code, said } = await sh(example('sh', 'junit'));
  expect([code, said]).toEqual([5, expect.stringMatching(/^3 checked/)]);
  const report = readFileSync(path.join(home, 'devices.xml'), 'utf8');
  expect(report).toContain('tests="3" failures="1" errors="0"');
  expect(report).toContain('<failure message="offline, expected free or leased or running" type="offline">');
});

test.each([
  [['PL10001', 'PL10002'], 0, 'at least two devices are free\n'],
  [['PL10001', 'PL10005'], 0, 'fewer than two devices are free\n'],
  [['PL10001', 'PL99999'], 1, ''],
])('The script tells a finding from a failure: %j', async (devices, code, out) => {
  fleet(...devices);
  expect(await sh(example('sh', '--min 2'))).toMatchObject({ code, out });
});

/** The series of Prometheus when it reads these metrics for hours. */
const seriesOf = (metrics: string) =>
  Array.from(metrics.matchAll(/^([^#\n].*) (\S+)$/gm), ([, series, value]) => ({ series, values: `${value}x180` }));

describe.skipIf(!hasPromtool)('promtool (skipped where it is missing: npm run deploy:check fetches it)', () => {
  test('promtool accepts the alerts', () => {
    const file = path.join(home, 'rules.yml');
    writeFileSync(file, example('yaml'));
    const { status, stdout, stderr } = promtool('check', 'rules', file);
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('4 rules found')]);
  });

  test.each([
    ['enough devices are free', ['PL10001', 'PL10002'], undefined, []],
    ['one device is offline and one is free', ['PL10001', 'PL10007'], undefined, ['DeviceOffline', 'FewFreeDevices']],
    ['the server does not answer', ['PL10001', 'PL10002', 'PL10007'], 503, ['DevicesUnknown']],
    ['the list is empty', [], undefined, ['DevicesUnknown']],
  ])('When %s, exactly the alerts that say so fire', async (_, devices, status, alerts) => {
    fleet(...devices);
    if (status) await world.fault({ path: '*', kind: 'http', status, times: 99 });
    await sh('physio device check --file devices.txt --format prometheus --output metrics.prom --retry 0');
    await world.heals();
    writeFileSync(path.join(home, 'rules.yml'), example('yaml'));
    const exp_samples = alerts.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 }));
    const expr = 'count by (alertname) (ALERTS{alertstate="firing"})';
    const fleetTest = {
      interval: '1m',
      input_series: seriesOf(readFileSync(path.join(home, 'metrics.prom'), 'utf8')),
      promql_expr_test: [{ expr, eval_time: '2h', exp_samples }],
    };
    const file = path.join(home, 'rules.test.json');
    writeFileSync(file, JSON.stringify({ rule_files: ['rules.yml'], evaluation_interval: '1m', tests: [fleetTest] }));
    const { stdout, stderr } = promtool('test', 'rules', file);
    expect(stdout + stderr).toContain('SUCCESS');
  });

  test('promtool accepts the metrics, of a fleet that answers and of one of which nothing is known', async () => {
    fleet('PL10001', 'PL10007', 'PL99999', 'not a "number"\\');
    for (const fault of [undefined, { kind: 'http', status: 503, times: 99 } as const]) {
      if (fault) await world.fault({ path: '*', ...fault });
      await sh('physio device check --file devices.txt --format prometheus --output metrics.prom --retry 0');
      const written = readFileSync(path.join(home, 'metrics.prom'), 'utf8');
      expect(written).toContain(`physio_devices{status="unknown"} ${fault ? 4 : 2}\n`);
      const { status, stdout, stderr } = promtoolReading(written, 'check', 'metrics');
      expect([status, stdout, stderr]).toEqual([0, '', '']);
    }
  });
});
