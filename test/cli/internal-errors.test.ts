import { afterEach, beforeEach, expect, test } from 'vitest';
import { internalError } from '../../src/cli/program.ts';
import { problemOf } from '../../src/cli/words/problem-of.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { listDurationPlans } from '../../src/core/lease/api.ts';
import { getUser } from '../../src/core/account/api.ts';
import { listShares } from '../../src/core/share/api.ts';
import { stopDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { plantedError, plantInDecoder } from '../helpers/planted.ts';
import { aDevice, aReport, online } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal, TOKEN } from './terminal.ts';

const SENTENCE = `physio: Internal error (${plantedError().message}). This is a bug: run again with --verbose and report it\n`;
const STACK = /TypeError: planted is not a function\n\s+at .*planted\.ts/;

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http
    .reply(getUser, { mobile: '13800000001', assist: false })
    .reply(listDevices, [aDevice()])
    .reply(getDetail, online)
    .reply(readLatest, aReport({ onOff: 0 }))
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' })
    .reply(listShares, [])
    .reply(listCards)
    .reply(listDurationPlans, { modeId: 'm1', list: [] })
    .reply(stopDevice);
});
afterEach(() => terminal.close());

const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);

test('A command with an internal error prints one sentence and exits with 1', async () => {
  plantInDecoder(listDevices);
  expect(await physio('device', 'list')).toMatchObject({ code: 1, stdout: '', stderr: SENTENCE });
});

test('A command with --verbose prints the stack of an internal error', async () => {
  plantInDecoder(listDevices);
  const { code, stderr } = await physio('device', 'list', '--verbose');
  expect(code).toBe(1);
  expect(stderr).toContain(SENTENCE);
  expect(stderr).toMatch(STACK);
});

test('The stack of an internal error contains neither the token nor a phone number', async () => {
  plantInDecoder(listDevices, new TypeError(`${TOKEN} of 13800000001 is not a function`));
  const { stderr } = await physio('device', 'list', '--verbose');
  expect(stderr).toContain('TypeError: [token] of 138****0001 is not a function');
  expect(stderr.split('\n').filter((line) => line.includes(TOKEN))).toEqual([]);
});

test('device check continues after an internal error and reports it for the device', async () => {
  const planted = plantInDecoder(listDevices);
  const { code, json } = await physio('device', 'check', 'DEV0001', '--json', 'sno,status,message', '--verbose');
  planted.takeOut();
  expect([code, json()]).toEqual([
    1,
    { sno: 'DEV0001', status: 'leased', message: expect.stringContaining('Internal error') },
  ]);
});

test('problemOf does not classify a refusal of the operating system as an internal error', () => {
  const refused = Object.assign(new Error('EACCES: permission denied, open /x'), { syscall: 'open', code: 'EACCES' });
  expect(problemOf(refused)).toMatchObject({ code: 'storage', message: refused.message, cause: refused });
  const named = Object.assign(refused, { path: '/x' });
  expect(problemOf(named)).toMatchObject({ code: 'storage', message: '/x cannot be used: EACCES', cause: named });
  expect(problemOf(plantedError())).toMatchObject({ code: 'internal' });
});

test('internalError prints an error that no command caught, with its stack if --verbose is given', () => {
  const written: string[] = [];
  const stderr = { write: (text: string) => written.push(text) };
  expect([internalError(plantedError(), [], { stderr }), written.splice(0)]).toEqual([1, [SENTENCE]]);
  expect(internalError(plantedError(), ['device', '--verbose'], { stderr })).toBe(1);
  expect(written.join('')).toMatch(STACK);
});

test('internalError prints the stack as JSON objects in a machine format', () => {
  const written: string[] = [];
  const stderr = { write: (text: string) => written.push(text) };
  internalError(plantedError(), ['device', 'list', '--json', '--verbose'], { stderr });
  const [error, ...traces] = written
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(error).toMatchObject({ error: { code: 'internal', exit: 1 } });
  expect(traces[0]).toEqual({ trace: { message: 'TypeError: planted is not a function' } });
});
