import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PHYSIO } from '../helpers/physio.ts';
import { World } from '../helpers/world.ts';

const CTRL_C = '\u0003';
const CTRL_Z = '\u001a';
const SNO = 'PL10003';
const ABOVE_PIPE_CAPACITY = 90_000;

interface Starting {
  /** A new process group, as a shell gives each job. */
  detached?: boolean;
  stdin?: 'ignore' | 'pipe';
  stdout?: 'pipe' | number;
  api?: string;
}

let world: World;
let home: string;
let token: string;
const started = new Set<ChildProcess>();
beforeAll(async () => {
  world = await World.start();
});
beforeEach(async () => {
  await world.reset();
  await world.heals();
  home = mkdtempSync(path.join(tmpdir(), 'physio-'));
  token = (await world.user('leaser')).accessToken;
});
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
  rmSync(home, { recursive: true, force: true });
});
afterAll(() => world.close());

function start(
  program: string,
  argv: readonly string[],
  { detached = false, stdin = 'ignore', stdout = 'pipe', api = `${world.url}/api` }: Starting = {},
) {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: home,
    TERM: 'xterm',
    SHELL: '/bin/sh',
    PHYSIO_API: api,
    PHYSIO_TOKEN: token,
    PROGRAM: PHYSIO[0],
    PHYSIO: PHYSIO[1],
  };
  const child = spawn(program, argv, { cwd: home, env, stdio: [stdin, stdout, 'pipe'], detached });
  started.add(child);
  const seen = { out: '', said: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (seen.out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (seen.said += text));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const isSeen = (what: RegExp) => expect.poll(() => seen.out + seen.said, { timeout: 20_000 }).toMatch(what);
  return { child, seen, ended, isSeen };
}

const physio = (typed: string, options?: Starting) => start(PHYSIO[0], [PHYSIO[1], ...typed.split(' ')], options);

/** A server that accepts every call and never answers. */
async function withSilentServer(use: (api: string, calls: () => number) => Promise<void>): Promise<void> {
  let calls = 0;
  const server = createServer(() => (calls += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, () => calls);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('Ctrl-C', () => {
  test('Ctrl-C ends "device wait" by SIGINT while it follows a device', async () => {
    const { child, seen, ended, isSeen } = physio(`device wait ${SNO} --for running --verbose`);
    await isSeen(/real_time_data/);
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: null, signal: 'SIGINT' });
    expect(seen.said).not.toContain('Wait longer');
  });

  test.each(['device check PL0001 PL0002 PL0003 --quiet', `treatment stop ${SNO} --yes`])(
    'Ctrl-C ends "%s" by SIGINT while it waits for a server that never answers',
    async (typed) => {
      await withSilentServer(async (api, calls) => {
        const { child, ended } = physio(typed, { api });
        await expect.poll(calls, { timeout: 20_000 }).toBeGreaterThan(0);
        child.kill('SIGINT');
        expect(await ended).toEqual({ code: null, signal: 'SIGINT' });
      });
    },
  );

  test('Ctrl-C ends a command by SIGINT while it waits for stdin', async () => {
    const { child, ended } = physio('feedback send --content -', { stdin: 'pipe' });
    await new Promise((isRead) => child.stdin?.write('x'.repeat(ABOVE_PIPE_CAPACITY), isRead));
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: null, signal: 'SIGINT' });
  });

  test('Ctrl-C ends a command by SIGINT while it loads', async () => {
    const { child, ended } = physio(`device watch ${SNO}`);
    await new Promise((resolve) => child.once('spawn', resolve));
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: null, signal: 'SIGINT' });
  });

  test('Two Ctrl-C in a row end a command by SIGINT', async () => {
    const { child, ended, isSeen } = physio(`device watch ${SNO} --verbose`);
    await isSeen(/real_time_data/);
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: null, signal: 'SIGINT' });
  });
});

async function firstPlan(): Promise<string> {
  const listing = physio(`plan list ${SNO} --by duration --json id`);
  await listing.ended;
  return (JSON.parse(listing.seen.out) as { id: string }[])[0]?.id ?? '';
}

test('SIGTERM ends a command by SIGTERM after the message about a possible effect', async () => {
  await withSilentServer(async (api, calls) => {
    const { child, seen, ended } = physio('feedback send --content hello', { api });
    await expect.poll(calls, { timeout: 20_000 }).toBe(1);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: null, signal: 'SIGTERM' });
    expect(seen.said).toContain('may have been sent');
  });
});

describe('Ctrl-C in a shell loop', () => {
  test.each([
    ['while', `while "$PROGRAM" "$PHYSIO" device wait ${SNO} --for running --verbose; do :; done; echo went on`],
    [
      'for … in',
      `for sno in ${SNO} PL10004; do "$PROGRAM" "$PHYSIO" device watch "$sno" --verbose; echo once more; done; echo went on`,
    ],
  ])('Ctrl-C ends a shell loop with %s that runs physio', async (_loop, script) => {
    const { child, seen, ended, isSeen } = start('bash', ['-c', script], { detached: true });
    await isSeen(/real_time_data/);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect(await ended).toEqual({ code: null, signal: 'SIGINT' });
    expect(seen.out).not.toMatch(/once more|went on/);
  });

  test.each([
    ['a confirmation', 'share remove "$sno" 13800000003', /\[y\/N\]/],
    ['the hidden token', 'login --token-file -', /token/i],
  ])(
    'Ctrl-C at the prompt for %s ends a shell loop and restores the terminal echo',
    async (_what, command, question) => {
      const { child, seen, ended, isSeen } = start(
        'script',
        [
          '-qec',
          `trap : INT; bash -c 'for sno in ${SNO} PL10004; do "$PROGRAM" "$PHYSIO" ${command}; echo once more; done'; stty -a | grep -ow -- -*echo`,
          '/dev/null',
        ],
        { stdin: 'pipe' },
      );
      await isSeen(question);
      child.stdin?.write(CTRL_C);
      await ended;
      expect(seen.out).not.toContain('once more');
      expect(seen.out).toMatch(/^echo\r$/m);
    },
  );
});

describe('Ctrl-Z at a prompt', () => {
  test.each([
    ['a confirmation', `share remove ${SNO} 13800000003`, /\[y\/N\]/g, 'n', 'You declined', 3],
    ['the hidden token', 'login --token-file -', /input is hidden/g, 'two words', 'holds no token', 2],
  ])(
    'Ctrl-Z at the prompt for %s stops the command, and fg prompts again',
    async (_what, command, question, answer, said, code) => {
      const { child, seen, ended, isSeen } = start(
        'script',
        ['-qec', `bash -c 'set -m; "$PROGRAM" "$PHYSIO" ${command}; fg; echo "ended with $?"'`, '/dev/null'],
        { stdin: 'pipe' },
      );
      await isSeen(question);
      child.stdin?.write(CTRL_Z);
      await expect.poll(() => seen.out.match(question)?.length, { timeout: 20_000 }).toBe(2);
      child.stdin?.write(`${answer}\r`);
      await ended;
      expect(seen.out).toContain(said);
      expect(seen.out).toContain(`ended with ${code}`);
      if (command.startsWith('login')) expect(seen.out).not.toContain(answer);
    },
  );
});

describe('a closed stdout pipe', () => {
  /** Runs a command whose stdout is a pipe without a reader. */
  async function withoutReader(typed: string) {
    const { seen, ended } = start('bash', [
      '-c',
      `set -o pipefail; "$PROGRAM" "$PHYSIO" ${typed} | exec true; echo "ended with \${PIPESTATUS[0]}"`,
    ]);
    await ended;
    return { ...seen, code: Number(/ended with (\d+)/.exec(seen.out)?.[1]) };
  }

  test('device watch exits with 0 and without a message when its reader closes the pipe', async () => {
    const { code, said } = await withoutReader(`device watch ${SNO}`);
    expect([code, said]).toEqual([0, '']);
  });

  test('order create prints the next step on stderr and exits with 0 when its reader closed the pipe', async () => {
    const { code, said } = await withoutReader(`order create ${SNO} --plan ${await firstPlan()} --by duration --yes`);
    expect([code, said]).toEqual([0, expect.stringMatching(/To pay: physio order pay \w+/)]);
    expect((await world.effects()).ordersCreated).toBe(1);
  });

  test('treatment stop exits with its own code when its reader closed the pipe', async () => {
    await world.device(SNO, { online: false });
    const { code } = await withoutReader(`treatment stop ${SNO} --yes`);
    expect(code).toBe(5);
  });
});

test('A command reports data that it cannot write and exits with 1', async () => {
  const full = openSync('/dev/full', 'w');
  const { seen, ended } = physio(`device list`, { stdout: full });
  expect(await ended).toEqual({ code: 1, signal: null });
  expect(seen.said).toContain('Could not write the output (ENOSPC)');
  closeSync(full);
});
