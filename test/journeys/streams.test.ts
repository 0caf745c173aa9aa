import { spawn, spawnSync, type StdioOptions } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;
const AT_ONCE = 4096;
/** Preloaded into physio: reports on stderr whether the pipe took a write to stdout. */
const REPORT_WRITES = `
  const { write } = process.stdout;
  process.stdout.write = (text, ...more) => {
    const taken = write.call(process.stdout, text, ...more);
    if (text !== '') require('node:fs').writeSync(2, process.stdout.writableLength > 0 ? 'waits' : 'taken');
    return taken;
  };
`;

/** Fills the pipe and returns the number of bytes. */
function fill(pipe: number): number {
  const block = Buffer.alloc(1024, '.');
  for (let filled = 0; ; filled += block.length) {
    try {
      writeSync(pipe, block);
    } catch {
      return filled;
    }
  }
}

/** Waits until the count is above 0 and no longer grows. */
async function untilStable(count: () => number): Promise<void> {
  const seen: number[] = [];
  await expect
    .poll(() => seen.unshift(count()) > 3 && seen[0] !== 0 && new Set(seen.slice(0, 3)).size === 1, {
      interval: 200,
      timeout: 20_000,
    })
    .toBe(true);
}

/** Returns the number of bytes read. */
function readAtOnce(pipe: number, into: Buffer): number {
  try {
    return readSync(pipe, into);
  } catch {
    return 0;
  }
}

describe('the output of physio', () => {
  let home: string;
  const files: number[] = [];
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'physio-'));
  });
  afterEach(() => {
    for (const file of files.splice(0)) closeSync(file);
    rmSync(home, { recursive: true });
  });

  function open(name: string, flags: number | string): number {
    const file = openSync(path.join(home, name), flags);
    files.push(file);
    return file;
  }

  function makePipe(name: string): string {
    expect(spawnSync('mkfifo', [path.join(home, name)]).status).toBe(0);
    return name;
  }

  /** A pipe whose reader has closed it. */
  function pipeWithoutReader(): number {
    const name = makePipe('deserted');
    const reader = openSync(path.join(home, name), O_RDONLY | O_NONBLOCK);
    const writer = open(name, O_WRONLY);
    closeSync(reader);
    return writer;
  }

  const PHYSIO = path.resolve('dist/cli/physio.js');

  function start(
    words: readonly string[],
    stdio: StdioOptions,
    [program = '', ...before]: readonly string[] = [process.execPath, PHYSIO],
    more: Record<string, string> = {},
  ) {
    const env = { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: home, ...more };
    const child = spawn(program, [...before, ...words], { cwd: home, env, stdio });
    return {
      child,
      ended: new Promise<number | NodeJS.Signals | null>((resolve) =>
        child.once('exit', (code, signal) => resolve(signal ?? code)),
      ),
    };
  }

  async function physio(words: readonly string[], stdio: StdioOptions) {
    const { child, ended } = start(words, stdio);
    const out = child.stdout ? text(child.stdout) : '';
    return { code: await ended, out: await out };
  }

  function keepProfiles(count: number): void {
    const profiles = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`shop-${at}`, { api: `https://shop-${at}.example.com/api` }]),
    );
    mkdirSync(path.join(home, 'physio'));
    writeFileSync(path.join(home, 'physio/config.json'), JSON.stringify({ profile: 'shop-0', profiles }));
  }

  test('The output arrives complete when a full pipe refuses it at first', async () => {
    keepProfiles(3);
    const pipe = open(makePipe('full'), O_RDWR | O_NONBLOCK);
    const filled = fill(pipe);
    const preload = path.join(home, 'preload.cjs');
    writeFileSync(preload, REPORT_WRITES);
    const bySh = ['sh', '-c', 'exec "$0" "$@" >&3', process.execPath, '--require', preload, PHYSIO]; // spawn would create a blocking pipe
    const { child, ended } = start(['profile', 'list', '--json', 'name'], ['ignore', 'ignore', 'pipe', pipe], bySh);
    const reported = await new Promise((resolve) =>
      child.stderr?.once('data', (text: Buffer) => resolve(text.toString())),
    );
    expect(reported).toBe('waits');
    const read = Buffer.alloc(filled + AT_ONCE);
    let length = 0;
    const seen = () => {
      length += readAtOnce(pipe, read.subarray(length));
      return read.toString('utf8', filled, length);
    };
    await expect.poll(seen, { interval: 1 }).toBe('[{"name":"shop-0"},{"name":"shop-1"},{"name":"shop-2"}]\n');
    expect(await ended).toBe(0);
  });

  test('Ctrl-C ends physio while the reader of one long text does not read', async () => {
    keepProfiles(10_000);
    const { child, ended } = start(['profile', 'list', '--json'], ['ignore', 'pipe', 'inherit']);
    await untilStable(() => child.stdout?.readableLength ?? 0);
    child.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
  });

  test('Ctrl-C ends physio while the reader of many short lines does not read', async () => {
    writeFileSync(
      path.join(home, 'numbers'),
      Array.from({ length: 20_000 }, (_number, at) => `SNO${at + 1000}\n`).join(''),
    );
    let answers = 0;
    const server = createServer((_request, response) => {
      answers += 1;
      response.end('{"code":"404","message":"unknown","data":null}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const env = { PHYSIO_API: `http://127.0.0.1:${port}/api`, PHYSIO_TOKEN: 'token' };
      const { child, ended } = start(
        ['device', 'check', '-', '--json', '--quiet'],
        [open('numbers', 'r'), open(makePipe('unread'), O_RDWR), 'inherit'],
        undefined,
        env,
      );
      await untilStable(() => answers);
      child.kill('SIGINT');
      expect(await ended).toBe('SIGINT');
    } finally {
      server.close();
    }
  });

  test('The output is the same in a file, in a pipe and with stderr in the same file, at any length', async () => {
    keepProfiles(200);
    const piped = await physio(['profile', 'list'], ['ignore', 'pipe', 'inherit']);
    expect(piped.out.trimEnd().split('\n')).toHaveLength(201);
    const file = open('listed', 'w');
    expect(await physio(['profile', 'list'], ['ignore', file, file])).toMatchObject({ code: 0 });
    expect(readFileSync(path.join(home, 'listed'), 'utf8')).toBe(piped.out);
  });

  test('An error is printed into the file for both streams, with its exit code', async () => {
    const file = open('both', 'w');
    expect(await physio(['profile', 'show', 'Not A Name'], ['ignore', file, file])).toMatchObject({ code: 2 });
    expect(readFileSync(path.join(home, 'both'), 'utf8')).toMatch(/^physio: Invalid profile name/);
  });

  test.each([
    ['short output', 1],
    ['long output', 200],
  ])('physio exits with 0 when the reader of %s closed the pipe', async (_, profiles) => {
    keepProfiles(profiles);
    expect(await physio(['profile', 'list'], ['ignore', pipeWithoutReader(), 'inherit'])).toMatchObject({ code: 0 });
  });

  test('The output is complete and has its exit code when the reader of stderr closed the pipe or does not read', async () => {
    expect(await physio(['profile', 'list', '--json'], ['ignore', 'pipe', pipeWithoutReader()])).toEqual({
      code: 0,
      out: '[]\n',
    });
    expect(await physio(['profile', 'show', 'Not A Name'], ['ignore', 'pipe', open('deserted', O_RDWR)])).toMatchObject(
      { code: 2 },
    );
  });
});
