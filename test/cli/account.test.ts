import { Readable } from 'node:stream';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { privateFiles } from '../../src/cli/main.ts';
import { getUser, sendCode, updatePhone } from '../../src/core/account/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { refused } from '../helpers/fake-server.ts';
import { API, SIGNED_IN, Terminal, TOKEN } from './terminal.ts';
import { listCards, listRefunds } from '../../src/core/wallet/api.ts';
import { aCard, aPage } from '../helpers/wire.ts';
import { createFeedback } from '../../src/core/feedback/api.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http
    .reply(getUser, { nickname: '小王', mobile: '13812345678', assist: true })
    .reply(sendCode)
    .reply(updatePhone)
    .reply(createFeedback);
});
afterEach(() => terminal.close());

const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);
const lastSent = () => JSON.parse(terminal.http.sent.at(-1)?.body ?? '{}') as { data: unknown };

describe('account show', () => {
  test('account show prints the account, with the phone number masked unless --show-phones is given', async () => {
    const { stdout } = await physio('account', 'show');
    expect(stdout).toMatch(/name\s+小王/);
    expect(stdout).toMatch(/phone\s+138\*{4}5678/);
    expect(stdout).toMatch(/assistant\s+yes/);
    expect(stdout).toMatch(/signed in until\s+unknown/);
    expect((await physio('account', 'show', '--show-phones', '--json', 'mobile')).json()).toEqual({
      mobile: '13812345678',
    });
  });

  test('account show names the source of the token in place of the profile when the token does not come from the profile', async () => {
    const file = path.join(terminal.home, 'token.txt');
    writeFileSync(file, TOKEN, { mode: 0o600 });
    const ofFile = await terminal.physio(['account', 'show', '--api', API, '--token-file', file]);
    expect(ofFile.stdout).toMatch(new RegExp(`^token from\\s+${file}$`, 'm'));
    expect(ofFile.stdout).not.toMatch(/^profile/m);
    expect((await physio('account', 'show')).stdout).toMatch(/^token from\s+PHYSIO_TOKEN$/m);
    await terminal.physio(['login', '--api', API, '--token-file', file]);
    expect((await terminal.physio(['account', 'show'])).stdout).toMatch(/^profile\s+default$/m);
  });

  test('account show prints when the token expires if the token is a JWT with exp', async () => {
    const claims = Buffer.from(JSON.stringify({ exp: 1_803_600_000 })).toString('base64url');
    const env = { PHYSIO_API: API, PHYSIO_TOKEN: `head.${claims}.sign` };
    const { json, stdout } = await terminal.physio(['account', 'show', '--json'], { env });
    expect(json()).toMatchObject({ signedInUntil: new Date(1_803_600_000_000).toISOString(), assist: true });
    expect(stdout).not.toContain(claims);
  });

  test.each([
    'head.e30.sign',
    'head.%%%.sign',
    'a.b',
    `head.${Buffer.from('{"exp":1e300}').toString('base64url')}.sign`,
  ])('account show prints no expiry for a token that states none: %s', async (token) => {
    const { code, json } = await terminal.physio(['account', 'show', '--json', 'signedInUntil'], {
      env: { PHYSIO_API: API, PHYSIO_TOKEN: token },
    });
    expect([code, json()]).toEqual([0, { signedInUntil: null }]);
  });
});

describe('account send-code and account bind', () => {
  test('account send-code sends a code at most once a minute', async () => {
    const { code, stderr } = await physio('account', 'send-code', '138 1234 5678');
    expect([code, lastSent().data]).toEqual([0, '13812345678']);
    expect(stderr).toContain('physio account bind PHONE CODE');
    const again = await physio('account', 'send-code', '13900000001');
    const words = 'A code was sent to 138****5678 less than a minute ago. Use it for that number, or wait a minute';
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(words)]);
    expect(terminal.http.requests(sendCode)).toHaveLength(1);
  });

  test.each([
    [2, 'rejected this phone number'],
    [1000011, 'An account has this phone number already. To see the number of this account: physio account show'],
    [99, '稍后再试'],
  ])('account send-code prints the reason when the server answers with code %s', async (serverCode, words) => {
    terminal.http.reply(sendCode, refused(serverCode, '稍后再试'));
    const { code, stderr } = await physio('account', 'send-code', '13900000001');
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  });

  test('account send-code calls the number of this account no other account’s', async () => {
    terminal.http.reply(sendCode, refused(1000011, '…'));
    const { code, stderr } = await physio('account', 'send-code', '+86 138 1234 5678');
    expect([code, stderr]).toEqual([1, 'physio: This account has this phone number already.\n']);
  });

  test('account bind binds the number with its code', async () => {
    const { code, json } = await physio('account', 'bind', '13812345678', '1234', '--json');
    expect([code, json()]).toEqual([0, { mobile: '138****5678', outcome: 'bound' }]);
    expect(lastSent().data).toEqual({ newMobile: '13812345678', newCode: '1234' });
  });

  test('account bind says that the number is bound although nothing can be stored afterwards', async () => {
    vi.spyOn(privateFiles, 'runExclusive').mockRejectedValue(new Problem('storage', { message: 'the disk is full' }));
    const { code, stdout, stderr } = await physio('account', 'bind', '13812345678', '1234');
    expect([code, stdout]).toEqual([1, 'Bound 138****5678 to the account.\n']);
    expect(stderr).toContain('the disk is full');
  });

  test.each([
    [517, 'Wrong code'],
    [500, '系统忙'],
  ])('account bind prints the reason when the server answers with code %s', async (serverCode, words) => {
    terminal.http.reply(updatePhone, refused(serverCode, '系统忙'));
    const { code, stderr } = await physio('account', 'bind', '13900000001', '1234');
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  });

  test('account bind says that the account has the number already, which a bind without an answer gave it', async () => {
    terminal.http.reply(updatePhone, new Problem('timeout'), refused(517, '…'));
    terminal.http.reply(getUser, { mobile: '13900000001' });
    const bind = () => physio('account', 'bind', '13900000001', '1234');
    expect(await bind()).toMatchObject({ code: 3, stdout: '' });
    expect(await bind()).toMatchObject({
      code: 0,
      stdout: 'The account has 139****0001 already. Nothing was bound.\n',
    });
  });

  test('account bind says that the number may be bound after a breakdown of the server', async () => {
    terminal.http.reply(updatePhone, refused(500, '系统异常'));
    const { code, stderr } = await physio('account', 'bind', '13812345678', '1234');
    expect(code).toBe(1);
    expect(stderr).toContain('138****5678 may now be bound to the account. Check with: physio account show');
    expect(stderr).not.toContain('Could not bind');
  });

  test('account send-code says that a code may have been sent after a breakdown of the server', async () => {
    terminal.http.reply(sendCode, refused(500, '系统异常'));
    const { code, stderr } = await physio('account', 'send-code', '13812345678');
    expect([code, stderr]).toEqual([1, expect.stringContaining('A code may have been sent to 138****5678.')]);
    expect(stderr).not.toContain('Could not send');
  });

  test.each([{}, { mobile: null, nickname: null }])(
    'A server that sends no phone number and no name leaves both unknown in account show: %j',
    async (user) => {
      terminal.http.reply(getUser, user);
      const { stdout } = await physio('account', 'show');
      expect(stdout).toMatch(/name\s+unknown \(the server sends none\)/);
      expect(stdout).toMatch(/phone\s+unknown \(the server sends none\)/);
    },
  );

  test('account send-code sends nothing for an invalid phone number', async () => {
    expect((await physio('account', 'send-code', 'PL10001')).code).toBe(2);
    expect(terminal.http.sent).toEqual([]);
  });
});

const aRefund = (number: number) => ({
  refundNo: `R-${number}`,
  operatorName: '康健店',
  statusDesc: '退款成功',
  amount: '19.90',
  utime: 1_772_413_200_000,
});

test('card list prints the cards and their remaining uses', async () => {
  terminal.http.reply(listCards, aPage(aCard()));
  expect((await physio('card', 'list')).stdout).toMatch(/shop-1\s+康健店\s+3\s+2026-03-01 08:00 \+08:00/);
  expect((await physio('card', 'list', '--json', 'operatorId,remainingUses')).json()).toEqual([
    { operatorId: 'shop-1', remainingUses: 3 },
  ]);
});

test('card list prints one card for each operator, and no number that the server does not state', async () => {
  const cards = [aCard({ money: 5 }), aCard({ money: 0 }), aCard({ sysUserId: 'shop-2', money: null })];
  terminal.http.reply(listCards, aPage(...cards));
  expect((await physio('card', 'list', '--json', 'operatorId,remainingUses')).json()).toEqual([
    { operatorId: 'shop-1', remainingUses: 5 },
    { operatorId: 'shop-2', remainingUses: null },
  ]);
});

test('card list names no number of a used-up card while the server counts a record that it has not sent', async () => {
  terminal.http.reply(listCards, { records: [aCard({ money: 0 })], total: 2 });
  expect((await physio('card', 'list', '--json', 'operatorId,remainingUses')).json()).toEqual([
    { operatorId: 'shop-1', remainingUses: null },
  ]);
});

test('card list succeeds without cards and names the plans', async () => {
  terminal.http.reply(listCards, aPage());
  const { code, stdout, stderr } = await physio('card', 'list');
  expect([code, stdout, stderr]).toEqual([0, '', expect.stringContaining('physio plan list')]);
});

test.each(['', '--all', '--json'])(
  'refund list %s fails, and does not say that there are no refunds, if the server counts some and sends none',
  async (words) => {
    terminal.http.reply(listRefunds, { records: [], total: 2 });
    const { code, stdout, stderr } = await physio('refund', 'list', ...words.split(' ').filter(Boolean));
    expect([code, stderr]).toEqual([1, expect.stringContaining('the server counts 2 records more than it sent')]);
    expect(stdout + stderr).not.toContain('No refunds');
  },
);

test('refund list notes that there may be more if the server counts more refunds than its first page has', async () => {
  terminal.http.reply(listRefunds, { records: [aRefund(0)], total: 2 });
  const { code, stderr } = await physio('refund', 'list');
  expect([code, stderr]).toEqual([0, expect.stringContaining('--all')]);
});

test('refund list prints the newest first, whatever the order of the server, and one without a time where the server has it', async () => {
  const times = {
    'R-5': undefined,
    'R-1': '2026-03-01 09:00:00',
    'R-4': '2026-03-03 09:00:00',
    'R-3': undefined,
    'R-2': '2026-03-02 09:00:00',
  };
  const refunds = Object.entries(times).map(([refundNo, utime]) => ({ ...aRefund(0), refundNo, utime }));
  terminal.http.reply(listRefunds, aPage(...refunds));
  const { stdout } = await physio('refund', 'list', '-o', 'value', '--json', 'refundNo');
  expect(stdout).toBe('R-5\nR-4\nR-3\nR-2\nR-1\n');
});

test('refund list calls the time of a refund that was not made that of a change', async () => {
  terminal.http.reply(listRefunds, aPage({ ...aRefund(1), statusDesc: '退款中' }, aRefund(2)));
  const words = ['refund', 'list', '--json', 'refundNo,refundedAt,changedAt'];
  const at = '2026-03-02T01:00:00.000Z';
  expect((await physio(...words)).json()).toEqual([
    { refundNo: 'R-1', refundedAt: null, changedAt: at },
    { refundNo: 'R-2', refundedAt: at, changedAt: null },
  ]);
});

test('refund list prints the first page and a note about more; --all fetches all pages', async () => {
  const first = Array.from({ length: 15 }, (_, index) => aRefund(index));
  terminal.http.reply(listRefunds, { records: first, total: 16 });
  const { stdout, stderr } = await physio('refund', 'list');
  expect(stdout).toMatch(/R-0\s+康健店\s+退款成功\s+￥19\.90\s+2026-03-02 09:00 \+08:00/);
  expect(stderr).toContain('--all');
  terminal.http.reply(listRefunds, { records: first, total: 16 }, aPage(aRefund(15)));
  const all = (await physio('refund', 'list', '--all', '--json', 'refundNo,amountFen')).json() as unknown[];
  expect(all).toHaveLength(16);
  expect(all[15]).toEqual({ refundNo: 'R-15', amountFen: 1990 });
});

const send = (options: string[], stdin = '') =>
  terminal.physio(['feedback', 'send', ...options], { ...SIGNED_IN, stdin });
const sent = () => terminal.http.sent.map(({ body }) => (JSON.parse(body) as { data: unknown }).data);

test('feedback send sends the text with the phone number', async () => {
  const { code, json } = await send(['--content', '设备不启动', '--phone', '138 0000 0001', '--json']);
  expect([code, json()]).toEqual([0, { outcome: 'sent', length: 5 }]);
  expect(sent()).toEqual([{ content: '设备不启动', phone: '138 0000 0001', file: [] }]);
});

test('feedback send reads the text from stdin', async () => {
  expect((await send(['--content', '-'], '第一行\n第二行\n')).code).toBe(0);
  expect(sent()).toEqual([{ content: '第一行\n第二行', file: [] }]);
});

test('feedback send reads a text that was saved on a Chinese Windows as it was written', async () => {
  const refundInGbk = Buffer.from([0xcd, 0xcb, 0xbf, 0xee, 0x0d, 0x0a]);
  const words = ['feedback', 'send', '--content', '-'];
  expect((await terminal.physio(words, { ...SIGNED_IN, pipe: Readable.from([refundInGbk]) })).code).toBe(0);
  expect(sent()).toEqual([{ content: '退款', file: [] }]);
});

test.each([
  ['138****0001', 'Some digits of this phone number are hidden'],
  ['abc', 'Invalid phone number'],
  ['138', 'enter all 7 to 15 digits, for example 13800000001'],
])('feedback send refuses %s as the number to call back, and sends nothing', async (phone, why) => {
  const { code, stderr } = await send(['--content', 'x', '--phone', phone]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  expect(sent()).toEqual([]);
});

test.each(['', '  \n'])('feedback send sends nothing when the text is empty', async (nothing) => {
  const [typed, read] = [await send(['--content', nothing]), await send(['--content', '-'], nothing)];
  expect([typed.code, typed.stderr]).toEqual([2, 'physio: The feedback is empty: pass its text with --content\n']);
  expect([read.code, read.stderr]).toEqual([2, 'physio: The feedback is empty: stdin had no text\n']);
  expect(sent()).toEqual([]);
});

test.each(['', ' '])(
  'feedback send sends nothing without the phone number that a script meant to give',
  async (phone) => {
    const { code, stderr } = await send(['--content', 'x', '--phone', phone]);
    expect([code, stderr]).toEqual([2, 'physio: --phone is empty: give a phone number, or leave the option out\n']);
    expect(sent()).toEqual([]);
  },
);

test('feedback send does not read both the token and the text from stdin', async () => {
  const { code } = await terminal.physio(['feedback', 'send', '--content', '-', '--token-file', '-'], SIGNED_IN);
  expect([code, sent()]).toEqual([2, []]);
});

test.each([
  ['timeout', new Problem('timeout'), 3],
  ['network', new Problem('network'), 1],
  ['a breakdown of the server', refused(500, '系统异常'), 1],
])('feedback send says that the feedback may have been sent when the answer is lost (%s)', async (_, lost, exit) => {
  terminal.http.reply(createFeedback, lost);
  const { code, stderr } = await send(['--content', 'x']);
  expect([code, stderr]).toEqual([exit, expect.stringMatching(/may have been sent.*may create a duplicate/)]);
});
