import { expect, test } from 'vitest';
import { createFeedback } from '../../../src/core/feedback/api.ts';
import { SendFeedback } from '../../../src/core/feedback/send-feedback.ts';
import { Problem } from '../../../src/core/problem.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import { refused } from '../../helpers/fake-server.ts';

test('A feedback is sent in the body, with a phone number or without', async () => {
  const core = createTestApp();
  core.http.reply(createFeedback);
  expect(await core.get(SendFeedback).send({ content: ' 设备发热 ', phone: '13800000001' })).toEqual({ kind: 'sent' });
  expect(await core.get(SendFeedback).send({ content: '设备发热', phone: ' ' })).toEqual({ kind: 'sent' });
  expect(core.http.data(createFeedback)).toEqual([
    { content: '设备发热', phone: '13800000001', file: [] },
    { content: '设备发热', file: [] },
  ]);
});

test('A report is sent below the text of the feedback', async () => {
  const core = createTestApp();
  core.http.reply(createFeedback);
  await core.get(SendFeedback).send({ content: ' 设备发热 ', report: 'version 1.0.0' });
  expect(core.http.data(createFeedback)).toEqual([{ content: '设备发热\n\nversion 1.0.0', file: [] }]);
});

test('An empty feedback is not sent', async () => {
  const core = createTestApp();
  expect(await core.get(SendFeedback).send({ content: ' \n ' })).toEqual({ kind: 'empty' });
  expect(core.http.sent).toEqual([]);
});

test('A refused feedback shows the server’s message, and a failure is a problem', async () => {
  const core = createTestApp();
  core.http.reply(createFeedback, refused('500', '内容过长'), new Problem('network'));
  expect(await core.get(SendFeedback).send({ content: 'x' })).toMatchObject({
    kind: 'refused',
    problem: { serverMessage: '内容过长' },
  });
  expect(await problemOf(core.get(SendFeedback).send({ content: 'x' }))).toMatchObject({ code: 'network' });
});

test('A feedback is not called refused after a breakdown of the server, which may have taken it', async () => {
  const core = createTestApp();
  core.http.reply(createFeedback, refused('500', '系统异常'));
  expect(await problemOf(core.get(SendFeedback).send({ content: 'x' }))).toMatchObject({ mayHaveTakenEffect: true });
});
