import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { getUser } from '../../src/core/account/api.ts';
import { contract } from '../../src/core/contract.ts';
import { listDevices, listHistory } from '../../src/core/device/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listRefunds } from '../../src/core/wallet/api.ts';
import { ENDPOINTS, httpResponse, misshapen, refused } from '../helpers/fake-server.ts';
import { aDevice, aLeaseOrder } from '../helpers/wire.ts';
import { answersEveryRead } from './well-behaved-server.ts';
import { API, SIGNED_IN, Terminal, TOKEN } from './terminal.ts';

const PHONE = '13812345678';
const person = { shareUserId: 'u', shareUserName: 'n' };

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  answersEveryRead(
    terminal,
    misshapen({
      mobile: PHONE,
      nickname: `王 ${PHONE}`,
      avatar: { of: PHONE },
      assist: false,
      [PHONE]: TOKEN,
      [`is ${TOKEN}`]: 1,
    }),
  );
  terminal.http
    .reply(
      listDevices,
      misshapen([
        { ...aDevice({ ...person, expirationTime: PHONE.slice(0, 4) }), colour: '红|`' },
        aDevice({ ...person, expirationTime: 'soon' }),
      ]),
    )
    .reply(listHistory, refused(TOKEN, `no ${PHONE} ${TOKEN}`))
    .reply(listRefunds, httpResponse({ status: 500 }))
    .reply(getLeaseOrder, aLeaseOrder({ orderNo: undefined }));
});
afterEach(() => terminal.close());

const file = (name: string) => path.join(terminal.home, name);
const report = async (name: string, ...more: string[]) => {
  const ended = await terminal.physio(['doctor', '--report', name, ...more], SIGNED_IN);
  return { ...ended, text: existsSync(file(name)) ? readFileSync(file(name), 'utf8') : undefined };
};

describe('doctor --report', () => {
  test('The JSON report lists each call with its path, and each differing field with what was expected, what was received and how often', async () => {
    const { text, code, stderr } = await report('findings.json');
    expect(code).toBe(1);
    expect(stderr).toContain(`Report written to ${file('findings.json')}`);
    const told = JSON.parse(text ?? '') as { calls: { call: string; path: string }[] };
    const reads = Object.values(contract)
      .flatMap((group) => Object.values(group))
      .filter(({ kind }) => kind === 'read');
    expect(told.calls.map(({ call, path: at }) => [call, at]).toSorted()).toEqual(
      reads.map((read) => [read.name, read.path]).toSorted(),
    );
    expect(told).toMatchObject({
      report: 'physio doctor',
      created: expect.stringMatching(/^\d{4}-.*Z$/),
      physio: '9.9.9',
      version: '1.0.0',
      api: API,
    });
    expect(told).toMatchObject({ totals: { different: 3, failed: 3, notAsked: 0 } });
    expect(told.calls.find(({ call }) => call === 'device.listDevices')).toMatchObject({
      result: 'different',
      fields: [
        {
          path: '[].expirationTime',
          verdict: 'unreadable',
          expected: expect.stringContaining('YYYY-MM-DD'),
          got: 'text like "9999"',
          times: 2,
        },
        { path: '[].colour', verdict: 'unknown', got: 'text like "a|`"', times: 1 },
      ],
    });
    expect(told.calls.find(({ call }) => call === 'device.getDetail')).toMatchObject({
      result: 'matches',
      asked: { sno: 'DEV0001' },
    });
    expect(told.calls.find(({ call }) => call === 'wallet.listRefunds')).toMatchObject({
      result: 'failed',
      failure: { code: 'http', status: 500 },
    });
  });

  test('The Markdown report lists the findings as tables', async () => {
    const { text } = await report('findings.md');
    expect(text).toContain(`### device.listDevices: POST ${listDevices.path}`);
    expect(text).toContain(
      String.raw`| \[\].expirationTime | unreadable | epoch ms or s, YYYY-MM-DD HH:mm:ss, or ISO 8601 | text like "9999" | 2 |`,
    );
    expect(text).toContain('| device.listDevices | \\[\\].colour | text like "a\\|\\`" | 1 |');
    expect(text).toContain('Failed: http (status 500).');
    expect(text).toMatch(/\| device\.getDetail \| POST \/device\/detail \| \{"sno":"DEV0001"\} \| matches \| \d+ \|/);
  });

  test('The report lists what is to be fixed first, then renames, slow calls, and the calls that were not tested', async () => {
    const { sno: _, expirationTime, ...row } = aDevice(person);
    terminal.http
      .reply(listDevices, misshapen([{ ...row, deviceNo: 'PL1', expiresAt: expirationTime }]))
      .fails(listHistory, httpResponse({ body: { code: '0000', data: [] } }));
    const { text = '' } = await report('findings.md', '--slow', '1', '--device', 'DEV0001');
    const titles = [...text.matchAll(/^##+ (.*)$/gm)].map(([, title]) => title);
    expect(titles.slice(0, 3)).toEqual([
      'To fix',
      'The code of success',
      expect.stringContaining('account.getUser: POST '),
    ]);
    expect(titles).toEqual(
      expect.arrayContaining(['A request without a token', 'Possibly renamed', 'Slower than 1 ms', 'Not tested']),
    );
    expect(text).toContain('The server answers code "0000". The contract’s code of success is "200".');
    expect(text).toContain('\\[\\].sno: the answer has "deviceNo" of the same form: renamed?');
    expect(text).toContain('| device.listDevices | \\[\\].expirationTime | expiresAt | 1 |');
    expect(text).toContain('| device | DEV0001 (named) |');
    const { text: json = '' } = await report('findings.json', '--slow', '1');
    const { calls, notTested, slowMs } = JSON.parse(json) as {
      calls: { result: string }[];
      notTested: { call: string; method: string }[];
      slowMs: number;
    };
    expect([slowMs, notTested.length]).toEqual([1, ENDPOINTS.filter(({ kind }) => kind === 'write').length]);
    expect(notTested[0]).toMatchObject({ method: 'POST' });
    const firstGood = calls.findIndex(({ result }) => result === 'matches');
    expect(calls.slice(firstGood).every(({ result }) => result === 'matches')).toBe(true);
  });

  test.each([
    ['address', new Problem('network', { message: 'no answer came: ECONNREFUSED' }), 'no answer came: ECONNREFUSED'],
    ['token', httpResponse({ status: 401 }), 'Failed: unauthorized (status 401).'],
  ])(
    'The report of an examination that ended at the %s does not say that nothing is to be fixed',
    async (check, answer, why) => {
      terminal.http.fails(getUser, answer);
      const { text = '', code } = await report('findings.md');
      expect([code === 0, text.includes('Nothing.')]).toEqual([false, false]);
      expect(text).toContain(`It ended at the ${check}, because every further call would have failed alike.`);
      expect(text).toContain(why);
      const { text: json = '' } = await report('findings.json');
      expect(JSON.parse(json)).toMatchObject({ calls: [], stoppedBy: { check } });
    },
  );

  test('The report names the clock of the server as a thing to fix when it is wrong', async () => {
    const clock = new FakeClock(Date.now());
    terminal.clock = clock;
    const date = new Date(clock.now() + 600_000).toUTCString();
    terminal.http.fails(getUser, httpResponse({ status: 401, headers: { date } }));
    expect((await report('findings.md')).text).toMatch(/The server’s clock is (599|600) s ahead/);
  });

  test.each(['findings.json', 'findings.md'])(
    'The report %s contains no token, phone number or name, wherever the server puts them',
    async (name) => {
      const { text = '' } = await report(name);
      expect(text).toContain('account.getUser');
      for (const secret of [TOKEN, PHONE, '王', '红']) expect(text).not.toContain(secret);
      expect(text).toMatch(/138(\\?\*){4}5678/);
    },
  );

  test.each([
    ['findings.txt', 'a .md or .json file'],
    ['there.md', 'exists and is not overwritten'],
    ['link.json', 'exists and is not overwritten'],
    ['nowhere/findings.md', 'Directory nowhere does not exist'],
  ])('doctor --report %s is refused before anything is sent, and writes nothing', async (name, why) => {
    writeFileSync(file('there.md'), 'mine');
    symlinkSync(file('there.md'), file('link.json'));
    const { code, stderr } = await report(name);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(terminal.http.sent).toEqual([]);
    expect(readFileSync(file('there.md'), 'utf8')).toBe('mine');
  });

  test('The help of doctor says that an existing report is not overwritten', async () => {
    const { stdout } = await terminal.physio(['doctor', '--help']);
    expect(stdout.replace(/\s+/g, ' ')).toContain('an existing file is not overwritten');
  });
});
