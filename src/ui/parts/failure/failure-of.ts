import type { Problem } from '../../../core/problem.ts';
import { problemMessage } from '../words/problem-message.ts';
import type { Failure } from './FailureBanner.tsx';

/** Words a Problem under a title that says what failed. A bug of the page proves nothing about that. */
export function failureOf(problem: Problem, title: string): Failure {
  const reason = problemMessage(problem);
  return problem.code === 'internal' ? { title: reason } : { title, reason };
}
