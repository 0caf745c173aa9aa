import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getDetail, listDevices } from '../../src/core/device/api.ts';
import { refused } from '../helpers/fake-server.ts';
import { aDevice } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';
import { answersWell } from './well-behaved-server.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http.reply(listDevices, [aDevice(), aDevice({ sno: 'DEV0002' }), aDevice({ sno: '$(touch x)' })]);
});
afterEach(() => terminal.close());

async function completed(...words: string[]): Promise<string[]> {
  const { stdout } = await terminal.physio(['__complete', '--', ...words]);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t')[0] ?? '');
}

describe('completion of a command line', () => {
  test('Completion offers the commands with their descriptions', async () => {
    const { stdout } = await terminal.physio(['__complete', '--', 'de']);
    expect(stdout).toBe('device\tList, check and monitor devices\n');
    expect(await completed('treatment', 's')).toEqual(['start', 'stop', 'show']);
    expect(await completed('')).not.toContain('__complete');
  });

  test('Completion offers the options of a command and the shared options', async () => {
    const options = await completed('order', 'pay', 'L-1', '--');
    expect(options).toEqual(expect.arrayContaining(['--no-wait', '--json', '--yes']));
    expect(options).not.toContain('--plan');
  });

  test('Completion offers the valid values of an option', async () => {
    expect(await completed('treatment', 'start', 'DEV0001', '--mode', '')).toEqual([
      'bio',
      'light',
      'sleep',
      'quantum',
      'custom',
    ]);
    expect(await completed('plan', 'list', '--by', 'u')).toEqual(['uses']);
    expect(await completed('profile', 'set', 'a')).toEqual(['api', 'appKey']);
    expect(await completed('completion', '')).toEqual(['bash', 'zsh', 'fish', 'powershell']);
    expect(await completed('device', 'check', '--fail-on', 'offline,un')).toEqual(['offline,unknown']);
    expect(await completed('device', 'check', '--expect', 'un')).toEqual([]);
  });

  test('Completion offers the commands and topics of help', async () => {
    expect(await completed('help', '')).toEqual(expect.arrayContaining(['order', 'exit-codes']));
    expect(await completed('help', 'order', 'c')).toEqual(['create', 'cancel']);
    expect(await completed('help', 'order', 'create', '')).toEqual([]);
  });

  test('Completion offers the output formats after -o, and -o among the options', async () => {
    expect(await completed('card', 'list', '-o', '')).toEqual(['table', 'json', 'ndjson', 'csv', 'tsv', 'value']);
    expect(await completed('-o', 'c')).toEqual(['csv']);
    expect(await completed('support', 'DEV0001', '-o', 'm')).toEqual(['md']);
    expect(await completed('-o', 'csv', 'ca')).toEqual(['card']);
    expect(await completed('card', 'list', '-')).toEqual(expect.arrayContaining(['-o', '--yes']));
    expect(await completed('card', 'list', '--')).not.toContain('-o');
  });

  test.each([
    ['login', '--token-file'],
    ['device', 'enter', '--image'],
    ['doctor', '--report'],
    ['profile', 'trust'],
    ['support', 'read'],
  ])('Completion leaves the path after %s %s to the shell', async (...words) => {
    expect(await completed(...words, '')).toEqual([':files']);
    expect(await completed(...words, 'dir/fi')).toEqual([':files']);
  });

  test('A shell that cannot pass an empty word says so with --new-word', async () => {
    const { stdout } = await terminal.physio(['__complete', '--new-word', '--', 'plan', 'list', '--by']);
    expect(stdout).toBe('duration\nuses\n');
  });

  test('Completion offers the fields of --json one after another', async () => {
    expect(await completed('card', 'list', '--json', 'op')).toEqual(['operatorId', 'operatorName']);
    expect(await completed('card', 'list', '--json', 'operatorId,re')).toEqual(['operatorId,remainingUses']);
    expect(await completed('--json', 'dev')).toEqual(['device']);
    expect(await completed('completion', '--json', 'shell', 'fi')).toEqual(['fish']);
  });

  test('Completion offers known device numbers, the latest first, and nothing that a shell could run', async () => {
    expect(await completed('device', 'show', '')).toEqual([]);
    await terminal.physio(['device', 'list'], SIGNED_IN);
    expect(await completed('device', 'show', '')).toEqual(['DEV0001', 'DEV0002']);
    expect(await completed('device', 'check', 'DEV0001', 'DEV0')).toEqual(['DEV0001', 'DEV0002']);
    expect(await completed('device', 'show', 'DEV0001', '')).toEqual([]);
    await terminal.physio(['logout']);
    expect(await completed('device', 'show', '')).toEqual([]);
  });

  test('Completion offers the number of a device that a command has shown, not one that it was given by mistake', async () => {
    answersWell(terminal.http);
    expect((await terminal.physio(['device', 'show', 'DEV0009'], SIGNED_IN)).code).toBe(0);
    expect(await completed('device', 'show', '')).toEqual(['DEV0009']);
    terminal.http.reply(getDetail, refused(404, '设备不存在'));
    expect((await terminal.physio(['device', 'show', 'DEV0010'], SIGNED_IN)).code).toBe(1);
    expect(await completed('device', 'show', '')).toEqual(['DEV0009']);
  });

  test('Completion offers the profiles', async () => {
    await terminal.physio(['profile', 'set', 'api', 'https://a.example', '--profile', 'shop-a']);
    expect(await completed('profile', 'use', '')).toEqual(['shop-a']);
    expect(await completed('device', 'list', '--profile', 'sh')).toEqual(['shop-a']);
  });

  test('Completion prints nothing for an unknown command or a damaged configuration', async () => {
    expect(await completed('nonsense', '')).toEqual([]);
    writeFileSync(path.join(terminal.home, 'physio.config.json'), 'broken');
    const { code, stderr } = await terminal.physio(['__complete', '--', 'device', 'show', '']);
    expect([code, stderr]).toEqual([0, '']);
  });
});

describe('physio completion', () => {
  test.each(['bash', 'zsh', 'fish', 'powershell'])('physio completion %s prints a script', async (shell) => {
    const { code, stdout } = await terminal.physio(['completion', shell]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/(physio|GetCommandName\(\)) __complete .*--/)]);
  });

  describe('of bash', () => {
    let home = '';
    beforeEach(async () => {
      home = mkdtempSync(path.join(tmpdir(), 'physio-'));
      writeFileSync(path.join(home, 'script'), (await terminal.physio(['completion', 'bash'])).stdout);
    });
    afterEach(() => rmSync(home, { recursive: true }));

    /** What bash offers after these words if the program prints these lines, and what the program was asked. */
    const offered = (words: readonly string[], printed: readonly string[]) => {
      const stand = `physio() { printf '%s\\n' ${printed.map((line) => `'${line}'`).join(' ')}; printf '%s|' "$@" > asked; }`;
      const typed = `COMP_WORDS=(physio ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`;
      const script = `${stand}; source ./script; ${typed}; _physio; printf '%s\\n' "\${COMPREPLY[@]}"; cat asked`;
      return spawnSync('bash', ['--norc', '-c', script], { cwd: home, encoding: 'utf8' }).stdout;
    };

    test('The candidates are those that the program prints, without their descriptions', () => {
      expect(offered(['device', 'show', 'PL'], ['PL10001\tin the shop', 'PL10002'])).toBe(
        'PL10001\nPL10002\n__complete|--|device|show|PL|',
      );
    });

    test('A value after an equals sign is completed as one after a space', () => {
      const asked = (...words: string[]) => offered(words, ['shop']);
      expect(asked('--timeout', '=', '5', 'device', 'list', '--profile', '=', 'sh')).toBe(
        'shop\n__complete|--|--timeout|5|device|list|--profile|sh|',
      );
      expect(asked('device', 'list', '--profile', '=')).toBe('shop\n__complete|--|device|list|--profile||');
    });

    test('A path with spaces or an asterisk stays one candidate', () => {
      for (const name of ['my shop.txt', 'my*.txt']) writeFileSync(path.join(home, name), '');
      expect(offered(['support', 'read', 'my'], [':files']).split('\n').slice(0, -1).toSorted()).toEqual([
        'my shop.txt',
        'my*.txt',
      ]);
    });
  });

  test('The PowerShell script is balanced, leaves paths to the shell, and runs the command that was typed', async () => {
    const { stdout: script } = await terminal.physio(['completion', 'powershell']);
    expect(script).toContain('Register-ArgumentCompleter -Native -CommandName physio -ScriptBlock {');
    expect(script).toContain("& $commandAst.GetCommandName() __complete @options '--' @words 2>$null");
    expect(script).toContain("if ($found[0] -eq ':files') { return }");
    const code = script.replaceAll(/^#.*$/gm, '').replaceAll(/'[^']*'|"[^"]*"/g, '');
    const open: string[] = [];
    for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
      const opening = { ')': '(', ']': '[', '}': '{' }[bracket];
      if (opening === undefined) open.push(bracket);
      else expect(open.pop()).toBe(opening);
    }
    expect(open).toEqual([]);
    expect(script).toContain(String.raw`-split '\t', 2`);
    expect(script).not.toContain('`');
  });
});
