import { expect, test } from 'vitest';
import { createFeedback } from '../../../src/core/feedback/api.ts';
import { SendFeedback } from '../../../src/core/feedback/send-feedback.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import { refused } from '../../helpers/fake-server.ts';

test('A feedback is not called refused after a breakdown of the server, which may have taken it', async () => {
  const core = createTestApp();
  core.http.reply(createFeedback, refused('500', '系统异常'));
  expect(await problemOf(core.get(SendFeedback).send({ content: 'x' }))).toMatchObject({ mayHaveTakenEffect: true });
});
