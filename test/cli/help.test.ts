import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { Terminal } from './terminal.ts';

let terminal: Terminal;
beforeAll(() => {
  terminal = new Terminal();
});
afterAll(() => terminal.close());

/** All commands below `words`, as lists of words, from the completion. */
async function commands(words: string[] = []): Promise<string[][]> {
  const { stdout } = await terminal.physio(['__complete', '--', ...words, '']);
  const names = stdout.split('\n').flatMap((line) => (/^[a-z-]+\t/.test(line) ? [line.split('\t')[0] ?? ''] : []));
  const below = await Promise.all(names.map((name) => commands([...words, name])));
  return names.length === 0 ? [words] : below.flat();
}

describe('help', () => {
  // covers cli.rule.7a
  test('The help of each command shows its usage and a valid example', async () => {
    const all = (await commands()).filter(([first]) => first !== 'help');
    expect(all.map((words) => words.join(' '))).toEqual(
      expect.arrayContaining(['device check', 'share remove', 'feedback send', 'account bind']),
    );
    for (const words of all) {
      const { code, stdout } = await terminal.physio([...words, '--help']);
      expect([words, code, stdout]).toEqual([words, 0, expect.stringMatching(/\nExample:\n {2}\S/)]);
      expect(stdout).toContain(`Usage: physio ${words.join(' ')}`);
      const [, example = ''] = /Example:\n {2}(.*)/.exec(stdout) ?? [];
      expect(example).toContain(`physio ${words.join(' ')}`);
    }
  });

  test('The help lists the topics and prints each', async () => {
    const { stdout } = await terminal.physio(['--help']);
    for (const topic of ['exit-codes', 'environment', 'json']) {
      expect(stdout).toContain(`  ${topic}`);
      expect((await terminal.physio(['help', topic])).code).toBe(0);
    }
  });

  // covers cli.rule.7b
  test('physio help exit-codes lists every exit code', async () => {
    const { stdout } = await terminal.physio(['help', 'exit-codes']);
    for (const code of Object.values(EXIT)) expect(stdout).toMatch(new RegExp(`^ +${code} {2}\\S`, 'm'));
  });

  test('physio help COMMAND prints the same as COMMAND --help', async () => {
    expect((await terminal.physio(['help', 'device', 'check'])).stdout).toBe(
      (await terminal.physio(['device', 'check', '--help'])).stdout,
    );
  });

  test('physio help lists the topics when it is given an unknown word', async () => {
    const { code, stderr } = await terminal.physio(['help', 'nonsense']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^physio: .*exit-codes, environment, json/)]);
  });
});
