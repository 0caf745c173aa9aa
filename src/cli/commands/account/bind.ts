import { maskedNumber } from '../../../core/basics/phone.ts';
import { BindPhone } from '../../../core/account/bind-phone.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../words/exit-codes.ts';
import { failureOf, withContext } from '../../words/failure.ts';
import { movePerson } from '../../account/person-directory.ts';
import { runExclusive } from '../../settings/profiles.ts';
import { storePhone } from '../../account/token-file.ts';

export const fields = ['mobile', 'outcome'];

export async function bindPhone(context: Context, phone: string, code: string): Promise<ExitCode> {
  const { output } = context;
  const number = context.phoneNumber(phone);
  const mobile = output.phone(number) ?? '';
  const unsure = `${mobile} may now be bound to the account. Check with: ${context.hint`account show`}`;
  context.ifInterrupted((sent) => (sent ? unsure : undefined));
  const services = await context.createServices();
  const binding = services.get(BindPhone).bind(number, code);
  const outcome = await binding.catch((thrown: unknown) => Problem.of(thrown));
  if (outcome instanceof Problem) {
    if (!outcome.mayHaveTakenEffect || outcome.isNotTheApi) throw outcome;
    return output.refuse(withContext(`${unsure}.`, failureOf(outcome, context.hint)), exitCodeOf(outcome));
  }
  if (outcome.kind === 'wrong-code')
    return output.refuse({
      code: outcome.kind,
      message: 'Wrong code.',
      hint: `To send a new one: ${context.hint`account send-code ${output.repeatable(number)}`}`,
    });
  if (outcome.kind === 'refused')
    return output.refuse(withContext('Could not bind the number.', failureOf(outcome.problem, context.hint)));
  const text =
    outcome.kind === 'bound'
      ? `Bound ${mobile} to the account.`
      : `The account has ${mobile} already. Nothing was bound.`;
  await output.record({ mobile, outcome: outcome.kind }, [text]);
  const token = await context.token();
  await storePhone(token, maskedNumber(number), context.settings, context.environment);
  const api = context.requireApi();
  await runExclusive(context.environment, () =>
    movePerson(context.account.ownDirectory(token), api, number, services.time.now(), context.environment.files),
  );
  return EXIT.done;
}
