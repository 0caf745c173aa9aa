import type { Problem } from '../../../core/problem.ts';
import { copy } from '../../copy/zh-CN.ts';
import type { Failure } from '../failure/FailureBanner.tsx';
import { problemMessage } from '../words/problem-message.ts';

/** Words the Problem that kept the payment sheet from opening. A bug of the page says nothing about the sheet. */
export function unopenedPayment(problem: Problem): Failure {
  const reason = problemMessage(problem);
  return problem.code === 'internal' ? { title: reason } : { title: copy.payment.notOpened, reason };
}
