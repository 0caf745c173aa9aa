import { SendFeedback } from '../../../core/feedback/send-feedback.ts';
import { Problem } from '../../../core/problem.ts';
import type { Action } from '../../action.ts';
import { EXIT, exitCodeOf, sentenceOf } from '../../exit-codes.ts';
import { textOf } from '../../stdin.ts';

const LONGEST = 100_000;
const MAY_BE_SENT = 'The feedback may have been sent. Sending it again may send it twice.';

export const action: Action = {
  fields: ['outcome', 'length'],
  async run(context, { options: { content, phone } }) {
    const { output, shared, surroundings } = context;
    if (content === '-' && shared.tokenFile === '-') throw new Problem('invalid-input', { message: 'stdin cannot be both the token file and the content' });
    const text = content === '-' ? await textOf(surroundings.stdin, LONGEST) : String(content);
    if (text.length > LONGEST) throw new Problem('invalid-input', { message: `a feedback may be ${LONGEST} characters long at most` });
    context.ifInterrupted((sent) => (sent ? MAY_BE_SENT : undefined));
    const sending = (await context.join()).get(SendFeedback).send({ content: text, phone: phone as string | undefined });
    const outcome = await sending.catch((thrown: unknown) => Problem.of(thrown));
    if (outcome instanceof Problem) {
      if (!outcome.mayHaveTakenEffect || outcome.isNotTheApi) throw outcome;
      return output.refuse(`${MAY_BE_SENT} ${sentenceOf(outcome, context.hint)}`, exitCodeOf(outcome));
    }
    if (outcome.kind === 'empty') throw new Problem('invalid-input', { message: 'there is nothing to send: say something with --content' });
    if (outcome.kind === 'refused') return output.refuse(`The feedback was not taken: ${outcome.message ?? 'the server gave no reason'}`);
    const { length } = text.trim();
    await output.record({ outcome: outcome.kind, length }, [`The feedback was sent (${length} characters).`]);
    return EXIT.done;
  },
};
