import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, listDevices } from '../../src/core/device/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { aCard, aLeaseOrder, aPage } from '../helpers/wire.ts';
import { API, Terminal, TOKEN } from './terminal.ts';
import { answersWell, obeys, SNO } from './well-behaved-server.ts';

const AT = 'at cloud.example.';

let terminal: Terminal;
beforeEach(async () => {
  terminal = new Terminal();
  answersWell(terminal.http);
  writeFileSync(path.join(terminal.home, 'token.txt'), TOKEN, { mode: 0o600 });
  await terminal.physio(['login', '--profile', 'shop', '--api', API, '--token-file', 'token.txt']);
});
afterEach(() => terminal.close());

/** Per prompt: the command that shows it, its text, also off a terminal if nothing is read before, and the state that it needs. */
const QUESTIONS: Record<string, { typed: string; asks: string; asksUnread?: string; prepare?: () => void }> = {
  'paying an order': { typed: 'order pay L-100', asks: 'Request payment of ￥19.90 for order L-100?' },
  'cancelling an order': {
    typed: 'order cancel L-100',
    asks: 'Cancel order L-100 (￥19.90)?',
    asksUnread: 'Cancel order L-100?',
  },
  'renewing a lease': {
    typed: `order create ${SNO} --plan d7 --by duration`,
    asks: `Order 7 days for ￥19.90 for ${SNO}?`,
    asksUnread: `Order plan d7 for ${SNO}?`,
  },
  'stopping a treatment': {
    typed: `treatment stop ${SNO}`,
    asks: `Stop the treatment on ${SNO}?`,
    prepare: () => obeys(terminal.http, stopDevice, 1),
  },
  'ending a sharing': { typed: `share remove ${SNO} 13800000003`, asks: `Stop sharing ${SNO} with 138****0003?` },
  'starting with a use deducted': {
    typed: `treatment start ${SNO} --mode bio`,
    asks: `Deduct one of 3 uses at 康健店 and start ${SNO}?`,
    prepare: () => {
      obeys(terminal.http, startDevice, 0);
      terminal.http.reply(listDevices, []).reply(listCards, aPage(aCard({ sysUserId: 'shop-1', money: 3 })));
      terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
    },
  },
};

describe.each(Object.entries(QUESTIONS))(
  'the prompt before %s',
  (_what, { typed, asks, asksUnread = asks, prepare }) => {
    beforeEach(() => prepare?.());

    test('The prompt names the account and the server in one line', async () => {
      const { code, stderr } = await terminal.physio([...typed.split(' '), '--profile', 'shop'], { types: 'n' });
      expect([code, stderr]).toEqual([3, expect.stringContaining(`${asks} As profile shop (138****0001) ${AT} [y/N]`)]);
    });

    test.each([
      ['no', 'n'],
      ['Ctrl-D', '\u0004'],
    ])(
      '%s at the prompt is said to leave everything as it is, and never that something was cancelled',
      async (_, types) => {
        const { code, stderr } = await terminal.physio([...typed.split(' '), '--profile', 'shop'], { types: [types] });
        expect([code, stderr]).toEqual([
          3,
          expect.stringMatching(/\n\S*physio: (You declined|No answer was given): nothing was done\./),
        ]);
        expect(stderr).not.toContain('Cancelled');
      },
    );

    test('The refusal off a terminal names the question, the account and the server', async () => {
      const { code, stderr } = await terminal.physio([...typed.split(' '), '--profile', 'shop']);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(`physio: ${asksUnread} As profile shop (138****0001) ${AT}`),
      ]);
      expect(stderr).toContain('--yes');
      expect(stderr.match(/confirmation required/gi)).toHaveLength(1);
    });
  },
);

test('The prompt whether a rental is for a customer names the account and the server', async () => {
  terminal.http
    .reply(getUser, { mobile: '13800000001', assist: true })
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
  const off = await terminal.physio(['device', 'enter', SNO, '--profile', 'shop']);
  expect([off.code, off.stderr]).toEqual([
    2,
    expect.stringMatching(/--no-assist \(for yourself\)\. As profile shop \(138\*{4}0001\) at cloud\.example\./),
  ]);
  const { stderr } = await terminal.physio(['device', 'enter', SNO, '--profile', 'shop'], { types: 'n' });
  expect(stderr).toContain(`Rent ${SNO} on behalf of a customer? As profile shop (138****0001) ${AT}`);
});

test.each([
  ['a token file', { argv: ['--token-file', 'token.txt'], env: {} }, 'As the token from token.txt at cloud.example.'],
  ['the environment', { argv: [], env: { PHYSIO_TOKEN: TOKEN } }, 'As the token from PHYSIO_TOKEN at cloud.example.'],
])(
  'A prompt names the token source and no profile when the token comes from %s',
  async (_what, { argv, env }, says) => {
    const { stderr } = await terminal.physio(['order', 'cancel', 'L-100', '--api', API, ...argv], { env, types: 'n' });
    expect(stderr).toContain(says);
    expect(stderr).not.toContain(TOKEN);
  },
);

test('A prompt names the new phone number after another one was bound', async () => {
  await terminal.physio(['account', 'bind', '13900000009', '1234', '--profile', 'shop']);
  expect((await terminal.physio(['order', 'pay', 'L-100', '--profile', 'shop'], { types: 'n' })).stderr).toContain(
    'As profile shop (139****0009)',
  );
  terminal.http.reply(getUser, { mobile: '13700000007', assist: false });
  await terminal.physio(['account', 'show', '--profile', 'shop']);
  expect((await terminal.physio(['order', 'pay', 'L-100', '--profile', 'shop'], { types: 'n' })).stderr).toContain(
    'As profile shop (137****0007)',
  );
});

test('A prompt does not name the person who has signed in on this computer since the command read its token', async () => {
  writeFileSync(path.join(terminal.home, 'other.txt'), `${TOKEN}-of-another`, { mode: 0o600 });
  terminal.http.reply(getLeaseOrder, async () => {
    terminal.http.reply(getUser, { mobile: '13900000009', assist: false });
    await terminal.physio(['login', '--profile', 'shop', '--token-file', 'other.txt']);
    return aLeaseOrder();
  });
  const { stderr } = await terminal.physio(['order', 'cancel', 'L-100', '--profile', 'shop'], { types: 'n' });
  expect(stderr).toContain('Cancel order L-100 (￥19.90)? As profile shop at cloud.example.');
});

test('A prompt does not name a phone number that is known for another server', async () => {
  const { stderr } = await terminal.physio([
    'order',
    'cancel',
    'L-100',
    '--profile',
    'shop',
    '--api',
    'https://elsewhere.example/api',
  ]);
  expect(stderr).toContain('As profile shop at elsewhere.example.');
});
