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

test.each(['', '  \n'])('feedback send sends nothing when the text is empty', async (nothing) => {
  const { code, stderr } = await send(['--content', '-'], nothing);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--content')]);
  expect(sent()).toEqual([]);
});

test('feedback send prints why the server refuses the feedback', async () => {
  terminal.http.reply(createFeedback, refused(500, '内容过长'));
  const { code, stderr } = await send(['--content', 'x']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('内容过长')]);
});

test('feedback send does not read both the token and the text from stdin', async () => {
  const { code } = await terminal.physio(['feedback', 'send', '--content', '-', '--token-file', '-'], SIGNED_IN);
  expect([code, sent()]).toEqual([2, []]);
});

test.each([
  ['timeout', 3],
  ['network', 1],
] as const)(
  'feedback send says that the feedback may have been sent when the answer is lost (%s)',
  async (lost, exit) => {
    terminal.http.reply(createFeedback, new Problem(lost));
    const { code, stderr } = await send(['--content', 'x']);
    expect([code, stderr]).toEqual([exit, expect.stringMatching(/may have been sent.*may create a duplicate/)]);
  },
);

test('feedback send says that the feedback may have been sent after a breakdown of the server', async () => {
  terminal.http.reply(createFeedback, refused(500, '系统异常'));
  const { code, stderr } = await send(['--content', 'x']);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/may have been sent.*may create a duplicate/)]);
});
