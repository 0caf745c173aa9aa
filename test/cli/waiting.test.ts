import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { Output } from '../../src/cli/output/output.ts';
import { Waiting } from '../../src/cli/output/waiting.ts';
import { getDetail, listDevices } from '../../src/core/device/api.ts';
import { aDevice, offline, online } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';
import { answersWell } from './well-behaved-server.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  answersWell(terminal.http);
});
afterEach(() => terminal.close());

const CLEARED = '\r\u001b[K';
const WAITING = `Waiting for cloud.example to answer /api${listDevices.path}`;

/** The command's stderr where the server answers after some time. */
async function whileServerTakes(ms: number, line: string, typed: object = { types: '' }) {
  const clock = new FakeClock();
  terminal.clock = clock;
  terminal.http.reply(listDevices, async () => {
    await clock.sleep(ms);
    return [aDevice()];
  });
  const running = terminal.physio(line.split(' '), { ...SIGNED_IN, ...typed });
  await expect.poll(() => terminal.http.requests(listDevices).length).toBe(1);
  await clock.advance(ms);
  return (await running).stderr;
}

test.each([
  ['', {}],
  [' that does not tell its width', { columns: 0 }],
])(
  'On a terminal%s, a command says which answer of a slow server it waits for, and erases the line when the answer comes',
  async (_, size) => {
    const stderr = await whileServerTakes(3_000, 'device list', { types: '', ...size });
    expect(stderr.split('\n')[0]?.split(CLEARED)).toEqual(['', `${WAITING}, 1 s`, `${WAITING}, 2 s`, '']);
  },
);

test.each([
  ['of an answer that takes less than a second', 900, 'device list', { types: '' }],
  ['off a terminal', 3_000, 'device list', {}],
  ['where another program reads the output', 3_000, 'device list', { types: '', isStdoutPiped: true }],
  ['with --quiet', 3_000, 'device list --quiet', { types: '' }],
  ['with --json', 3_000, 'device list --json', { types: '' }],
])('A command says nothing of a wait %s', async (_, ms, line, typed) => {
  expect(await whileServerTakes(ms, line, typed)).not.toContain('Waiting');
});

test('Nothing is written over a question, although an answer is awaited meanwhile', async () => {
  const written: string[] = [];
  const stderr = Object.assign(new PassThrough(), { isTTY: true });
  stderr.on('data', (part: Buffer) => written.push(part.toString()));
  const output = new Output({ stdout: new PassThrough(), stderr }, { colour: 'never' }, 'table');
  const clock = new FakeClock();
  const end = new Waiting(output).begin('https://cloud.example/api/list', clock);
  await output.whilePrompting(() => clock.advance(5_000));
  expect(written).toEqual([]);
  await clock.advance(1_000);
  end();
  expect(written.join('')).toBe(`${CLEARED}Waiting for cloud.example to answer /api/list, 6 s${CLEARED}`);
});

test('A wait that counts down on a terminal is not covered by the wait for its answers', async () => {
  terminal.http.reply(getDetail, offline, async () => {
    await terminal.clock.sleep(3_000);
    return online;
  });
  const argv = ['device', 'wait', 'DEV0001', '--for', 'online'];
  const { code, stderr } = await terminal.physio(argv, { ...SIGNED_IN, types: '' });
  expect([code, stderr.match(/s left/g)?.length]).toEqual([0, expect.toSatisfy((seen: number) => seen > 3)]);
  expect(stderr).not.toContain('to answer');
});
