import { SendFeedback } from '../../../core/feedback/send-feedback.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../words/exit-codes.ts';
import { failureOf, withContext } from '../../words/failure.ts';
import { STDIN, textOfFile } from '../../input/text-file.ts';
import { counted } from '../../words/text.ts';

const MAX_LENGTH = 100_000;
const MAY_HAVE_BEEN_SENT = 'The feedback may have been sent; sending it again may create a duplicate.';

export const fields = ['outcome', 'length'];

export async function sendFeedback(
  context: Context,
  { content, phone }: { content: string; phone?: string },
): Promise<ExitCode> {
  const { output, shared, environment } = context;
  if (content === STDIN && shared.tokenFile === '-')
    throw new Problem('invalid-input', { message: 'Stdin cannot supply both the token and the content' });
  if (phone?.trim() === '')
    throw new Problem('invalid-input', { message: '--phone is empty: give a phone number, or leave the option out' });
  if (phone !== undefined) context.phoneNumber(phone);
  const text = content === STDIN ? await textOfFile(STDIN, environment) : content;
  if (text.length > MAX_LENGTH)
    throw new Problem('invalid-input', {
      message: `Feedback is limited to ${MAX_LENGTH.toLocaleString('en')} characters`,
    });
  context.ifInterrupted((sent) => (sent ? MAY_HAVE_BEEN_SENT : undefined));
  const sending = (await context.createServices()).get(SendFeedback).send({ content: text, phone });
  const outcome = await sending.catch((thrown: unknown) => Problem.of(thrown));
  if (outcome instanceof Problem) {
    if (!outcome.mayHaveTakenEffect || outcome.isNotTheApi) throw outcome;
    return output.refuse(withContext(MAY_HAVE_BEEN_SENT, failureOf(outcome, context.hint)), exitCodeOf(outcome));
  }
  if (outcome.kind === 'empty')
    throw new Problem('invalid-input', {
      message: `The feedback is empty: ${content === STDIN ? 'stdin had no text' : 'pass its text with --content'}`,
    });
  if (outcome.kind === 'refused')
    return output.refuse(withContext('Could not send the feedback.', failureOf(outcome.problem, context.hint)));
  const { length } = text.trim();
  await output.record({ outcome: outcome.kind, length }, [`Sent feedback (${counted(length, 'character')}).`]);
  return EXIT.done;
}
