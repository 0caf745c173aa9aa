import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../src/core/contract.ts';
import { CHANNEL_PATH } from '../../src/adapters/gizwits/frames.ts';
import { listDevices } from '../../src/core/device/api.ts';
import { madeDocuments } from './documents.ts';
import { type MockServer, startMock } from './mock-server.ts';
import { doctorAgainst, type DoctorLine } from './outsiders.ts';

const reads = Object.values(contract)
  .flatMap((verbs) => Object.values(verbs))
  .filter(({ kind }) => kind === 'read');
const { openApi, asyncApi } = madeDocuments();
let mock: MockServer;

beforeAll(async () => {
  mock = await startMock(openApi, asyncApi);
});
afterAll(() => mock.close());

const of = (lines: DoctorLine[], check: string) =>
  lines
    .filter((line) => line.check === check)
    .map(({ subject, result }) => `${result} ${subject}`)
    .toSorted();

describe('a mock server made from the documents', () => {
  test('The mock server satisfies physio doctor --contract in every call and every field, down to an answered ping', async () => {
    const { code, lines, opened } = await doctorAgainst(`http://127.0.0.1:${mock.port}`, mock.port);
    expect(lines.filter(({ result }) => result === 'bad')).toEqual([]);
    expect(of(lines, 'call')).toEqual(reads.map(({ name }) => `good ${name}`).toSorted());
    expect(of(lines, 'channel')).toEqual(['good login', 'good ping', 'good read', 'good subscribe', 'skipped policy']);
    expect(new Set(opened)).toEqual(new Set([`ws://channel.example.com:8080${CHANNEL_PATH}`]));
    expect(code).toBe(0);
    expect(new Set(mock.paths)).toEqual(new Set(reads.map(({ path }) => path)));
  });

  test('The mock server without a device channel satisfies physio doctor --contract in every call, and the doctor reports the channel alone as broken, with what to do', async () => {
    const { code, lines } = await doctorAgainst(`http://127.0.0.1:${mock.port}`);
    expect(of(lines, 'call')).toEqual(reads.map(({ name }) => `good ${name}`).toSorted());
    expect(of(lines, 'field').filter((line) => line.startsWith('bad'))).toEqual([]);
    expect(lines.filter(({ check, result }) => check === 'channel' && result !== 'skipped')).toEqual([
      expect.objectContaining({ subject: 'login', result: 'bad', advice: expect.stringContaining('device.enterPage') }),
    ]);
    expect(code).toBe(1);
  });

  test('The doctor notices one field of one example that breaks the contract', async () => {
    const spoilt = structuredClone(openApi);
    const usual =
      spoilt.paths[listDevices.path]?.['post']?.responses['200'].content['application/json'].examples['usual'];
    if (!usual) throw new Error('there is no usual example');
    usual.value = { code: '200', data: [{ sno: null }] };
    const other = await startMock(spoilt, asyncApi);
    try {
      const { code, lines } = await doctorAgainst(`http://127.0.0.1:${other.port}`, other.port);
      expect(of(lines, 'field')).toContain('bad device.listDevices [].sno');
      expect(code).toBe(1);
    } finally {
      await other.close();
    }
  });
});
