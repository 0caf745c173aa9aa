import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandHint } from '../../src/cli/words/command-hint.ts';
import { getUser, updatePhone } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listShares } from '../../src/core/share/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { ENDPOINTS, type Failure, type FakeServer, httpResponse, misshapen, refused } from '../helpers/fake-server.ts';
import { aCardOrder, aDevice, aLeaseOrder, aPage, aReport, offline } from '../helpers/wire.ts';
import { API, Terminal, TOKEN } from './terminal.ts';
import { answersWell, obeys, SNO } from './well-behaved-server.ts';

const COMMAND =
  /physio (?:login|logout|profile|account|doctor|device|plan|order|treatment|share|card|refund|feedback|completion|help)\b/g;

/** Extracts the commands that a text prints. A command ends at the next one or at the end of the line. */
function commandsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const starts = [...line.matchAll(COMMAND)].map(({ index }) => index);
    return starts
      .map((start, at) => line.slice(start, starts[at + 1]))
      .filter((command) => !command.endsWith(' --help')); // --help is the same for every profile
  });
}

describe('commandHint', () => {
  const of = (given: Parameters<typeof commandHint>[0]) => commandHint(given)`device show ${SNO}`;

  test('A hint repeats the profile, server and token file of the command line, and nothing else', () => {
    expect(of({})).toBe(`physio device show ${SNO}`);
    expect(of({ profile: 'other', api: API, tokenFile: 'token.txt' })).toBe(
      `physio device show ${SNO} --profile other --api ${API} --token-file token.txt`,
    );
  });

  test('A hint names no option twice: the message’s own option wins', () => {
    const hint = commandHint({ profile: 'other', api: API, tokenFile: 'token.txt' });
    expect(hint`login --profile NAME --token-file FILE`).toBe(
      `physio login --profile NAME --token-file FILE --api ${API}`,
    );
  });

  test('A hint to set a profile’s address repeats neither the wrong address nor the token file', () => {
    expect(commandHint({ profile: 'other', api: API, tokenFile: 'token.txt' })`profile set api URL`).toBe(
      'physio profile set api URL --profile other',
    );
  });

  test('A hint replaces a token from stdin by FILE', () => {
    expect(of({ tokenFile: '-' })).toBe(`physio device show ${SNO} --token-file FILE`);
  });

  test.each([
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'a3f5c9d2e8b14706a3f5c9d2e8b14706',
    'https://shop.example/?accessToken=canary-4711',
  ])('A hint never repeats a token that was given as a file name: %s', (tokenFile) =>
    expect(of({ tokenFile })).toBe(`physio device show ${SNO} --token-file FILE`),
  );

  test.each([
    'https://user:secret@cloud.example/api',
    'https://cloud.example/api?accessToken=canary-4711',
    'https://cloud.example/#accessToken=canary-4711',
  ])('A hint never repeats an address with more than a server and a path: %s', (api) =>
    expect(of({ api })).toBe(`physio device show ${SNO} --api URL`),
  );

  test('A POSIX shell parses a hint into the original words, whatever they are', () => {
    const word = fc
      .string({ unit: 'binary', minLength: 0, maxLength: 20 })
      .filter((text) => !/[\0\ud800-\udfff]/.test(text));
    fc.assert(
      fc.property(word, word, (number, file) => {
        const hint = commandHint({ tokenFile: `/${file}`, profile: '~me' })`order pay ${number}`;
        const shown = execFileSync('sh', ['-c', `physio() { printf '%s\\0' "$@"; }; ${hint}`], { encoding: 'utf8' })
          .split('\0')
          .slice(0, -1);
        expect(shown).toEqual(['order', 'pay', number, '--profile', '~me', '--token-file', `/${file}`]);
      }),
      { numRuns: 50 },
    );
  });
});

/** Per server behaviour: the replies that differ from a well-behaved server. */
const SERVERS: Record<string, (http: FakeServer) => unknown> = {
  'answers every request': () => {},
  'refuses every request': (http) => failsAltogether(http, refused('9001', '系统维护中')),
  'rejects the token': (http) => failsAltogether(http, httpResponse({ status: 401 })),
  'denies access': (http) => failsAltogether(http, httpResponse({ status: 403 })),
  'cannot be reached': (http) =>
    failsAltogether(http, new Problem('network', { message: 'no answer came: ECONNRESET' })),
  'does not answer': (http) => failsAltogether(http, new Problem('timeout')),
  'sends unexpected responses': (http) => failsAltogether(http, httpResponse({ body: '<html>' })),
  'has no data': (http) => {
    failsAltogether(http, misshapen(aPage()));
    http
      .reply(listDevices, [])
      .reply(listShares, [])
      .reply(getUser, { assist: false })
      .reply(checkDevice, refused(500));
  },
  'reports the device as offline': (http) =>
    http
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' })
      .reply(getDetail, offline)
      .reply(listDevices, [aDevice({ sno: 'OTHER01' })]),
  'reports the device as running': (http) =>
    http
      .reply(readLatest, aReport({ onOff: 1, useTime: 2 }))
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' }),
  'returns another price': (http) =>
    http
      .reply(createLeaseOrder, { payMoney: '29.90', orderNo: 'L-100' })
      .reply(listDevices, [])
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' }),
  'has paid orders': (http) =>
    http
      .reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-100', status: '支付完成', statusCode: 5 }))
      .reply(listCardOrders, aPage(aCardOrder({ chargeOrderNo: 'C-100', statusCode: 5, statusDesc: '支付完成' }))),
  'rejects the verification code': (http) => http.reply(updatePhone, refused(517)),
};

function failsAltogether(http: FakeServer, failure: Failure): void {
  for (const endpoint of ENDPOINTS) http.fails(endpoint, failure);
}

const LINES = [
  'account show',
  `account send-code 13800000009`,
  'account bind 13800000009 1234',
  'device list',
  'device history',
  `device show ${SNO}`,
  `device check ${SNO}`,
  `device enter ${SNO} --no-assist`,
  'device enter',
  `device wait ${SNO} --for running --timeout 0.01`,
  `plan list ${SNO}`,
  `order create ${SNO} --plan d7 --by duration --yes`,
  `order create ${SNO} --plan u10 --by uses --operator shop-1 --yes`,
  'order pay L-100 --yes --timeout 0.01',
  'order pay C-100 --card --operator shop-1 --yes --timeout 0.01',
  'order list',
  'order list --cards --operator shop-1',
  'order show L-100',
  'order show C-100 --card --operator shop-1',
  'order show C-999 --card --operator shop-1',
  'order show  ',
  'order cancel L-100 --yes',
  `treatment start ${SNO} --mode bio --yes`,
  `treatment show ${SNO}`,
  `treatment stop ${SNO} --yes`,
  `share list ${SNO}`,
  `share add ${SNO} 13800000004`,
  `share remove ${SNO} 13800000003 --yes`,
  'card list',
  'refund list',
  'feedback send --content x',
  'doctor',
  `doctor --contract --device ${SNO}`,
  'profile list',
  'profile show',
  'profile use nope',
  'profile trust',
  'login',
  'logout',
  'profile set version 2',
];

describe('printed commands', () => {
  let terminal: Terminal;
  let given: string[];
  beforeAll(async () => {
    terminal = new Terminal();
    mkdirSync(path.join(terminal.home, 'my tokens'));
    writeFileSync(path.join(terminal.home, 'my tokens/other.txt'), TOKEN, { mode: 0o600 });
    given = ['--profile', 'other', '--api', API, '--token-file', 'my tokens/other.txt'];
  });
  afterAll(() => terminal.close());

  const named: string[] = [];

  // covers cli.rule.16a
  test.each(Object.keys(SERVERS))(
    'Every printed command repeats the given profile, server and token file when the server %s',
    async (name) => {
      answersWell(terminal.http);
      obeys(terminal.http, startDevice, 0);
      SERVERS[name]?.(terminal.http);
      for (const line of LINES) {
        await terminal.physio(['profile', 'set', 'version', '1', '--profile', 'other']);
        const { stdout, stderr } = await terminal.physio([...line.split(' '), ...given]);
        for (const command of commandsIn(stdout + stderr)) {
          named.push(command);
          expect([line, command]).toEqual([line, expect.stringMatching(/ --profile (?:other|NAME|nope)\b/)]);
          if (command.startsWith('physio profile set ')) continue;
          expect([line, command]).toEqual([
            line,
            expect.stringMatching(/ --api (?:https:\/\/cloud\.example\/api|URL)(?=[\s).,;]|$)/),
          ]);
          if (line !== 'login' || !command.startsWith('physio device list'))
            expect([line, command]).toEqual([
              line,
              expect.stringMatching(/ --token-file (?:'my tokens\/other\.txt'|FILE)/),
            ]);
        }
      }
    },
  );

  test('The cases above print every noun and most verbs', () => {
    const met = new Set(named.map((command) => command.split(' ').slice(1, 3).join(' ')));
    expect([...met].toSorted()).toEqual(
      expect.arrayContaining([
        'account bind',
        'account send-code',
        'device check',
        'device enter',
        'device list',
        'device show',
        'device wait',
        'doctor --contract',
        'login --token-file',
        'login --profile',
        'order cancel',
        'order create',
        'order list',
        'order pay',
        'order show',
        'plan list',
        'profile trust',
        'share add',
        'share list',
        'treatment show',
        'treatment start',
        'treatment stop',
      ]),
    );
  });

  test('After login, hints omit the token file unless PHYSIO_TOKEN outranks the stored token', async () => {
    terminal.http.reply(getUser, { nickname: 'A', assist: false });
    const login = async (env = {}) => commandsIn((await terminal.physio(['login', ...given], { env })).stderr);
    expect(await login()).toEqual([`physio device list --profile other --api ${API}`]);
    expect(await login({ PHYSIO_TOKEN: 'of-somebody-else' })).toEqual([
      `physio device list --profile other --api ${API} --token-file 'my tokens/other.txt'`,
    ]);
  });

  test('A hint does not repeat the environment, which applies to the next command as well', async () => {
    terminal.http.reply(listDevices, []);
    const { stderr } = await terminal.physio(['device', 'list'], {
      env: { PHYSIO_API: API, PHYSIO_TOKEN: TOKEN, PHYSIO_PROFILE: 'other' },
    });
    expect(commandsIn(stderr)).toEqual(['physio device check SNO']);
  });
});
