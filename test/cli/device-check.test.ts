import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { DOMParser } from '@xmldom/xmldom';
import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { NEUTRAL_STATUSES } from '../../src/core/diagnosis/fleet/neutral-status.ts';
import { listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listShares } from '../../src/core/share/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { junitReport } from '../../src/cli/commands/device/check/report/junit.ts';
import { nagiosReport } from '../../src/cli/commands/device/check/report/nagios.ts';
import { prometheusReport } from '../../src/cli/commands/device/check/report/prometheus.ts';
import type { FleetReport } from '../../src/cli/commands/device/check/report/report.ts';
import type { HttpRequest } from '../../src/ports/http.ts';
import { httpResponse, refused } from '../helpers/fake-server.ts';
import { aDevice, aPage, aReport, durationPlans, offline, online, usePlans } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

const GONE = new Problem('network', { message: 'no answer came: ECONNREFUSED' });
let terminal: Terminal;
const statuses: Record<string, string> = {
  FREE1: 'DEVICE_FREE',
  FREE2: 'DEVICE_FREE',
  USED1: 'DEVICE_USING',
  USED2: 'DEVICE_USING',
  WORK1: 'DEVICE_WORKING',
  OFF01: 'DEVICE_OFFLINE',
  LOCK1: 'DEVICE_LOCKED',
};

function checked({ body }: HttpRequest) {
  const { sno } = (JSON.parse(body) as { data: { sno: string } }).data;
  if (sno === 'SHUT1') return refused('10005', '设备未投入运营');
  const status = sno.startsWith('MANY') ? 'DEVICE_FREE' : statuses[sno];
  return status === undefined ? refused('404', '设备不存在') : { ownerId: 'shop-1', status };
}

beforeEach(() => {
  terminal = new Terminal();
  terminal.http
    .reply(getUser, { mobile: '13800000001', assist: false })
    .reply(listDevices, [aDevice({ sno: 'USED1', deviceName: '家用理疗仪', ownerId: 'shop-2' })])
    .reply(listCards, aPage())
    .reply(listShares, [])
    .reply(getDetail, { ...online, name: 'A\\B "C"\n理疗仪' })
    .reply(checkDevice, checked);
});
afterEach(() => terminal.close());

const check = (...words: string[]) => terminal.physio(['device', 'check', ...words], SIGNED_IN);
const inHome = (name: string) => path.join(terminal.home, name);

test('Every device is checked behind a gateway that lets 20 requests a second through and names no time to wait', async () => {
  let free = 20;
  let refillsAt = 0;
  terminal.http.reply(checkDevice, (request) => {
    const now = terminal.clock.now();
    if (now >= refillsAt) [free, refillsAt] = [20, now + 1_000];
    free -= 1;
    return free < 0 ? httpResponse({ status: 429 }) : checked(request);
  });
  const many = Array.from({ length: 60 }, (_, at) => `MANY${at}`);
  const { code, lines } = await check(...many, '--json', 'sno,status');
  expect([code, lines()]).toEqual([0, many.map((sno) => ({ sno, status: 'free' }))]);
});

test('A gateway that lets no request through ends the check soon, however many devices are left', async () => {
  terminal.http.reply(checkDevice, httpResponse({ status: 429 }));
  const began = terminal.clock.now();
  const { code, stdout, stderr } = await check(...Array.from({ length: 60 }, (_, at) => `MANY${at}`), '--quiet');
  expect([code, stdout.match(/unknown/g)?.length]).toEqual([1, 60]);
  expect(stderr).toMatch(/^physio: Stopped after \d+ consecutive failures: skipped \d+ devices\. Too many requests/);
  expect(terminal.clock.now() - began).toBeLessThan(30_000);
});

test.each([
  ['no device has its number', 'NONE1', 'No device has the number NONE1.', 'no-such-device'],
  ['it is no number', '#', 'No device has the number #.', 'no-such-device'],
  ['the server failed', 'BUSY1', 'The server failed with HTTP status 500', 'http'],
])(
  'A check names a device that it could not check because %s, whatever fields are printed',
  async (_, sno, why, code) => {
    terminal.http.reply(checkDevice, (request) =>
      request.body.includes('BUSY1') ? httpResponse({ status: 500 }) : checked(request),
    );
    const asked = ['FREE1', sno, 'OFF01', '--quiet', '--retry', '0'];
    const { code: exit, stderr } = await check(...asked, '-o', 'tsv', '--json', 'status');
    expect([exit, JSON.parse(stderr)]).toEqual([
      1,
      {
        error: expect.objectContaining({
          code,
          message: expect.stringContaining(`Could not check 1 device: ${sno}. ${why}`),
        }),
      },
    ]);
  },
);

test('A check in which the server failed for some devices names these apart from the numbers that no device has, both in the order of the list', async () => {
  const slow = ['BUSY1', 'NONE1'];
  terminal.http.reply(checkDevice, async (request) => {
    if (slow.some((sno) => request.body.includes(sno))) await new Promise((resolve) => setTimeout(resolve));
    return request.body.includes('BUSY') ? httpResponse({ status: 500 }) : checked(request);
  });
  const asked = ['NONE1', 'NONE2', 'BUSY1', 'FREE1', 'BUSY2', '--quiet', '--retry', '0'];
  const { code, stderr } = await check(...asked);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^physio: Could not check 2 devices: BUSY1, BUSY2\. No device has 2 other numbers: NONE1, NONE2\. The server failed with HTTP status 500.*\n$/,
    ),
  ]);
});

test.each([['DEVICE_STANDBY'], [null]])(
  'A check of a device to which the server gives the status %j says why its status is unknown',
  async (status) => {
    terminal.http
      .reply(checkDevice, { ownerId: 'shop-1', status })
      .reply(readLatest, aReport({ onOff: 0 }))
      .reply(getDetail, online);
    const { json } = await check('FREE1', '--json', 'status,message');
    expect(json()).toEqual({
      status: 'unknown',
      message: 'The server names no status that this version knows. To rent it: physio plan list FREE1',
    });
  },
);

describe('the result for a device', () => {
  test('A leased device that the account does not list promises no start, although its modes open', async () => {
    const { code, json } = await check('USED2', '--json', 'leadsTo,message');
    expect([code, json()]).toEqual([
      0,
      {
        leadsTo: 'mode-menu',
        message:
          'Leased, and not in the list of this account; the server decides whether this account may start it: physio treatment start USED2 --mode bio',
      },
    ]);
    expect((await terminal.physio(['device', 'enter', 'USED2'], SIGNED_IN)).stdout).toContain(
      'USED2 is leased, and not in the list of this account; the server decides whether this account may start it: ',
    );
  });

  test('A device that is shared with a masked number like the account’s is not said to be leased by somebody else', async () => {
    terminal.http.reply(listShares, [{ mobile: '138****0001' }]).reply(listDevices, []);
    const words =
      'eased, and may be shared with this account, because a phone number is hidden or not sent; the server decides whether this account may start it: ';
    const { code, json } = await check('USED2', '--json', 'leadsTo,message');
    expect([code, json()]).toEqual([
      0,
      { leadsTo: 'mode-menu', message: `L${words}physio treatment start USED2 --mode bio` },
    ]);
    const entered = await terminal.physio(['device', 'enter', 'USED2'], SIGNED_IN);
    expect([entered.code, entered.stdout]).toEqual([0, expect.stringContaining(`USED2 is l${words}`)]);
  });

  test('It has eight fields, and the time is UTC', async () => {
    const { code, json } = await check('USED1', '--json');
    expect([code, json()]).toEqual([
      0,
      {
        sno: 'USED1',
        name: '家用理疗仪',
        status: 'leased',
        online: true,
        leadsTo: 'mode-menu',
        ms: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        message: 'To start it: physio treatment start USED1 --mode bio',
      },
    ]);
    expect(Object.keys(json() as object)).toEqual([
      'sno',
      'name',
      'status',
      'online',
      'leadsTo',
      'ms',
      'at',
      'message',
    ]);
  });

  test('A device whose details are not selected costs one call', async () => {
    await check('FREE1', 'OFF01', '--json', 'sno,status,leadsTo,ms,at,message');
    expect(terminal.http.requests(getDetail)).toEqual([]);
    await check('FREE1', '-o', 'csv', '--json', 'sno,name');
    expect(terminal.http.requests(getDetail)).toHaveLength(1);
  });

  test('An invalid number and one that the server does not know get the same message', async () => {
    const { code, lines } = await check('!', 'NONE1', '--concurrency', '1', '--json', 'status,leadsTo,message');
    const unknown = (sno: string) => ({
      status: 'unknown',
      leadsTo: null,
      message: `No device has the number ${sno}. Check the label on the device, or pass the link of its code.`,
    });
    expect([code, lines()]).toEqual([1, [unknown('!'), unknown('NONE1')]]);
    expect((await check('NONE1')).code).toBe(1);
  });

  test('A number in small letters that the server does not know is asked back in capitals', async () => {
    const { lines } = await check('none1', '--json', 'message');
    expect(lines()).toEqual([{ message: expect.stringContaining('(is it NONE1?)') }]);
  });

  test('A status that the program does not know is unknown, although entering takes the device for free', async () => {
    terminal.http
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_DANCING' })
      .reply(getDetail, online)
      .reply(readLatest, aReport({ onOff: 0 }));
    const { code, json } = await check('FREE1', '--json', 'status,leadsTo');
    expect([code, json()]).toEqual([0, { status: 'unknown', leadsTo: 'lease' }]);
  });
});

test.each([
  ['lasts', '2126-04-01 00:00:00', 'leased'],
  ['is over', '2020-04-01 00:00:00', 'unknown'],
])('A device without a known status is leased only by a lease that lasts: one that %s', async (_, end, status) => {
  terminal.http
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_NEW' })
    .reply(listDevices, [aDevice({ expirationTime: end })])
    .reply(getDetail, online)
    .reply(readLatest, aReport({ onOff: 0 }));
  expect((await check('DEV0001', '--json', 'status')).json()).toEqual({ status });
});

test.each([
  [
    '7001',
    '今日不可使用，请联系13912345678',
    'The server refused: 今日不可使用，请联系139****5678 (code 7001). The device counts as not in operation.',
  ],
  ['403', '无权限', 'The server refused: 无权限 (code 403). The device counts as not in operation.'],
  ['7001', '', 'The server refused: no reason given (code 7001). The device counts as not in operation.'],
  [
    '403',
    '您无权使用该设备，请联系运营商',
    'The server refused: 您无权使用该设备，请联系运营商 (code 403). The device counts as not in operation.',
  ],
  ['10005', '设备未投入运营', 'The device is not in operation.'],
])(
  'A device that the server refuses with the code %s and the words %s is named with them, unless they say that it is not in operation',
  async (code, words, said) => {
    terminal.http.reply(checkDevice, refused(code, words));
    const { json } = await check('FREE1', '--json', 'message');
    expect(json()).toEqual({ message: `${said} Check the number, or ask the operator.` });
    const commands = ['device enter FREE1', 'treatment start FREE1 --mode bio', 'order create FREE1 --plan d7 --yes'];
    terminal.http.reply(listDurationPlans, durationPlans()).reply(listUsePlans, usePlans());
    for (const command of commands) {
      const { stderr } = await terminal.physio(command.split(' '), SIGNED_IN);
      expect(stderr, command).toBe(`physio: ${said} Check the number, or ask the operator.\n`);
    }
    const { stderr } = await terminal.physio(['device', 'enter', 'FREE1', '--json'], SIGNED_IN);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'not-in-operation', serverCode: code, exit: 5 } });
  },
);

test('A number that no device has is called so, also where the server sends to the operator', async () => {
  terminal.http.reply(checkDevice, refused('404', '设备不存在，请联系运营商'));
  const { json } = await check('FREE1', '--json', 'status,leadsTo,message');
  expect(json()).toMatchObject({
    status: 'unknown',
    leadsTo: null,
    message: expect.stringContaining('No device has the number FREE1.'),
  });
});

test('A device that reports a run of which the server does not say for whom it is invites nobody to start or rent it', async () => {
  terminal.http
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_NEW' })
    .reply(getDetail, online)
    .reply(readLatest, aReport());
  const message =
    'It reports that it is running, and it is not known for whom. Check with: physio treatment show DEV0001';
  for (const [devices, leadsTo] of [
    [[aDevice()], 'mode-menu'],
    [[], 'lease'],
  ] as const) {
    terminal.http.reply(listDevices, [...devices]);
    const { code, json } = await check('DEV0001', '--json', 'status,leadsTo,message');
    expect([code, json()]).toEqual([0, { status: 'running', leadsTo, message }]);
  }
});

test('A device whose status the server names in a word of its own is not said to be ready to start', async () => {
  terminal.http
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_NEW' })
    .reply(listDevices, [aDevice()])
    .reply(getDetail, online)
    .reply(readLatest, aReport({ onOff: 0 }));
  const words =
    'f unknown status; the server decides whether this account may start it: physio treatment start DEV0001';
  expect((await check('DEV0001', '--json', 'message')).json()).toEqual({
    message: expect.stringContaining(`O${words}`),
  });
  const { stdout } = await terminal.physio(['device', 'enter', 'DEV0001'], SIGNED_IN);
  expect(stdout).toContain(`DEV0001 is o${words}`);
});

describe('the lines of a terminal', () => {
  test('The columns hold with Chinese names, and grow with a longer number', async () => {
    terminal.http.reply(getDetail, { ...online, name: '高光波理疗仪' }, { ...offline, name: 'B1' });
    const { stdout } = await check('FREE1', 'LOCK1', 'MANY-0123456789', 'OFF01', '-o', 'table', '--concurrency', '1');
    const lines = stdout.trim().split('\n');
    const columns = lines.map((line) => stringWidth(line.slice(0, line.search(/To rent|The device/))));
    expect([columns[0], columns[2]]).toEqual([columns[1], columns[3]]);
    expect(lines[0]).toMatch(/^FREE1 +free +online +高光波理疗仪 +To rent it: physio plan list FREE1$/);
    expect(lines[3]).toMatch(/^OFF01 +offline +offline +B1 +The device is offline\. .*--for online$/);
  });

  test('The progress is not shown while another program reads the lines', async () => {
    const onTerminal = await terminal.physio(['device', 'check', 'FREE1'], { ...SIGNED_IN, types: '' });
    expect(onTerminal.stderr).toContain('[#');
    const piped = await terminal.physio(['device', 'check', 'FREE1'], { ...SIGNED_IN, types: '', isStdoutPiped: true });
    expect([piped.code, piped.stderr]).toEqual([0, expect.stringMatching(/^1 checked in .*: 1 free\n$/)]);
  });
});

describe('a list of devices', () => {
  test('Off a terminal the lines come in the order of the list, whatever the order of the answers', async () => {
    const free = { ownerId: 'shop-1', status: 'DEVICE_FREE' };
    let answerFirst = () => {};
    const second = new Promise<void>((resolve) => (answerFirst = resolve));
    terminal.http.reply(checkDevice, async ({ body }) => {
      if (String(body).includes('LATE1')) await second;
      else if (String(body).includes('FREE3')) answerFirst();
      return free;
    });
    const { lines } = await check('LATE1', 'FREE2', '!', 'FREE3', '--json', 'sno');
    expect(lines()).toEqual(['LATE1', 'FREE2', '!', 'FREE3'].map((sno) => ({ sno })));
  });

  test('A file is read as it is, and a bad line is named with its number', async () => {
    writeFileSync(
      inHome('shop.csv'),
      Buffer.from(
        '\ufeff设备编号,名称\r\n# 一楼\r\nFREE1,前台\r\n\r\n"FREE1","again"\r\n-?-,坏\r\nLOCK1,x\r\n',
        'utf16le',
      ),
    );
    const { code, lines } = await check('--file', 'shop.csv', '--concurrency', '1', '--json', 'sno,message');
    expect([code, lines()]).toEqual([
      1,
      [
        { sno: 'FREE1', message: expect.stringContaining('To rent it') },
        {
          sno: '-?-',
          message: expect.stringMatching(/^line 6: No device has the number -\?-\. A list has one device a line, or /),
        },
        { sno: 'LOCK1', message: expect.stringContaining('locked') },
      ],
    ]);
  });

  test('A second device in a line, which is not checked, is named', async () => {
    writeFileSync(inHome('shop.txt'), 'FREE1;FREE2, USED3\nUSED1,front desk 7,29900\n"LOCK1"\t"LOCK2"\n');
    const { stdout, stderr } = await check('--file', 'shop.txt', '-o', 'value', '--json', 'sno');
    expect(stdout).toBe('FREE1\nUSED1\nLOCK1\n');
    expect(stderr).toContain(
      'physio: Not checked, because a list has one device a line: FREE2 (line 1), LOCK2 (line 3)\n',
    );
  });

  test.each([
    ['is named again in its own line, as by a device without a name in a list of physio', 'FREE1,FREE1\nUSED1,used1\n'],
    ['has a line of its own before or after', 'FREE1,FREE2\nFREE2,FREE1\n'],
  ])('No device that is checked is called unchecked: one that %s', async (_, list) => {
    writeFileSync(inHome('shop.txt'), list);
    expect((await check('--file', 'shop.txt')).stderr).not.toContain('Not checked');
  });

  test('On a terminal, a list from stdin is asked for', async () => {
    const pipe = Object.assign(Readable.from(['FREE1\n']), { isTTY: true });
    const typed = await terminal.physio(['device', 'check', '-'], { ...SIGNED_IN, pipe });
    expect(typed.stderr).toContain('Type or paste the device numbers, then press Ctrl-D.');
  });

  test('Arguments, stdin and a file may be combined, and each device is checked once', async () => {
    writeFileSync(inHome('shop.txt'), 'FREE2\nUSED1\n');
    const { lines } = await terminal.physio(
      ['device', 'check', 'FREE1', '-', '-', '--file', 'shop.txt', '--concurrency', '1', '--json', 'sno'],
      { ...SIGNED_IN, stdin: 'USED1\nFREE1\n' },
    );
    expect(lines()).toEqual([{ sno: 'FREE1' }, { sno: 'USED1' }, { sno: 'FREE2' }]);
  });

  test('An empty argument, as a variable without a value gives it, is no device number', async () => {
    const { code, lines } = await check('', '--json', 'sno,status,message');
    expect([code, lines()]).toEqual([
      1,
      [{ sno: '', status: 'unknown', message: 'An empty text is no device number.' }],
    ]);
  });

  test('The count of each status is printed in the same order, whichever device was answered first', async () => {
    const notes = ['FREE1 USED1', 'USED1 FREE1'].map(async (list) => (await check(...list.split(' '))).stderr);
    for (const note of await Promise.all(notes)) expect(note).toMatch(/: 1 free, 1 leased$/m);
  });

  test('An empty list is done, and said to be empty', async () => {
    const { code, stdout, stderr } = await check('-');
    expect([code, stdout, stderr]).toEqual([
      0,
      '',
      expect.stringMatching(/^0 checked in 0\.0 s\nphysio: The list is empty, so nothing was checked\n$/),
    ]);
  });

  test('A ~ before the path of a list or a report is the home directory, also where the shell leaves it', async () => {
    terminal.directory = inHome('elsewhere');
    mkdirSync(terminal.directory);
    writeFileSync(inHome('devices.txt'), 'FREE1\n');
    expect(await check('--file=~/devices.txt', '--format=junit', '--output=~/report.xml')).toMatchObject({ code: 0 });
    expect(readFileSync(inHome('report.xml'), 'utf8')).toContain('FREE1');
  });

  test.each([
    [[], 'No devices given: pass device numbers, - to read them from stdin, or --file FILE'],
    [['--file', 'none.txt'], 'Could not read --file none.txt: no such file'],
    [['--file', '.'], 'Could not read --file .: it is a directory'],
    [['-', '--token-file', '-'], 'Stdin cannot supply both the token and the device numbers'],
    [['--file', '-', '--token-file', '-'], 'Stdin cannot supply both the token and the device numbers'],
  ])('Without a list that can be read, the command says what to pass: %j', async (words, message) => {
    expect(await check(...words)).toMatchObject({ code: 2, stdout: '', stderr: `physio: ${message}\n` });
  });
});

describe('a requirement', () => {
  test.each([
    ['--expect free', 'FREE1 FREE2', 0],
    ['--expect free', 'FREE1 USED1', 5],
    ['--expect free,leased', 'FREE1 USED1', 0],
    ['--expect free', 'FREE1 NONE1', 1],
    ['--expect free', 'USED1 NONE1', 5],
    ['--fail-on offline,locked', 'FREE1 LOCK1', 5],
    ['--fail-on unknown', 'FREE1 NONE1', 5],
    ['--min 2', 'FREE1 USED1 FREE2', 0],
    ['--min 2', 'FREE1 USED1', 5],
    ['--min 2 --expect leased,running', 'USED1 WORK1 OFF01', 0],
    ['--min 1', '-', 5],
    ['--fail-on offline', '-', 1],
  ])('%s of %s ends with %i', async (requirement, devices, code) => {
    const ended = await check(...devices.split(' '), ...requirement.split(' '), '--json', 'status');
    expect(ended.code).toBe(code);
  });

  test.each([
    ['--min 2', 'FREE1 USED1', 'unmet', 'Requirement not met: at least 2 free; found 1 free, 1 leased.'],
    ['--min 2', 'FREE1 NONE1', 'undecided', 'Requirement undecided: at least 2 free; found 1 free, 1 unknown.'],
    ['--expect free,leased', 'OFF01', 'unmet', 'Requirement not met: all free or leased; found 1 offline.'],
    ['--fail-on offline', '-', 'undecided', 'Requirement undecided: none offline; found no devices.'],
    [
      '--min 1 --expect running --fail-on offline,locked',
      'OFF01',
      'unmet',
      'Requirement not met: at least 1 running, none offline or locked; found 1 offline.',
    ],
  ])('%s of %s tells what was required and found', async (requirement, devices, code, message) => {
    const words = [...devices.split(' '), ...requirement.split(' '), '--quiet'];
    expect((await check(...words)).stderr).toBe(`physio: ${message}\n`);
    const { code: exit, stderr } = await check(...words, '--json');
    expect(JSON.parse(stderr)).toEqual({ error: expect.objectContaining({ code, message, exit }) });
  });

  test('A failure of the check outweighs what the devices are', async () => {
    terminal.http.reply(checkDevice, GONE);
    expect(await check('FREE1', '--expect', 'free', '--json')).toMatchObject({ code: 1 });
  });

  test.each([
    [
      '--expect free,happy',
      "Option '--expect <status,...>' argument 'free,happy' is invalid; choose from: free, leased",
    ],
    ['--expect unknown', 'use --fail-on unknown'],
    ['--expect happy', 'locked, not-in-operation\n'],
    ['--fail-on happy', 'locked, not-in-operation, unknown\n'],
    ['--fail-on ,', "argument ',' is invalid; choose from: free"],
    ['--min 0', 'Enter a whole number from 1.'],
    ['--format xml', 'choose from: nagios, prometheus, junit'],
    ['--expect free --fail-on free,locked', '--fail-on free contradicts --expect: omit one'],
    ['--min 2 --fail-on free', '--fail-on free contradicts --min, which counts free devices: omit one'],
    ['--format junit -o json', '--format junit and -o cannot be combined: omit one'],
    ['--format prometheus --json sno', '--format prometheus and --json cannot be combined: omit one'],
    ['--format junit --label shop=north', '--label needs --format prometheus'],
    ['--format prometheus --label shop', 'Enter a name and a value, such as shop=north.'],
    ['--format prometheus --label sno=1', 'The label sno is taken; choose another name.'],
    ['--output x.prom', '--output needs --format; redirect stdout to save other output'],
    ['--format junit --output none/x.xml', 'Invalid --output: directory none does not exist; create it first'],
    ['--format junit --output .', 'Invalid --output: . is not a regular file; choose another one'],
    ['--format junit --output /dev/null', 'Invalid --output: /dev/null is not a regular file; choose another one'],
  ])('%s is a usage error, and nothing is sent', async (words, message) => {
    const { code, stdout, stderr } = await check('FREE1', ...words.split(' '));
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
    expect(terminal.http.sent).toEqual([]);
  });
});

const PLUGIN_LINE =
  /^PHYSIO (?:OK|WARNING|CRITICAL|UNKNOWN) - [^|\n]+(?: \|(?: [a-z-]+=[\d.]+s?(?:;[\d:]*){0,2}(?:;[\d.]*){0,2})+)?\n$/;

describe('--format nagios', () => {
  const nagios = async (...words: string[]) => {
    const ended = await check(...words, '--format', 'nagios', '--concurrency', '1');
    expect(ended).toMatchObject({ stderr: '', stdout: expect.stringMatching(PLUGIN_LINE) });
    return [ended.code, ended.stdout.split(' | ')[0]?.trim()] as const;
  };

  test.each([
    ['FREE1 USED1 WORK1', 0, 'PHYSIO OK - 1 free, 1 leased, 1 running'],
    [
      'FREE1 LOCK1 SHUT1',
      1,
      'PHYSIO WARNING - LOCK1 locked, SHUT1 not-in-operation; 1 free, 1 locked, 1 not-in-operation',
    ],
    ['FREE1 OFF01', 2, 'PHYSIO CRITICAL - OFF01 offline; 1 free, 1 offline'],
    ['FREE1 NONE1', 3, 'PHYSIO UNKNOWN - NONE1 unknown; 1 free, 1 unknown'],
    ['OFF01 NONE1', 2, 'PHYSIO CRITICAL - OFF01 offline; NONE1 unknown; 1 offline, 1 unknown'],
    ['FREE1 USED1 --expect free', 2, 'PHYSIO CRITICAL - USED1 leased; 1 free, 1 leased'],
    ['FREE1 LOCK1 --fail-on locked', 2, 'PHYSIO CRITICAL - LOCK1 locked; 1 free, 1 locked'],
    [
      'FREE1 NONE1 OFF01 --fail-on unknown,offline',
      2,
      'PHYSIO CRITICAL - NONE1 unknown, OFF01 offline; 1 free, 1 offline, 1 unknown',
    ],
    ['FREE1 OFF01 --min 1', 0, 'PHYSIO OK - 1 free, 1 offline'],
    ['FREE1 USED1 --min 2', 2, 'PHYSIO CRITICAL - 1 of 2 available, 2 required; 1 free, 1 leased'],
    ['-', 3, 'PHYSIO UNKNOWN - no devices to check'],
    ['- --min 1', 2, 'PHYSIO CRITICAL - no devices to check'],
  ])('%s ends with %i', async (words, code, line) => {
    expect(await nagios(...words.split(' '))).toEqual([code, line]);
  });

  test('The performance data have neither counts nor a slowest answer when no device was checked', async () => {
    const { stdout } = await check('-', '--format', 'nagios');
    expect(stdout).toMatch(/ \| devices=0;;;0 unknown=0;;;0;0 time=[\d.]+s;;;0\n$/);
  });

  test('The performance data leave out the counts if the server did not answer for each device, so that no graph dips', async () => {
    terminal.http.reply(checkDevice, GONE);
    const { stdout } = await check('FREE1', 'USED1', '--min', '1', '--format', 'nagios', '--concurrency', '1');
    expect(stdout).toMatch(/^PHYSIO UNKNOWN - /);
    expect(stdout.split(' | ')[1]).toMatch(
      /^devices=2;;;0 unknown=2;;;0;2 time=[\d.]+s;;;0(?: slowest=[\d.]+s;;;0)?\n$/,
    );
  });

  test('The performance data have the counts, the minimum as a range, and the times in seconds', async () => {
    const { stdout } = await check('FREE1', 'USED1', 'OFF01', '--min', '1', '--format', 'nagios');
    expect(stdout.split(' | ')[1]).toMatch(
      /^devices=3;;;0 available=1;;1:;0;3 free=1;;;0;3 leased=1;;;0;3 running=0;;;0;3 offline=1;;;0;3 locked=0;;;0;3 not-in-operation=0;;;0;3 unknown=0;;;0;3 time=[\d.]+s;;;0 slowest=[\d.]+s;;;0\n$/,
    );
  });

  test.each([
    ['--min 0', /^PHYSIO UNKNOWN - Option '--min <n>' argument '0' is invalid/],
    ['--nonsense', /^PHYSIO UNKNOWN - Unknown option '--nonsense'\. See physio device check --help$/m],
    ['-o json', /^PHYSIO UNKNOWN - --format nagios and -o cannot be combined/],
    ['--json sno,colour', /^PHYSIO UNKNOWN - Unknown field: colour/],
    ['--file none.txt', /^PHYSIO UNKNOWN - Could not read --file none\.txt/],
    ['--output none/x', /^PHYSIO UNKNOWN - Invalid --output: directory none does not exist/],
    ['--profile nobody', /^PHYSIO UNKNOWN - /],
  ])('A failure of our own is UNKNOWN and exits with 3: %s', async (words, line) => {
    const { code, stdout, stderr } = await check('FREE1', '--format=nagios', ...words.split(' '));
    expect([code, stdout, stderr]).toEqual([3, expect.stringMatching(line), '']);
    expect(stdout).toMatch(PLUGIN_LINE);
  });

  test('Without a token, the line says how to sign in', async () => {
    const { code, stdout } = await terminal.physio(['device', 'check', 'FREE1', '--format', 'nagios'], {
      env: { PHYSIO_API: SIGNED_IN.env.PHYSIO_API },
    });
    expect([code, stdout]).toEqual([
      3,
      expect.stringMatching(/^PHYSIO UNKNOWN - Not signed in\. Sign in: physio login/),
    ]);
  });

  test('A line break or a separator in the server’s message does not break the line', async () => {
    terminal.http.reply(checkDevice, refused('500', '系统繁忙 | x=1\nnext'));
    expect(await nagios('FREE1')).toEqual([3, expect.stringMatching(/系统繁忙 \/ x=1 next/)]);
  });

  test('The reason is a part of the line between semicolons', async () => {
    terminal.http.reply(checkDevice, httpResponse({ status: 502 }));
    const { stdout } = await check('FREE1', '--format', 'nagios', '--retry', '0');
    expect(stdout).toMatch(/^PHYSIO UNKNOWN - The server failed .*\. Try again later; 1 unknown \| /);
  });

  test('The line names ten devices at most', async () => {
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' });
    const { stdout } = await check(...Array.from({ length: 1_000 }, (_, at) => `MANY${at}`), '--format', 'nagios');
    expect(stdout).toMatch(/^PHYSIO CRITICAL - (?:MANY\d offline(?:, | and )){10}990 more; 1000 offline \| /);
  });
});

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads the text exposition format as strictly as its specification is. */
function samplesIn(text: string): Sample[] {
  expect(text.endsWith('\n')).toBe(true);
  const samples: Sample[] = [];
  const typed = new Set<string>();
  const seen = new Set<string>();
  for (const line of text.trimEnd().split('\n')) {
    const type = /^# TYPE ([a-z_]+) gauge$/.exec(line)?.[1];
    if (type !== undefined) {
      expect(typed.has(type)).toBe(false);
      typed.add(type);
    }
    if (line.startsWith('# ')) {
      expect(line).toMatch(/^# (?:HELP [a-z_]+ \S.*|TYPE [a-z_]+ gauge)$/);
      continue;
    }
    const [, name = '', , inner = '', value = ''] =
      /^([a-z_]+)(\{((?:[a-z]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\})? (\d+(?:\.\d+)?)$/.exec(line) ?? expect.fail(line);
    const labels = Object.fromEntries(
      Array.from(inner.matchAll(/([a-z]+)="((?:[^"\\]|\\.)*)"/g), ([, label = '', escaped = '']) => [
        label,
        escaped.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter)),
      ]),
    );
    expect([...typed].at(-1)).toBe(name);
    expect(seen.has(line.slice(0, line.lastIndexOf(' ')))).toBe(false);
    seen.add(line.slice(0, line.lastIndexOf(' ')));
    samples.push({ name, labels, value: Number(value) });
  }
  return samples;
}

describe('--format prometheus', () => {
  test('It has a sample per device and status, with escaped names and base units', async () => {
    const { code, stdout } = await check('FREE1', 'OFF01', 'USED1', 'NONE1', 'FREE1', '--format', 'prometheus');
    const samples = samplesIn(stdout);
    const valuesOf = (name: string, label = 'sno') =>
      samples.filter((sample) => sample.name === name).map(({ labels, value }) => [labels[label], value]);
    expect(code).toBe(5);
    const ones = samples.filter(({ name, value }) => name === 'physio_device_status' && value === 1);
    expect(ones.map(({ labels }) => labels)).toEqual([
      { sno: 'FREE1', status: 'free' },
      { sno: 'OFF01', status: 'offline' },
      { sno: 'USED1', status: 'leased' },
      { sno: 'NONE1', status: 'unknown' },
    ]);
    expect(valuesOf('physio_device_status')).toHaveLength(4 * NEUTRAL_STATUSES.length);
    expect(valuesOf('physio_device_online')).toEqual([
      ['FREE1', 1],
      ['OFF01', 0],
      ['USED1', 1],
    ]);
    expect(valuesOf('physio_device_info', 'name')).toEqual([
      ['A\\B "C" 理疗仪', 1],
      ['A\\B "C" 理疗仪', 1],
      ['家用理疗仪', 1],
    ]);
    expect(valuesOf('physio_devices', 'status')).toContainEqual(['free', 1]);
    expect(valuesOf('physio_device_check_success')).toEqual(
      ['FREE1', 'OFF01', 'USED1', 'NONE1'].map((sno) => [sno, 1]),
    );
    expect(valuesOf('physio_fleet_requirement_met')).toEqual([[undefined, 0]]);
  });

  test('The reports of two shops in one directory have no series in common if each has a label', async () => {
    const report = async (shop: string) =>
      (await check('FREE1', '--format', 'prometheus', '--label', `shop=${shop}`)).stdout;
    const series = (text: string) => samplesIn(text).map(({ name, labels }) => JSON.stringify([name, labels]));
    const [north, south] = [series(await report('north')), series(await report('南店 "2"'))];
    expect(north).toHaveLength(new Set([...north, ...south]).size / 2);
    expect(south.every((each) => each.includes(String.raw`"shop":"南店 \"2\""`))).toBe(true);
  });

  test('Numbers that differ only in control characters do not become the same sample twice', async () => {
    const { stdout } = await check('!\u0007', '!\u0008', '--format', 'prometheus');
    expect(samplesIn(stdout).filter(({ name }) => name === 'physio_device_check_success')).toHaveLength(1);
  });
});

/** The test cases that a CI server reads. Throws for XML that is not well-formed. */
function casesIn(xml: string) {
  const failing = (level: string, message: string) => {
    if (level !== 'warning') expect.fail(`${level}: ${message}`);
  };
  const document = new DOMParser({ onError: failing }).parseFromString(xml, 'text/xml');
  const suite = document.getElementsByTagName('testsuite')[0] ?? expect.fail('no test suite');
  const cases = Array.from(suite.getElementsByTagName('testcase'), (element) => {
    const outcome = Array.from(element.childNodes).find(({ nodeType }) => nodeType === element.ELEMENT_NODE);
    return {
      name: element.getAttribute('name'),
      outcome: outcome?.nodeName,
      message: outcome && (outcome as typeof element).getAttribute('message'),
      text: outcome?.textContent,
    };
  });
  const numbers = ['tests', 'failures', 'errors', 'skipped'].map((name) => Number(suite.getAttribute(name)));
  const count = (name: string) => cases.filter(({ outcome }) => outcome === name).length;
  expect(numbers).toEqual([cases.length, count('failure'), count('error'), count('skipped')]);
  return cases;
}

test('A device whose entry alone cannot be decided has its status in every report', async () => {
  terminal.http.reply(listCards, refused('500', '系统繁忙'));
  const plainly = await check('FREE1', '--json', 'status,leadsTo');
  expect([plainly.code, plainly.json()]).toEqual([1, { status: 'free', leadsTo: null }]);
  const nagios = await check('FREE1', '--format', 'nagios');
  expect([nagios.code, nagios.stdout]).toEqual([0, expect.stringMatching(/^PHYSIO OK - 1 free \|/)]);
  const prometheus = await check('FREE1', '--format', 'prometheus');
  expect([prometheus.code, prometheus.stdout]).toEqual([0, expect.stringContaining('check_success{sno="FREE1"} 1')]);
  const junit = await check('FREE1', '--format', 'junit');
  expect([junit.code, casesIn(junit.stdout)[0]?.outcome]).toEqual([0, undefined]);
});

describe('--format junit', () => {
  test('Each device is a test case, and so is the minimum', async () => {
    const { code, stdout } = await check(
      'FREE1',
      'OFF01',
      'NONE1',
      '--format',
      'junit',
      '--fail-on',
      'offline',
      '--min',
      '2',
    );
    expect(code).toBe(5);
    expect(casesIn(stdout)).toEqual([
      { name: 'FREE1', outcome: undefined, message: undefined, text: undefined },
      {
        name: 'OFF01',
        outcome: 'failure',
        message: 'offline',
        text: expect.stringContaining('The device is offline.'),
      },
      {
        name: 'NONE1',
        outcome: 'error',
        message: 'unknown',
        text: expect.stringContaining('No device has the number NONE1'),
      },
      {
        name: 'at least 2 free',
        outcome: 'error',
        message: 'required 2 free, found 1 free, 1 offline, 1 unknown',
        text: '',
      },
    ]);
  });

  test('A failure names the status and what was expected', async () => {
    const { code, stdout } = await check('USED1', '--format', 'junit', '--expect', 'free,running');
    expect([code, casesIn(stdout)[0]?.message]).toEqual([5, 'leased, expected free or running']);
  });

  test('A suite without devices has one error, so that an empty list is not taken for a healthy fleet', async () => {
    const { code, stdout } = await check('-', '--format', 'junit');
    expect([code, casesIn(stdout)]).toEqual([
      1,
      [{ name: 'at least one device', outcome: 'error', message: 'no devices to check', text: '' }],
    ]);
  });
});

describe('any report', () => {
  const words = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"\\\n|&<>]]>', '\ud800', '\u0000\u001b[31m'));
  const finding = fc.record({
    sno: words,
    name: fc.option(words, { nil: undefined }),
    status: fc.constantFrom(...NEUTRAL_STATUSES),
    online: fc.option(fc.boolean(), { nil: undefined }),
    ms: fc.option(fc.integer({ min: 0, max: 90_000 }), { nil: undefined }),
    message: words,
    exitCode: fc.constant(0 as const),
  });
  const reports: fc.Arbitrary<FleetReport> = fc.record({
    findings: fc.uniqueArray(finding, { selector: ({ sno }) => sno, maxLength: 6 }),
    requirement: fc.record({
      failing: fc.subarray([...NEUTRAL_STATUSES]),
      min: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    }),
    isDefault: fc.boolean(),
    startedAt: fc.constant(1_772_413_200_000),
    endedAt: fc.constant(1_772_413_200_123),
    stoppedBy: fc.option(words, { nil: undefined }),
  });

  test('It can be read by its reader, whatever the names and messages are', () => {
    fc.assert(
      fc.property(reports, (report) => {
        expect(`${nagiosReport(report).line}\n`).toMatch(PLUGIN_LINE);
        samplesIn(`${prometheusReport(report).join('\n')}\n`);
        expect(casesIn(junitReport(report).join('\n')).length).toBeGreaterThanOrEqual(report.findings.length);
      }),
    );
  });
});

describe('--output', () => {
  const FORMATS = ['nagios', 'prometheus', 'junit'];

  test.each(FORMATS)('It replaces a file with the %s report, readable by all, and prints nothing', async (format) => {
    const file = inHome('report');
    writeFileSync(file, 'old', { mode: 0o600 });
    const before = statSync(file).ino;
    const { stdout } = await check('FREE1', '--format', format, '--output', 'report');
    expect([stdout, statSync(file).mode & 0o777]).toEqual(['', 0o644]);
    expect(readFileSync(file, 'utf8')).toMatch(/PHYSIO OK|physio_devices\{status="free"\} 1|<\/testsuites>/);
    expect(statSync(file).ino).not.toBe(before);
    expect(readdirSync(terminal.home).filter((name) => name.startsWith('report'))).toEqual(['report']);
  });

  test('A link stays, and its target is replaced', async () => {
    mkdirSync(inHome('real'));
    writeFileSync(inHome('real/devices.prom'), 'old');
    symlinkSync('real/devices.prom', inHome('devices.prom'));
    await check('FREE1', '--format', 'prometheus', '--output', 'devices.prom');
    expect(readFileSync(inHome('real/devices.prom'), 'utf8')).toContain('physio_devices');
  });

  test('A file that can no longer be written keeps its old text, and the error names it', async () => {
    const file = inHome('report');
    writeFileSync(file, 'old');
    terminal.http.reply(checkDevice, (request) => {
      execFileSync('rm', [file]);
      mkdirSync(path.join(file, 'taken'), { recursive: true });
      return checked(request);
    });
    const { code, stderr } = await check('FREE1', '--format', 'prometheus', '--output', 'report');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^physio: Could not write report \(E\w+\)$/m)]);
    expect(readdirSync(terminal.home).filter((name) => name.startsWith('report'))).toEqual(['report']);
  });

  test.skipIf(process.getuid?.() === 0)(
    'A directory that cannot be written is refused before anything is sent',
    async () => {
      mkdirSync(inHome('closed'));
      chmodSync(inHome('closed'), 0o500);
      const { code, stderr } = await check('FREE1', '--format', 'junit', '--output', 'closed/x.xml');
      expect([code, stderr]).toEqual([2, expect.stringContaining('cannot write to directory closed (EACCES)')]);
      expect(terminal.http.sent).toEqual([]);
    },
  );

  test.each(FORMATS)('Ctrl-C keeps the old file of a %s report', async (format) => {
    writeFileSync(inHome('report'), 'old');
    const ctrlC = new AbortController();
    terminal.http.reply(checkDevice, checked, () => (ctrlC.abort(), new Promise<never>(() => {})));
    const { code, stdout } = await terminal.physio(
      ['device', 'check', 'FREE1', 'FREE2', '--concurrency', '1', '--format', format, '--output', 'report'],
      { ...SIGNED_IN, interruption: ctrlC },
    );
    expect([code, stdout, readFileSync(inHome('report'), 'utf8')]).toEqual([130, '', 'old']);
    expect(readdirSync(terminal.home).filter((name) => name.startsWith('report'))).toEqual(['report']);
  });
});

test.each<[string, Parameters<Terminal['http']['reply']>[1], string, number, RegExp]>([
  [
    'a token that expired',
    new Problem('unauthorized'),
    'FREE1 FREE2',
    4,
    /^physio: Could not check 2 devices: FREE1, FREE2\. The token is invalid or expired.*\n$/,
  ],
  [
    'a server that fails',
    new Problem('http', { status: 500 }),
    'FREE1',
    1,
    /^physio: Could not check 1 device: FREE1\. The server failed.*\n$/,
  ],
  ['a number that no device has', refused('404', '设备不存在'), 'FREE1', 1, /^physio: .*FREE1.*\n$/],
])('A report in which %s hides no reason, also with --quiet', async (_what, answer, devices, exit, words) => {
  terminal.http.reply(checkDevice, answer);
  const { code, stderr } = await check(...devices.split(' '), '--format', 'prometheus', '--quiet');
  expect([code, stderr]).toEqual([exit, expect.stringMatching(words)]);
});

test('A report about no device says so on stderr', async () => {
  writeFileSync(inHome('empty.txt'), '');
  const { code, stderr } = await check('--file', inHome('empty.txt'), '--format', 'prometheus', '--quiet');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^physio: Requirement undecided: .*\n$/)]);
});

describe('a server that goes down in the middle', () => {
  const many = Array.from({ length: 100 }, (_, at) => `MANY${at}`);
  beforeEach(() => {
    let left = 20;
    terminal.http.reply(checkDevice, (request) => (left-- > 0 ? checked(request) : GONE));
  });

  test('nagios says UNKNOWN and why', async () => {
    const undecided = await check(...many, '--format', 'nagios', '--concurrency', '4');
    expect([undecided.code, undecided.stdout, undecided.stderr]).toEqual([
      3,
      expect.stringMatching(/^PHYSIO UNKNOWN - Could not reach the server .*; 20 free, 80 unknown \| /),
      '',
    ]);
  });

  test('nagios says CRITICAL if a checked device breaks the requirement', async () => {
    const { code, stdout } = await check('OFF01', ...many, '--format', 'nagios', '--concurrency', '1');
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^PHYSIO CRITICAL - OFF01 offline; Could not reach/)]);
  });

  test('prometheus writes a whole file in which the others are unknown', async () => {
    const { code, stderr } = await check(...many, '--format', 'prometheus', '--output', 'x.prom', '--concurrency', '4');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/physio: Stopped after \d+ consecutive failures/)]);
    const samples = samplesIn(readFileSync(inHome('x.prom'), 'utf8'));
    const sum = (name: string) =>
      samples.filter((sample) => sample.name === name).reduce((total, { value }) => total + value, 0);
    expect([sum('physio_device_status'), sum('physio_device_check_success')]).toEqual([100, 20]);
    expect(samples.filter(({ name }) => name === 'physio_fleet_requirement_met')).toEqual([]);
  });

  test('junit lists failed checks as errors and the rest as skipped', async () => {
    const { code, stdout } = await check(...many, '--format', 'junit', '--concurrency', '4');
    const outcomes = casesIn(stdout).map(({ outcome }) => outcome);
    expect([code, outcomes.length, outcomes.filter((each) => each === undefined).length]).toEqual([1, 100, 20]);
    expect(new Set(outcomes)).toEqual(new Set([undefined, 'error', 'skipped']));
  });
});
