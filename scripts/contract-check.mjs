// Checks the contract's documents with the tools that others use: linters, a mock server, a proxy and a generated client. The tools are installed when they are first needed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createServer as createVite } from 'vite';
import { installTools } from './install-tools.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const home = path.join(root, 'contract/check');
const documents = ['openapi.json', 'asyncapi.json'].map((name) => path.join(root, 'dist/contract', name));
const [openApi] = documents;
const temporary = mkdtempSync(path.join(tmpdir(), 'physiolease-contract-'));
const refusedConnections = path.join(temporary, 'refused-connections');
const PRISM_START_TIMEOUT_MS = 60_000;

/** Switches off the tools' telemetry, and refuses every connection to another machine. */
const quiet = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SCARF_ANALYTICS: 'false',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  NO_COLOR: '1',
  REFUSED_CONNECTIONS: refusedConnections,
  NODE_OPTIONS: `--require=${JSON.stringify(path.join(home, 'loopback-only.cjs'))}`,
};

function start(program, options, settings) {
  const child = spawn(program, options, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...settings });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  return { child, text: () => Buffer.concat(said).toString() };
}

/** Runs a program and resolves with its output. Rejects with that output if the program fails. */
async function run(program, options, settings) {
  const { child, text } = start(program, options, settings);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${path.basename(program)} ended with ${code}\n${text()}`);
  return text();
}

const bin = (name) => path.join(home, 'node_modules/.bin', name);
const tool = (name, ...options) => run(bin(name), options, { env: quiet });

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Runs Prism with these options while `work` runs, which receives the address of Prism. */
async function withPrism(options, work) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { child, text } = start(bin('prism'), [...options, '--port', String(port), '--errors'], { env: quiet });
  const isOver = once(child, 'close');
  try {
    for (
      const deadline = Date.now() + PRISM_START_TIMEOUT_MS;
      !text().includes('Prism is listening');
      await pause(50)
    ) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error('Prism did not start');
    }
    return await work(url);
  } catch (thrown) {
    throw new Error(`${thrown instanceof Error ? thrown.message : String(thrown)}\n${text().slice(-5_000)}`, {
      cause: thrown,
    });
  } finally {
    child.kill();
    await isOver;
  }
}

async function client(sandbox) {
  const types = path.join(home, 'generated/api.d.ts');
  await tool('openapi-typescript', openApi, '--output', types);
  await tool('tsc', '--project', home);
  const { accessToken } = sandbox.world.users.get('ordinary');
  const answer = await run(
    process.execPath,
    [path.join(home, 'generated/client/client.js'), `${sandbox.url}api`, accessToken, 'PL10001'],
    { env: quiet },
  );
  const { status, plans } = JSON.parse(answer);
  if (status !== 'DEVICE_FREE' || !(plans > 0)) throw new Error(`the sandbox answered ${answer}`);
  return 'client of openapi.json: generated, compiled, and used for four calls to the sandbox';
}

async function mock({ doctorAgainst }) {
  return withPrism(['mock', openApi], async (url) => {
    const { lines } = await doctorAgainst(url);
    const calls = lines.filter(({ check }) => check === 'call');
    const bad = lines.filter(
      ({ check, result }) => (check === 'call' || check === 'field') && result !== 'good' && result !== 'note',
    );
    if (calls.length === 0 || bad.length > 0)
      throw new Error(`physio doctor --contract: ${JSON.stringify(bad, undefined, 2)}`);
    return `mock of openapi.json: physio doctor --contract passes all ${calls.length} calls`;
  });
}

async function proxy({ everyCallThrough }, sandbox) {
  return withPrism(['proxy', openApi, `${sandbox.url}api`], async (url) => {
    const planted = await fetch(`${url}/order/check/device`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', Authorization: 'any' },
      body: '{"planted":1}',
    });
    if (planted.status !== 422) throw new Error(`Prism answered a planted fault with ${planted.status}`);
    const calls = await everyCallThrough(sandbox.world, url);
    return `proxy in front of the sandbox: all ${calls} calls and their answers conform to openapi.json`;
  });
}

/** Runs one check and prints one line for it, with the full output of the tool if it failed. */
async function check(name, work) {
  const began = Date.now();
  rmSync(refusedConnections, { force: true });
  const line = await work().then(
    (said) => ({ good: true, said }),
    (thrown) => ({ good: false, said: thrown instanceof Error ? thrown.message : String(thrown) }),
  );
  const hosts = existsSync(refusedConnections)
    ? readFileSync(refusedConnections, 'utf8').split('\n').filter(Boolean)
    : [];
  const good = line.good && hosts.length === 0;
  const said = hosts.length === 0 ? line.said : `${line.said}\ntried to reach ${[...new Set(hosts)].join(', ')}`;
  console.log(
    `${good ? 'ok    ' : 'FAILED'} ${name.padEnd(25)} ${said} (${((Date.now() - began) / 1_000).toFixed(1)} s)`,
  );
  return good;
}

const version = (name) =>
  JSON.parse(readFileSync(path.join(home, 'node_modules', name, 'package.json'), 'utf8')).version;

try {
  await run(process.execPath, ['scripts/contract.mjs']);
  installTools(home);
  const vite = await createVite({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  const outsiders = await vite.ssrLoadModule('/test/contract/outsiders.ts');
  const sandbox = await outsiders.startSandbox({ port: 0, quiet: true });
  const results = [
    await check(`Redocly ${version('@redocly/cli')}`, async () => {
      await tool('redocly', 'lint', '--config', path.join(home, 'redocly.yaml'), ...documents);
      return 'no error and no warning in either document';
    }),
    await check(`Spectral ${version('@stoplight/spectral-cli')}`, async () => {
      await tool(
        'spectral',
        'lint',
        '--ruleset',
        path.join(home, 'spectral.yaml'),
        '--fail-severity',
        'hint',
        ...documents,
      );
      return 'no error, warning or hint in either document';
    }),
    await check(`Prism ${version('@stoplight/prism-cli')}`, () => mock(outsiders)),
    await check(`Prism ${version('@stoplight/prism-cli')}`, () => proxy(outsiders, sandbox)),
    await check(`openapi-typescript ${version('openapi-typescript')}`, () => client(sandbox)),
  ];
  await sandbox.close();
  await vite.close();
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
