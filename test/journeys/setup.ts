import { afterEach, aroundEach, expect } from 'vitest';
import { endsTest, remembersTest } from './failure-record.ts';
import { takeFindings } from './leak-detector.ts';

aroundEach((runTest, { task }) => remembersTest(task, runTest));

// Closing a page may find a leak, so the clean-ups of the test come first.
afterEach(async ({ task }) => {
  await endsTest(task);
  expect(takeFindings()).toEqual([]);
});
