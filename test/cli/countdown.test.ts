import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { countDown } from '../../src/cli/output/countdown.ts';
import { Output } from '../../src/cli/output/output.ts';
import { getDetail, readLatest } from '../../src/core/device/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { aReport, offline, online } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';
import { answersWell, obeys, SNO } from './well-behaved-server.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  answersWell(terminal.http);
});
afterEach(() => terminal.close());

const CLEARED = '\r\u001b[K';
const onTerminal = async (line: string) => {
  const { stderr, ...ended } = await terminal.physio([...line.split(' '), '--yes'], { ...SIGNED_IN, types: [] });
  return { ...ended, shown: stderr.split(CLEARED) };
};

/** After some reads, the device reports what the command waits for. */
const reportsAfter = (reads: number, before: number) => {
  let left = reads;
  terminal.http.reply(readLatest, () => aReport({ onOff: left-- > 0 ? before : 1 - before, useTime: 0 }));
};

test('device wait counts down on a terminal and says what it sees', async () => {
  terminal.http.reply(getDetail, offline, offline, offline, online);
  const { code, shown } = await onTerminal(`device wait ${SNO} --for online`);
  expect(code).toBe(0);
  expect(shown).toContain(`Waiting for ${SNO} to be online: nothing seen yet, 300 s left`);
  expect(shown.some((line) => /to be online: offline(, seen just now)?, \d+ s left$/.test(line))).toBe(true);
});

test('treatment start counts down until the device confirms the start, and says what the device reports', async () => {
  obeys(terminal.http, startDevice, 0);
  terminal.http.reply(startDevice, () => {
    reportsAfter(2, 0);
    return null;
  });
  const { code, shown } = await onTerminal(`treatment start ${SNO} --mode bio`);
  expect(code).toBe(0);
  expect(shown).toContain(`Waiting for ${SNO} to start: no report yet, 15 s left`);
  expect(shown.some((line) => /to start: idle, 1\d s left$/.test(line))).toBe(true);
});

test('treatment stop counts down before an early stop, and until the device confirms the stop', async () => {
  obeys(terminal.http, startDevice, 0);
  await onTerminal(`treatment start ${SNO} --mode bio`);
  terminal.http.reply(readLatest, aReport({ onOff: 1, useTime: 0 }));
  terminal.http.reply(stopDevice, () => {
    reportsAfter(2, 1);
    return null;
  });
  const { code, shown } = await onTerminal(`treatment stop ${SNO}`);
  expect(code).toBe(0);
  expect(shown.some((line) => /^Waiting before the stop of DEV0001, [1-5] s left$/.test(line))).toBe(true);
  expect(shown).toContain(`Waiting for ${SNO} to stop: no report yet, 15 s left`);
  expect(shown.some((line) => /to stop: running bio, 0 of 30 min, 1\d s left$/.test(line))).toBe(true);
});

test('order pay counts down on a terminal and says what the server answered', async () => {
  const { code, shown } = await onTerminal('order pay L-100 --timeout 20');
  expect(code).toBe(6);
  expect(shown).toContain('Waiting for payment of order L-100: asking the server, 20 s left');
  expect(shown.some((line) => /order L-100: not confirmed yet, 1?\d s left$/.test(line))).toBe(true);
});

test.each([
  ['off a terminal', 'device wait DEV0001 --for offline --timeout 3', undefined],
  ['with --quiet', 'device wait DEV0001 --for offline --timeout 3 --quiet', []],
])('No command counts down %s', async (_where, line, types) => {
  const { code, stderr } = await terminal.physio(line.split(' '), { ...SIGNED_IN, types });
  expect([code, stderr]).toEqual([3, expect.not.stringContaining('Waiting')]);
});

test('The remaining time is that of the wait, although an answer corrects the clock meanwhile', async () => {
  const clock = new FakeClock();
  const written: string[] = [];
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  stderr.on('data', (part: Buffer) => written.push(part.toString()));
  const output = new Output({ stdout: new PassThrough(), stderr }, { colour: 'never' }, 'table');
  const counting = countDown(output, clock, 20_000, () => 'Waiting');
  await clock.advance(1_000);
  clock.corrects(86_400_000);
  await clock.advance(1_000);
  counting.stop();
  expect(written.join('').split(CLEARED)).toEqual(['', ...[20, 19, 18].map((left) => `Waiting, ${left} s left`), '']);
});

test('On a narrow terminal, the line loses text instead of the remaining time', () => {
  const written: string[] = [];
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 24 });
  stderr.on('data', (part: Buffer) => written.push(part.toString()));
  const output = new Output({ stdout: new PassThrough(), stderr }, { colour: 'never' }, 'table');
  const counting = countDown(output, new FakeClock(), 287_000, () => 'Waiting for PL10001');
  counting.stop();
  expect(written.join('').split(CLEARED)).toEqual(['', 'Waiting for, 287 s left', '']);
});
