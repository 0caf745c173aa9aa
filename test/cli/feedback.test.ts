import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFeedback } from '../../src/core/feedback/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { refused } from '../helpers/fake-server.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http.reply(createFeedback);
});
afterEach(() => terminal.close());

const send = (options: string[], stdin = '') => terminal.physio(['feedback', 'send', ...options], { ...SIGNED_IN, stdin });
const sent = () => terminal.http.sent.map(({ body }) => (JSON.parse(body) as { data: unknown }).data);

test('sends what is said, with the number to call back', async () => {
  const { code, json } = await send(['--content', '设备不启动', '--phone', '138 0000 0001', '--json']);
  expect([code, json()]).toEqual([0, { outcome: 'sent', length: 5 }]);
  expect(sent()).toEqual([{ content: '设备不启动', phone: '138 0000 0001', file: [] }]);
});

test('reads a long one from stdin', async () => {
  expect((await send(['--content', '-'], '第一行\n第二行\n')).code).toBe(0);
  expect(sent()).toEqual([{ content: '第一行\n第二行', file: [] }]);
});

test.each(['', '  \n'])('sends nothing where nothing is said', async (nothing) => {
  const { code, stderr } = await send(['--content', '-'], nothing);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--content')]);
  expect(sent()).toEqual([]);
});

test('repeats why the server does not take it', async () => {
  terminal.http.reply(createFeedback, refused(500, '内容过长'));
  const { code, stderr } = await send(['--content', 'x']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('内容过长')]);
});

test('cannot read both the token and the content from stdin', async () => {
  const { code } = await terminal.physio(['feedback', 'send', '--content', '-', '--token-file', '-'], SIGNED_IN);
  expect([code, sent()]).toEqual([2, []]);
});

test.each([
  ['timeout', 3],
  ['network', 1],
] as const)('whose answer is lost (%s) may have been sent, and a second one may come twice', async (lost, exit) => {
  terminal.http.reply(createFeedback, new Problem(lost));
  const { code, stderr } = await send(['--content', 'x']);
  expect([code, stderr]).toEqual([exit, expect.stringMatching(/may have been sent.*may send it twice/)]);
});
