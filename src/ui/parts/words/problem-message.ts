import type { Problem } from '../../../core/problem.ts';
import { copy } from '../../copy/zh-CN.ts';

const FORBIDDEN = 403;

/** Returns the message for the user: the server's message if it sent one, else the text for the code. */
export function problemMessage(problem: Problem): string {
  const ours = problem.status === FORBIDDEN ? copy.problems.forbidden : copy.problems[problem.code];
  return problem.serverMessage === undefined ? ours : copy.problems.told(problem.serverMessage, ours);
}
