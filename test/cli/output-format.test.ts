import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { csvLine, tsvLine } from '../../src/cli/output/output-format.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { httpResponse, misshapen, refused } from '../helpers/fake-server.ts';
import { aDevice } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http.reply(listDevices, [
    aDevice(),
    aDevice({ sno: 'DEV2', deviceName: '=SUM(1,2) "二"', deviceArea: 'A\tB' }),
  ]);
});
afterEach(() => terminal.close());
const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);

/** Parses RFC 4180, as a spreadsheet does. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.slice(0, -1);
}

describe('formats', () => {
  test('A table has columns separated by tabs off a terminal, and aligned columns with -o table', async () => {
    const [headings, first] = (await physio('device', 'list')).stdout.split('\n');
    expect(headings?.split('\t').slice(0, 3)).toEqual(['SNO', 'NAME', 'AREA']);
    expect(first?.split('\t').slice(0, 3)).toEqual(['DEV0001', '理疗仪一号', '一楼']);
    const { stdout } = await physio('device', 'list', '-o', 'table');
    expect(stdout).not.toContain('\t');
  });

  test('A table has aligned columns on a terminal', async () => {
    const { stdout } = await terminal.physio(['device', 'list'], { ...SIGNED_IN, types: '' });
    expect(stdout).toMatch(/DEV0001 {2}理疗仪一号/);
  });

  test('-o csv prints a byte order mark, a header line and the selected fields in the form that spreadsheets read', async () => {
    const { code, stdout } = await physio('device', 'list', '-o', 'csv', '--json', 'sno,name,online');
    expect([code, stdout.codePointAt(0)]).toEqual([0, 0xfeff]);
    expect(parseCsv(stdout.slice(1))).toEqual([
      ['sno', 'name', 'online'],
      ['DEV0001', '理疗仪一号', 'true'],
      ['DEV2', `'=SUM(1,2) "二"`, 'true'],
    ]);
  });

  test('-o tsv prints a header line and no tab within a cell', async () => {
    const { stdout } = await physio('device', 'list', '-o', 'tsv', '--json', 'sno,area');
    expect(stdout).toBe('sno\tarea\nDEV0001\t一楼\nDEV2\tA B\n');
  });

  test('-o value prints the values of the fields without a header, and nothing for an unknown one', async () => {
    expect((await physio('device', 'list', '-o', 'value', '--json', 'sno,sharedBy,area')).stdout).toBe(
      'DEV0001\t\t一楼\nDEV2\t\tA B\n',
    );
  });

  test('-o ndjson prints one object per line, and -o json one array', async () => {
    const { lines } = await physio('device', 'list', '-o', 'ndjson', '--json', 'sno');
    expect(lines()).toEqual([{ sno: 'DEV0001' }, { sno: 'DEV2' }]);
    expect((await physio('device', 'list', '-o', 'json')).json()).toHaveLength(2);
  });

  test('JSON is indented on a terminal only', async () => {
    expect((await physio('device', 'list', '--json', 'sno')).stdout.split('\n')).toHaveLength(2);
    const { stdout } = await terminal.physio(['device', 'list', '--json', 'sno'], { ...SIGNED_IN, types: '' });
    expect(stdout).toContain('[\n  {\n    "sno": "DEV0001"\n  },');
  });

  test('A command that prints one thing prints one line of CSV below the header line', async () => {
    const { stdout } = await terminal.physio(['profile', 'show', '-o', 'csv', '--json', 'profile,signedIn']);
    expect(stdout).toBe('\ufeffprofile,signedIn\r\ndefault,false\r\n');
  });

  test('An empty list is an empty array, no lines, or the header line alone', async () => {
    terminal.http.reply(listDevices, []);
    expect((await physio('device', 'list', '-o', 'json')).stdout).toBe('[]\n');
    expect((await physio('device', 'list', '-o', 'ndjson')).stdout).toBe('');
    expect((await physio('device', 'list', '-o', 'tsv', '--json', 'sno')).stdout).toBe('sno\n');
  });

  test.each([
    [['-o', 'yaml'], 'Invalid format "yaml"; choose from: table, json, ndjson, csv, tsv, value'],
    [['-o', 'table', '--json'], '-o table and --json cannot be combined'],
  ])('device list %s is refused with what to do', async (options, message) => {
    const { code, stdout, stderr } = await physio('device', 'list', ...options);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message.replaceAll('"', options.includes('--json') ? '\\"' : '"'));
  });

  test('Any text survives CSV, except control characters and formulas', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (cells) => {
        const [row = []] = parseCsv(`${csvLine(cells)}\r\n`);
        const read = row.map((cell, at) => (cells[at]?.startsWith("'") ? cell : cell.replace(/^'/, '')));
        expect(read).toEqual(tsvLine(cells).split('\t'));
      }),
    );
  });

  test('A number stays a number in CSV, and a text that begins like a formula is marked as text', () => {
    expect(csvLine([-5, '-5', '+86', true, null, undefined, { a: 1 }])).toBe(`-5,'-5,'+86,true,,,"{""a"":1}"`);
  });
});

test.each([
  ['20261122153012345678', 'loses digits'],
  ['00123', 'loses zeros'],
  ['12E5', 'becomes 1200000'],
  [' =1+1', 'is a formula after a space'],
  ['＝1+1', 'is a formula in full-width letters'],
])('The text %j, which %s in a spreadsheet, is marked as text in CSV', (text) => {
  expect(csvLine([text])).toBe(`'${text}`);
  expect(tsvLine([text])).toBe(text);
});

test.each(['ZL20621065000011', '4711', '0', '0.5', '123456789012345', '2026-11-22T00:00:00.000Z'])(
  'The text %j, which survives in a spreadsheet, stays as it is in CSV',
  (text) => expect(csvLine([text])).toBe(text),
);

describe('errors', () => {
  const errorIn = (stderr: string) => JSON.parse(stderr) as unknown;

  test('With --json an error is one JSON object on stderr with the call, the code of the server and what to do', async () => {
    terminal.http.reply(listDevices, refused(4711, '不可以'));
    const { code, stdout, stderr } = await physio('device', 'list', '--json');
    expect([code, stdout]).toEqual([1, '']);
    expect(errorIn(stderr)).toEqual({
      error: {
        code: 'refused',
        message: 'The server refused: 不可以 (code 4711).',
        call: 'device.listDevices',
        status: null,
        serverCode: '4711',
        hint: null,
        exit: 1,
      },
    });
  });

  test.each([
    [404, '用户不存在', 'The server refused: 用户不存在 (code 404).', null],
    [500, '设备使用中，请稍后再试', 'The server refused: 设备使用中，请稍后再试 (code 500).', 'Try again later.'],
    [500, '系统繁忙', 'The server failed: 系统繁忙 (code 500).', 'Try again later.'],
    [517, '验证码错误', 'The server refused: 验证码错误 (code 517).', null],
  ])('A refusal with code %s and the words %s says what to do', async (serverCode, words, message, hint) => {
    terminal.http.reply(listDevices, refused(serverCode, words));
    expect(errorIn((await physio('device', 'list', '--json')).stderr)).toMatchObject({ error: { message, hint } });
  });

  test.each([
    ['device list', 'Use another account'],
    ['device show DEV0001', 'Check the number, or use another account'],
    ['order cancel L-100 --yes', 'Check the number, or use another account'],
  ])('A denied access of %s says to check a number only if the command has one', async (typed, hint) => {
    terminal.http.reply(getUser, { mobile: '13800000001', assist: false });
    for (const call of [listDevices, getDetail, checkDevice, readLatest, getLeaseOrder])
      terminal.http.fails(call, httpResponse({ status: 403 }));
    const { stderr } = await physio(...typed.split(' '));
    expect(stderr).toContain(`profile default. ${hint}: --profile NAME. If every call ends so: physio doctor`);
  });

  test.each(['json', 'ndjson', 'csv', 'tsv'])(
    'With -o %s an expired token is one JSON object with its hint',
    async (format) => {
      terminal.http.reply(listDevices, httpResponse({ status: 401 }));
      const { code, stderr } = await physio('device', 'list', '-o', format);
      expect(code).toBe(4);
      expect(errorIn(stderr)).toMatchObject({
        error: {
          code: 'unauthorized',
          message: 'The token is invalid or expired: https://cloud.example/api, profile default.',
          status: 401,
          hint: 'It came from PHYSIO_TOKEN: replace it there.',
          exit: 4,
        },
      });
    },
  );

  test.each([
    ['device list -o value --json sno', /^physio: The token is invalid or expired: .*\n$/],
    ['device list -ovalue', /^physio: The token is invalid or expired: .*\n$/],
    ['device list -o value --json snoo', /^physio: Unknown field: snoo \(Did you mean sno\?\); .* --help\n$/],
    [
      'device lst -o value --json sno',
      /^physio: Unknown command 'lst' \(Did you mean list\?\)\nSee physio device --help\n$/,
    ],
    ['support DEV0001 -o value', /^physio: Invalid format "value"; choose from: table, md, json.*\n$/],
  ])('With -o value, which shell scripts capture, an error is a sentence as without it: %s', async (line, sentence) => {
    terminal.http.reply(listDevices, httpResponse({ status: 401 }));
    const { stdout, stderr } = await physio(...line.split(' '));
    expect([stdout, stderr]).toEqual(['', expect.stringMatching(sentence)]);
  });

  test('With -o value, a note is a sentence as without it', async () => {
    terminal.http.reply(listDevices, misshapen([aDevice(), { nonsense: true }]));
    const { stdout, stderr } = await physio('device', 'list', '-o', 'value', '--json', 'sno');
    expect([stdout, stderr]).toEqual(['DEV0001\n', expect.stringMatching(/^physio: Omitted 1 record /)]);
  });

  test.each([
    ['device lst --json'],
    ['device show -o json'],
    ['device list --frob --json=sno'],
    ['-ojson device lst'],
    ['-o=json device lst'],
    ['device lst -qo json'],
    ['device lst -yqojson'],
  ])('An invalid command line with a machine format is one JSON object: %s', async (line) => {
    const { code, stdout, stderr } = await physio(...line.split(' '));
    expect([code, stdout]).toEqual([2, '']);
    expect(errorIn(stderr)).toMatchObject({
      error: { code: 'invalid-input', hint: expect.stringMatching(/^See physio .*--help$/), exit: 2 },
    });
  });

  test('A format after an equals sign is the format', async () => {
    const { code, stdout } = await physio('device', 'list', '-o=value', '--json=sno');
    expect([code, stdout]).toEqual([0, 'DEV0001\nDEV2\n']);
  });

  test.each([['support DEV0001 -o csv'], ['support read x.txt -o ndjson']])(
    'A machine format that the command does not offer is refused as one JSON object: %s',
    async (line) => {
      const { code, stderr } = await physio(...line.split(' '));
      expect(code).toBe(2);
      expect(errorIn(stderr)).toMatchObject({
        error: { message: expect.stringContaining('choose from: table, md, json'), exit: 2 },
      });
    },
  );

  test('Warnings and notes are JSON objects of their own, one per line', async () => {
    terminal.http.reply(listDevices, misshapen([aDevice(), { nonsense: true }]));
    const { code, stderr } = await physio('device', 'list', '--json');
    expect([code, errorIn(stderr)]).toEqual([
      0,
      { warning: { message: expect.stringMatching(/^Omitted 1 record .*doctor --contract$/) } },
    ]);
  });

  test('An invalid device number is an invalid command line', async () => {
    const { stderr } = await physio('device', 'show', 'x!', '-o', 'csv');
    expect(errorIn(stderr)).toMatchObject({ error: { code: 'invalid-input', exit: 2 } });
  });
});

describe('colors', () => {
  const escape = String.fromCodePoint(0x1b);
  test.each([
    [[], {}, false],
    [['--color', 'always'], {}, true],
    [[], { FORCE_COLOR: '1' }, true],
    [[], { FORCE_COLOR: '0' }, false],
    [[], { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [['--no-color'], { FORCE_COLOR: '1' }, false],
    [['--color', 'never'], { FORCE_COLOR: '1' }, false],
    [['--color', 'always'], { NO_COLOR: '1', TERM: 'dumb' }, true],
    [[], { FORCE_COLOR: '1', TERM: 'dumb' }, true],
  ])('Off a terminal, the options %j and the environment %j decide about colors: %s', async (options, env, colored) => {
    const { stdout } = await terminal.physio(['device', 'list', ...options], { env: { ...SIGNED_IN.env, ...env } });
    expect(stdout.includes(escape)).toBe(colored);
  });

  test('Off a terminal, doctor has colors if they are wanted', async () => {
    expect((await terminal.physio(['doctor'], SIGNED_IN)).stdout).not.toContain(escape);
    expect((await terminal.physio(['doctor', '--color', 'always'], SIGNED_IN)).stdout).toContain(escape);
  });

  test.each([
    [[], {}, true],
    [['--color', 'never'], {}, false],
    [[], { NO_COLOR: '1' }, false],
    [[], { TERM: 'dumb' }, false],
    [['--color', 'auto'], {}, true],
  ])('On a terminal, the options %j and the environment %j decide about colors: %s', async (options, env, colored) => {
    const variables = { ...SIGNED_IN.env, ...env };
    const { stdout } = await terminal.physio(['device', 'list', ...options], { env: variables, types: '' });
    expect(stdout.includes(escape)).toBe(colored);
  });
});
