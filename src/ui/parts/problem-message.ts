import type { Problem } from '../../core/problem.ts';
import { copy } from '../copy/zh-CN.ts';

/** What a person is told of a failure: the server's own words where it refused, else one sentence for each kind. */
export function problemMessage(problem: Problem): string {
  return problem.serverMessage ?? copy.problems[problem.code];
}
