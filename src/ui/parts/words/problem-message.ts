import type { Problem } from '../../../core/problem.ts';
import { copy } from '../../copy/zh-CN.ts';

/** Returns the message for the user: the server's message if it sent one, else the text for the code. */
export function problemMessage(problem: Problem): string {
  return problem.serverMessage ?? copy.problems[problem.code];
}
