import { expect, test } from 'vitest';
import { SendFeedback } from '../../../src/core/feedback/send-feedback.ts';
import { Problem } from '../../../src/core/problem.ts';
import { coreOnFakes, problemOf } from '../../helpers/core-on-fakes.ts';
import { done, refused } from '../../helpers/wire.ts';

const CREATE = '/feedback/create';

test('what somebody has to say is sent in the body, with a phone number or without', async () => {
  const core = coreOnFakes();
  core.http.answers(CREATE, done());
  expect(await core.get(SendFeedback).send({ content: ' 设备发热 ', phone: '13800000001' })).toEqual({ kind: 'sent' });
  expect(await core.get(SendFeedback).send({ content: '设备发热', phone: ' ' })).toEqual({ kind: 'sent' });
  expect(core.data(CREATE)).toEqual([{ content: '设备发热', phone: '13800000001', file: [] }, { content: '设备发热', file: [] }]);
});

test('a report stands below what somebody has to say', async () => {
  const core = coreOnFakes();
  core.http.answers(CREATE, done());
  await core.get(SendFeedback).send({ content: ' 设备发热 ', report: 'version 1.0.0' });
  expect(core.data(CREATE)).toEqual([{ content: '设备发热\n\nversion 1.0.0', file: [] }]);
});

test('nothing is sent while there is nothing to say', async () => {
  const core = coreOnFakes();
  expect(await core.get(SendFeedback).send({ content: ' \n ' })).toEqual({ kind: 'empty' });
  expect(core.http.sent).toEqual([]);
});

test('a refusal says what the server says, and what broke is a problem', async () => {
  const core = coreOnFakes();
  core.http.answers(CREATE, refused('500', '内容过长'), new Problem('network'));
  expect(await core.get(SendFeedback).send({ content: 'x' })).toEqual({ kind: 'refused', message: '内容过长' });
  expect(await problemOf(core.get(SendFeedback).send({ content: 'x' }))).toMatchObject({ code: 'network' });
});
