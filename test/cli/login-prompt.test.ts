import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { API, Terminal, TOKEN } from './terminal.ts';

const CTRL_D = '\u0004';
const linkOf = (server: string) => `${server}/h5/?accessToken=${TOKEN}&openid=o-canary`;

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http.reply(getUser, { nickname: '小王', mobile: '13812345678', assist: false });
});
afterEach(() => terminal.close());

const kept = () => path.join(terminal.home, '.config/physio/profiles/default/token');
const stored = () => JSON.parse(readFileSync(kept(), 'utf8')) as { token: string; api: string };
const profileApi = async () =>
  ((await terminal.physio(['profile', 'list', '--json', 'api'])).json() as { api?: string }[])[0]?.api;

test('login on a terminal prompts for the token without --token-file, and names the server that will receive it', async () => {
  const { code, stdout, stderr } = await terminal.physio(['login', '--api', API], { types: [TOKEN] });
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('Access token or entry link for cloud.example (input is hidden): '),
  ]);
  expect(stdout + stderr).not.toContain(TOKEN);
  expect(stored()).toMatchObject({ token: TOKEN, api: API });
});

// covers cli.rule.30a
test('login accepts the address of a pasted link only after the user has confirmed it', async () => {
  const { code, stdout, stderr } = await terminal.physio(['login'], { types: [linkOf('https://cloud.example'), ''] });
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('The link is for cloud.example. API address [https://cloud.example/api]: '),
  ]);
  expect(stdout + stderr).not.toContain(TOKEN);
  expect(stored()).toMatchObject({ token: TOKEN, api: API });
  expect(await profileApi()).toBe(API);
  expect(terminal.http.sent.map(({ url }) => new URL(url).host)).toEqual(['cloud.example']);
});

test('login stores another path that the user types for the server of the link', async () => {
  const typed = 'https://cloud.example/v2/';
  terminal.http.answers(`/v2${getUser.path}`, { body: { code: '200', data: { nickname: '小王', assist: false } } });
  const { code } = await terminal.physio(['login'], { types: [linkOf('https://cloud.example'), typed] });
  expect([code, stored().api, await profileApi()]).toEqual([0, 'https://cloud.example/v2', 'https://cloud.example/v2']);
});

test('login asks for the address of a bare token', async () => {
  const { code, stderr } = await terminal.physio(['login'], { types: [TOKEN, API] });
  expect([code, stderr]).toEqual([0, expect.stringContaining('API address of the server that issued the token: ')]);
  expect(stored()).toMatchObject({ token: TOKEN, api: API });
});

test.each([
  ['Ctrl-D at the hidden prompt', [CTRL_D], 3, 'Cancelled.'],
  ['Ctrl-D at the address of a link', [linkOf('https://cloud.example'), CTRL_D], 3, 'Cancelled.'],
  ['Ctrl-D at the address of a token', [TOKEN, CTRL_D], 3, 'Cancelled.'],
  ['an empty token', [''], 2, 'the input is empty'],
  ['an empty address for a bare token', [TOKEN, ''], 2, 'no API address was entered; nothing was sent'],
  ['a host without https://', [TOKEN, 'cloud.example'], 2, 'enter a full URL starting with https://'],
  ['a plain http address', [TOKEN, 'http://cloud.example/api'], 2, 'plain http is only accepted for this machine'],
  ['a link of a plain http server', [linkOf('http://cloud.example'), ''], 2, 'plain http is only accepted'],
  ['an address with a query', [TOKEN, linkOf('https://cloud.example')], 2, 'must not contain a query'],
  [
    'the address of another server than the link',
    [linkOf('https://cloud.example'), 'https://another.example/api'],
    2,
    'another.example',
  ],
  ['a link in quotes', [`"${linkOf('https://cloud.example')}"`], 2, 'without quotes'],
  [
    'a link with two tokens',
    [`${linkOf('https://cloud.example')}&accessToken=another-canary-4712`],
    2,
    'holds a link with two access tokens',
  ],
  ['a link with a line break', [linkOf('https://cloud.example').replace('&', '\n&')], 2, 'spaces or line breaks'],
  ['a link with a space', [linkOf('https://cloud.example').replace('&', ' &')], 2, 'spaces or line breaks'],
])('login sends and stores nothing after %s', async (_what, types, code, says) => {
  const ended = await terminal.physio(['login'], { types });
  expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(says)]);
  expect(terminal.http.sent).toEqual([]);
  expect(existsSync(kept())).toBe(false);
  expect(existsSync(path.join(terminal.home, '.config/physio/config.json'))).toBe(false);
});

test('Ctrl-C at the hidden prompt ends login with 130 and stores nothing', async () => {
  const interruption = new AbortController();
  const running = terminal.physio(['login'], { types: [], interruption });
  await expect.poll(() => terminal.stderrSoFar()).toContain('input is hidden');
  interruption.abort({ signal: 'SIGINT' });
  expect((await running).code).toBe(130);
  expect(existsSync(kept())).toBe(false);
});

test('login refuses a link for another server than that of the profile, which it never overrides', async () => {
  await terminal.physio(['profile', 'set', 'api', API]);
  const { code, stderr } = await terminal.physio(['login'], { types: [linkOf('https://another.example')] });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/another\.example.*cloud\.example.*--api URL/)]);
  expect([terminal.http.sent, await profileApi()]).toEqual([[], API]);
});

test('login prompts with the server that a project file names, before the token is pasted', async () => {
  writeFileSync(path.join(terminal.home, 'physio.config.json'), JSON.stringify({ api: API }));
  const { stderr } = await terminal.physio(['login'], { types: [CTRL_D] });
  expect(stderr).toContain('Access token or entry link for cloud.example (input is hidden): ');
});

test.each([
  ['off a terminal', ['login', '--api', API], undefined],
  ['with --no-input', ['login', '--api', API, '--no-input'], []],
])('login %s prompts for nothing and names --token-file', async (_where, argv, types) => {
  const { code, stderr } = await terminal.physio(argv, { stdin: TOKEN, types });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('pass the token in a private file, or - for stdin: physio login --token-file FILE'),
  ]);
  expect(stderr).not.toContain('input is hidden');
});
