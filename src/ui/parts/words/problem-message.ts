import type { Problem } from '../../../core/problem.ts';
import { copy } from '../../copy/zh-CN.ts';
import { reasonWords } from './server-words.ts';

const FORBIDDEN = 403;

/** Returns the message for the user: the server's message if it sent one, else the text for the code. */
export function problemMessage(problem: Problem): string {
  const ours = problem.status === FORBIDDEN ? copy.problems.forbidden : copy.problems[problem.code];
  return reasonWords(problem.serverMessage, ours);
}
