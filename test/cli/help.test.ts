import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/words/exit-codes.ts';
import { COMMAND_GROUPS } from '../../src/cli/help/command-groups.ts';
import { FIELD_VALUES } from '../../src/cli/help/field-values.ts';
import { COMMAND_NOTES } from '../../src/cli/help/command-notes.ts';
import { commandReference, type CommandReference } from '../../src/cli/help/command-reference.ts';
import { TOPICS } from '../../src/cli/help/help-topics.ts';
import { declaredProgram } from '../../src/cli/program.ts';
import { pathOf } from '../../src/cli/input/position.ts';
import { everyCommand, wordsOf } from './declared-commands.ts';
import { Terminal } from './terminal.ts';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { page as manPage } from '../../manual/manual.ts';
import { version } from '../../package.json';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';

let terminal: Terminal;
let references: CommandReference[];
beforeAll(async () => {
  terminal = new Terminal();
  const { program, registered } = await declaredProgram('9.9.9');
  references = await Promise.all(everyCommand(program).map((command) => commandReference(command, registered)));
});
afterAll(() => terminal.close());

async function help(line: string, columns?: number): Promise<string> {
  const { code, stdout, stderr } = await terminal.physio(wordsOf(line), { columns });
  expect([line, code, stderr]).toEqual([line, EXIT.done, '']);
  return stdout;
}

function topicExamples(): string[] {
  const blocks = Object.values(TOPICS).flatMap(({ sections }) => sections.flatMap((section) => section.blocks));
  return blocks.flatMap((block) => (typeof block === 'object' && 'commands' in block ? block.commands : []));
}

/** The headings of a help text, in their order. */
function headings(text: string): string[] {
  return Array.from(text.matchAll(/^(\S.*):$/gm), ([, title = '']) => title);
}

describe('the help of the program', () => {
  test('The commands come first, in groups, then examples, the global options and where to read more', async () => {
    expect(headings(await help('--help'))).toEqual([
      'Usage',
      ...Object.keys(COMMAND_GROUPS),
      'Examples',
      'Global options',
      'Help topics',
      'Learn more',
    ]);
  });

  test('Every command belongs to a group', async () => {
    const { program } = await declaredProgram('9.9.9');
    const grouped = Object.values(COMMAND_GROUPS).flat();
    expect(program.commands.map((command) => command.name()).filter((name) => !grouped.includes(name))).toEqual([
      '__complete',
    ]);
    expect(await help('--help')).not.toContain('__complete');
  });

  test.each(['-h', 'help', '--help --quiet', '--json --help'])('physio %s prints it', async (line) => {
    expect(await help(line)).toBe(await help('--help'));
  });

  test('Without a command it is printed on stderr, and the exit code is 2', async () => {
    const text = await help('--help');
    expect(await terminal.physio([])).toMatchObject({ code: EXIT.usage, stdout: '', stderr: text });
  });
});

describe('the help of a command', () => {
  test('It shows the usage and a valid example', async () => {
    const commands = references.filter(({ fields, path }) => fields.length > 0 && path !== 'physio help');
    expect(commands.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['physio device check', 'physio share remove', 'physio feedback send', 'physio login']),
    );
    for (const { path, usages, examples } of commands) {
      const text = await help(`${path.slice('physio '.length)} --help`);
      expect(text).toContain(`Usage:\n${usages.map((usage) => `  ${usage}\n`).join('')}`);
      expect([path, examples.length]).not.toEqual([path, 0]);
      expect(examples.some((example) => example.includes(path))).toBe(true);
      expect(text).toContain(`  ${examples[0] ?? ''}\n`);
    }
    for (const example of [...references.flatMap(({ examples }) => examples), ...topicExamples()]) {
      const { program: fresh } = await declaredProgram('9.9.9');
      await expect(fresh.parseAsync(wordsOf(example), { from: 'user' }), example).resolves.toBeDefined();
    }
  });

  test('It describes the arguments, its own options, the fields, the exit codes and examples, then names the global options', async () => {
    const text = await help('device check --help');
    expect(headings(text)).toEqual([
      'Usage',
      'Arguments',
      'Options',
      'Results',
      'Requirements',
      'Fields for --json',
      'Values of fields',
      'Exit codes',
      'Examples',
      'Global options',
    ]);
    expect(text).toContain('--timeout');
    expect(text).toContain('physio --help');
  });

  test('A required option is part of the usage, and its choices are named', async () => {
    const text = await help('device wait --help');
    expect(text).toContain('physio device wait <sno> --for <goal>\n');
    expect(text).toContain('{running|idle|online|offline}');
  });

  test('The values of a field are listed, and each such field is one that --json can select', async () => {
    expect(await help('order list --help', 200)).toContain('  state  to-pay, paid, cancelled, unknown\n');
    expect(await help('order list --help', 200)).toMatch(/--operator <id> +List orders of card packages .* only/);
    expect(await help('order show --help', 200)).toContain('amountFen is the price; dueFen is what is due');
    for (const [path, values] of Object.entries(FIELD_VALUES)) {
      const { fields = [] } = references.find((each) => each.path === path) ?? {};
      expect(fields).toEqual(expect.arrayContaining(Object.keys(values).map((field) => field.split('.')[0])));
    }
  });

  test('The help of refund list calls no amount paid back: the server lists refunds that are under way or refused, too', async () => {
    const text = await help('refund list --help', 200);
    expect(text).not.toContain('amountFen is what is paid back');
    expect(text).toContain(
      'amountFen is the amount of the refund, also of one that is under way or was refused: statusText',
    );
  });

  test('The help of each command with the field amountFen says what that amount is', () => {
    const commands = references.filter(({ fields }) => fields.includes('amountFen'));
    expect(commands.map(({ path, sections }) => [path, sections.map(({ title }) => title)])).toEqual(
      commands.map(({ path }) => [path, expect.arrayContaining(['Amounts'])]),
    );
    expect(commands.length).toBeGreaterThan(0);
  });

  test('The fields are those that --json can select', async () => {
    const [, fields = ''] = /Fields for --json:\n((?: {2}.*\n)+)/.exec(await help('device list --help', 200)) ?? [];
    const { stderr } = await terminal.physio(['device', 'list', '--json', 'nonsense']);
    expect(stderr.replaceAll(/,\s*/g, ', ')).toContain(fields.trim().replaceAll(/\s+/g, ' '));
  });

  test('treatment start lists the minutes and the codes with their meanings', async () => {
    const text = await help('treatment start --help');
    for (const value of ['30, 40, 50', '8 (smart-loop)', '11 (60 Hz)', '3 (waveform-3)', '4 (high)', '6 (11000 V)'])
      expect(text).toContain(value);
  });

  test.each([
    ['--help device', 'device --help'],
    ['device --help check', 'device check --help'],
    ['device check -h PL10001', 'device check --help'],
    ['help device check', 'device check --help'],
    ['device check --json sno --help', 'device check --help'],
    ['order pay ZL0001 --nonsense --help', 'order pay --help'],
    ['help help', 'help --help'],
  ])('physio %s prints the same as physio %s', async (line, same) => {
    expect(await help(line)).toBe(await help(same));
  });

  test('A help option that is the value of another option, or follows --, is no request for help', async () => {
    const content = await terminal.physio(['feedback', 'send', '--content', '--help']);
    const argument = await terminal.physio(['device', 'check', '--', '--help']);
    for (const { stdout } of [content, argument]) expect(stdout).toBe('');
  });

  test('A group without a subcommand prints its help on stderr, and the exit code is 2', async () => {
    const text = await help('device --help');
    expect(text).toContain('physio device <subcommand>');
    expect(await terminal.physio(['device'])).toMatchObject({ code: EXIT.usage, stdout: '', stderr: text });
  });

  test('Every note belongs to a command', () => {
    const paths = references.map(({ path }) => path);
    expect(Object.keys(COMMAND_NOTES).filter((path) => !paths.includes(path))).toEqual([]);
  });
});

describe('the width of help', () => {
  test.each([
    [undefined, 80],
    [80, 80],
    [60, 60],
    [40, 40],
    [300, 110],
  ])('On a terminal of %s columns no line but a command line is wider than %s', async (columns, width) => {
    const { program } = await declaredProgram('9.9.9');
    const lines = [
      ...everyCommand(program).map((command) => `${pathOf(command).slice('physio'.length)} --help`),
      ...Object.keys(TOPICS).map((name) => `help ${name}`),
    ];
    const commandLines = [
      ...references.flatMap(({ usages, examples }) => [...usages, ...examples]),
      ...topicExamples(),
    ];
    for (const line of lines) {
      const wide = (await help(line.trim(), columns)).split('\n').filter((each) => each.length > width);
      expect(wide.filter((each) => each.trim().includes(' ') && !commandLines.includes(each.trim()))).toEqual([]);
    }
  });
});

describe('the topics', () => {
  test('The help of the program lists them, and physio help TOPIC prints each', async () => {
    const text = await help('--help');
    for (const [name, { about }] of Object.entries(TOPICS)) {
      expect(text).toContain(`  ${name} `);
      expect(await help(`help ${name}`)).toMatch(new RegExp(`^${about}\n\n`));
    }
  });

  test('physio help exit-codes lists every exit code', async () => {
    const text = await help('help exit-codes');
    for (const code of Object.values(EXIT)) expect(text).toMatch(new RegExp(`^ +${code} {2}\\S`, 'm'));
  });
});

describe('an unknown word', () => {
  test.each([
    ['hlep', "Unknown command 'hlep' (Did you mean help?)", 'physio'],
    ['hlep --help', "Unknown command 'hlep' (Did you mean help?)", 'physio'],
    ['device chekc', "Unknown command 'chekc' (Did you mean check?)", 'physio device'],
    ['device chekc --help', "Unknown command 'chekc' (Did you mean check?)", 'physio device'],
    ['--help nonsense', "Unknown command 'nonsense'", 'physio'],
    ['help nonsense', "Unknown command or help topic 'nonsense'", 'physio'],
    ['help exit-code', "Unknown command or help topic 'exit-code' (Did you mean exit-codes?)", 'physio'],
    ['help device chekc', "Unknown command 'chekc' (Did you mean check?)", 'physio device'],
    ['help device check PL10001', "Unknown command 'PL10001'", 'physio device check'],
    ['--frob', "Unknown option '--frob'", 'physio'],
    ['help --frob', "Unknown option '--frob'", 'physio'],
    [
      'device check PL10001 --concurency 3',
      "Unknown option '--concurency' (Did you mean --concurrency?)",
      'physio device check',
    ],
    ['device list PL10001', "Too many arguments for 'list'. Expected 0 arguments but got 1.", 'physio device list'],
    [
      'device wait PL10001 --for ready',
      "Option '--for <goal>' argument 'ready' is invalid; choose from: running, idle, online, offline",
      'physio device wait',
    ],
    [
      'completion tcsh',
      "'tcsh' is invalid for argument 'shell'; choose from: bash, zsh, fish, powershell",
      'physio completion',
    ],
  ])('physio %s ends with the help to read', async (line, message, command) => {
    expect(await terminal.physio(wordsOf(line))).toMatchObject({
      code: EXIT.usage,
      stdout: '',
      stderr: `physio: ${message}\nSee ${command} --help\n`,
    });
  });

  test.each([
    ['device list --json nmae', 'Unknown field: nmae (Did you mean name?); available fields: sno,name,'],
    ['device list --json nonsense', 'Unknown field: nonsense; available fields: sno,name,'],
    ['device list --json nonsense -o csv', 'Unknown field: nonsense; available fields: sno,name,'],
    ['device list -o yaml', 'Invalid format "yaml"; choose from: table, json,'],
  ])('physio %s names what is available and the help to read', async (line, message) => {
    const { code, stdout, stderr } = await terminal.physio(wordsOf(line));
    expect([code, stdout, stderr]).toEqual([EXIT.usage, '', expect.stringContaining(message)]);
    expect(stderr).toContain('See physio device list --help');
  });

  test.each(['--output json', '--output=json', '--format json'])(
    'An option of other programs for the format leads to -o: %s',
    async (words) => {
      const { code, stderr } = await terminal.physio(wordsOf(`device list ${words}`));
      expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining('For this format: -o json.')]);
    },
  );

  test('The help of treatment show explains every phase', async () => {
    const text = await help('treatment show --help', 200);
    for (const phase of FIELD_VALUES['physio treatment show']?.phase ?? []) expect(text).toContain(` ${phase}: `);
  });

  test('The help of order create says for how long it returns the same order for a customer', async () => {
    const { stdout } = await terminal.physio(wordsOf('order create --help'));
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('An order for a customer is returned for 10 minutes');
    expect(stdout).not.toContain('repeating it returns the same open order');
  });
});

/** What a program says of the man page. */
function readBy(program: string, words: readonly string[]) {
  return spawnSync(program, words, { input: manPage, encoding: 'utf8' });
}

/** Runs a checker of man pages on the page; undefined if it is not installed. */
function complaintsOf(checker: string, words: readonly string[]): string | undefined {
  const { error, stdout, stderr } = readBy(checker, words);
  return error ? undefined : words.includes('lint') ? stdout + stderr : stderr;
}

describe('the man page', () => {
  test('The man page describes every command', async () => {
    const { program } = await declaredProgram(version);
    for (const path of everyCommand(program).slice(1).map(pathOf))
      expect(manPage).toContain(`\n.SS ${path.replaceAll('-', '\\-')}\n`);
  });

  test('It names its version, and is ASCII', () => {
    expect(manPage.split('\n')[0]).toBe(`.TH PHYSIO 1 "" "physio ${version}" "User Commands"`);
    expect(manPage).toMatch(/^[\n -~]*$/);
  });

  test('Each line that begins with a dot is a request for man', () => {
    const requests = Array.from(manPage.matchAll(/^[.'](\S*)/gm), ([, name]) => name);
    expect([...new Set(requests)].toSorted()).toEqual(['PP', 'SH', 'SS', 'TH', 'TP', 'fi', 'nf', 'nh']);
  });

  test('A field or an option is never broken at the end of a line', ({ skip }) => {
    const { error, stdout } = readBy('groff', ['-man', '-Tascii', '-P-c', '-rLL=60n']);
    skip(error !== undefined, 'groff is not installed');
    expect(stdout.split('\n').filter((line) => /[a-z]-$/.test(line))).toEqual([]);
  });

  test('groff renders it without a warning', ({ skip }) => {
    const complaints = complaintsOf('groff', ['-man', '-Tascii', '-ww', '-z']);
    skip(complaints === undefined, 'groff is not installed');
    expect(complaints).toBe('');
  });

  test('mandoc finds no fault but the missing date', ({ skip }) => {
    const complaints = complaintsOf('mandoc', ['-T', 'lint', '-W', 'warning']);
    skip(complaints === undefined, 'mandoc is not installed');
    expect(complaints?.split('\n').filter((line) => line !== '' && !line.includes('missing date'))).toEqual([]);
  });
});

describe('docs/cli.md', () => {
  const document = readFileSync('docs/cli.md', 'utf8');

  test('The page says of each exit code what a script does', () => {
    for (const code of Object.values(EXIT)) expect(document).toMatch(new RegExp(`^\\| ${code}\\b`, 'm'));
  });

  test('The page names every command that takes --dry-run', async () => {
    const { program } = await declaredProgram(version);
    const takers = everyCommand(program).filter(({ options }) => options.some(({ long }) => long === '--dry-run'));
    expect(takers.length).toBeGreaterThan(4);
    const section = document.split('\n## ').find((part) => part.startsWith('Dry run'));
    for (const taker of takers) expect(section).toContain(`\`${pathOf(taker).replace('physio ', '')}\``);
  });
});

const MAX_LENGTH = 80;

let commands: CommandUnknownOpts[];
beforeAll(async () => {
  commands = everyCommand((await declaredProgram('9.9.9')).program);
});

/** Each description of a command, an argument or an option with its place. */
function descriptions(): [place: string, text: string][] {
  return commands.flatMap((command) => [
    [pathOf(command), command.description()] as [string, string],
    ...command.registeredArguments.map((each): [string, string] => [
      `${pathOf(command)} <${each.name()}>`,
      each.description,
    ]),
    ...command.options.map((each): [string, string] => [`${pathOf(command)} ${each.flags}`, each.description]),
  ]);
}

/** Verbs with which the description of a command begins. */
const VERBS =
  /^(Add|Bind|Cancel|Check|Collect|Create|Delete|Enter|Explain|List|Manage|Order|Print|Read|Remove|Rename|Rent|Report|Send|Set|Share|Show|Sign|Start|Stop|Switch|Trust|Wait|Write)\b/;

describe('a description in the help', () => {
  test('The description of a command begins with a verb', () => {
    const others = commands.map((command) => command.description()).filter((text) => !VERBS.test(text));
    expect(others).toEqual([]);
  });

  test('It begins with a capital letter and ends without a full stop', () => {
    expect(descriptions().filter(([, text]) => !/^[A-Z].*[^.]$/.test(text))).toEqual([]);
  });

  test('It has at most 80 characters', () => {
    expect(descriptions().filter(([, text]) => text.length > MAX_LENGTH)).toEqual([]);
  });

  test('The description of a topic begins with a capital letter and ends without a full stop', () => {
    expect(Object.values(TOPICS).filter(({ about }) => !/^[A-Z].*[^.]$/.test(about))).toEqual([]);
  });
});
