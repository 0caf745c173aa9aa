import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices, listHistory, readLatest } from '../../src/core/device/api.ts';
import { listShares } from '../../src/core/share/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { aDevice, aPage, aReport, online } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

const SNO = 'DEV0001';

let terminal: Terminal;
beforeAll(() => {
  terminal = new Terminal();
  terminal.clock = new FakeClock();
  terminal.http.reply(getUser, { nickname: 'A', mobile: '13800000001', assist: false });
  terminal.http.reply(listDevices, [aDevice({ sno: SNO })]);
  terminal.http.reply(listHistory, []);
  terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
  terminal.http.reply(listCards, aPage());
  terminal.http.reply(listShares, []);
  terminal.http.reply(getDetail, online);
  terminal.http.reply(readLatest, aReport());
});
afterAll(() => terminal.close());

const typed = (words: readonly string[]) => terminal.physio(words, SIGNED_IN);

/** Commands with some of their fields. Some fields have the name of a command. */
const COMMANDS: [words: string[], fields: string[]][] = [
  [
    ['device', 'list'],
    ['sno', 'online'],
  ],
  [
    ['device', 'show', SNO],
    ['name', 'online', 'sno'],
  ],
  [
    ['device', 'check', SNO],
    ['sno', 'status'],
  ],
  [
    ['account', 'show'],
    ['profile', 'mobile'],
  ],
  [
    ['profile', 'show'],
    ['profile', 'api'],
  ],
  [['profile', 'list'], ['name']],
  [['share', 'list', SNO], ['sno']],
];
const OTHERS = [[], ['--quiet'], ['--timeout', '9'], ['--no-input', '--profile', 'default']];

/** Yields the words with `put` inserted at each position. */
function* everywhere(words: readonly string[], put: readonly string[]): Generator<string[]> {
  for (let at = 0; at <= words.length; at += 1) yield [...words.slice(0, at), ...put, ...words.slice(at)];
}

const someCommand = fc.constantFrom(...COMMANDS).chain(([words, fields]) =>
  fc.record({
    words: fc.constantFrom(...OTHERS).map((others) => [...words, ...others]),
    fields: fc.subarray(fields, { minLength: 1 }),
  }),
);

describe('--json', () => {
  test('--json without fields prints all fields at any position in the command line', async () => {
    await fc.assert(
      fc.asyncProperty(someCommand, async ({ words }) => {
        const usual = await typed([...words, '--json=']);
        expect(usual.code).toBe(0);
        for (const line of everywhere(words, ['--json'])) {
          const at = line.indexOf('--json');
          if (['--timeout', '--profile'].includes(line[at - 1] ?? '')) continue;
          const { code, stdout } = await typed(line);
          expect([line, code, stdout]).toEqual([line, 0, usual.stdout]);
        }
      }),
      { numRuns: 15 },
    );
  });

  test.each(['word', 'equals sign'])(
    '--json with fields after a %s prints those fields at any position in the command line',
    async (how) => {
      await fc.assert(
        fc.asyncProperty(someCommand, async ({ words, fields }) => {
          const usual = await typed([...words, `--json=${fields.join()}`]);
          expect(usual.code).toBe(0);
          for (const line of everywhere(
            words,
            how === 'word' ? ['--json', fields.join()] : [`--json=${fields.join()}`],
          )) {
            const at = line.findIndex((word) => word.startsWith('--json'));
            if (['--timeout', '--profile'].includes(line[at - 1] ?? '')) continue;
            const { code, stdout } = await typed(line);
            expect([line, code, stdout]).toEqual([line, 0, usual.stdout]);
          }
        }),
        { numRuns: 15 },
      );
    },
  );

  test.each([
    ['device list --json sno,colour', 'colour'],
    ['--json nonsense device list', 'nonsense'],
    ['device list --json=nonsense', 'nonsense'],
  ])('--json prints the available fields when it is given an unknown one: %s', async (line, field) => {
    const { code, stdout, stderr } = await typed(line.split(' '));
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      expect.stringContaining(`Unknown field: ${field}; available fields: sno,name,`),
    ]);
  });

  test('--json before a dash leaves the dash as an argument', async () => {
    const { code, lines } = await terminal.physio(['device', 'check', '--json', '-'], {
      ...SIGNED_IN,
      stdin: `${SNO}\n`,
    });
    expect([code, lines()]).toEqual([0, [expect.objectContaining({ sno: SNO, status: 'free' })]]);
  });

  test('--json after a double dash or as the value of another option is an ordinary word', async () => {
    expect((await typed(['device', 'show', '--', '--json'])).stdout).not.toContain('{');
    expect(await typed(['--profile', '--json', 'device', 'list'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Profile --json does not exist'),
    });
  });

  test('A second --json adds its fields to those of the first; without fields it selects all', async () => {
    expect((await typed(['device', 'list', '--json', 'sno', '--json', 'name'])).json()).toEqual([
      { sno: SNO, name: expect.any(String) },
    ]);
    expect((await typed(['--json', 'sno', 'device', 'show', '--json', SNO])).json()).toMatchObject({
      sno: SNO,
      mac: expect.anything(),
    });
  });

  test('--json before an unknown command reports the command, not a field', async () => {
    const { code, stderr } = await typed(['--json', 'devise', 'list']);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Unknown command 'devise'")]);
  });
});
