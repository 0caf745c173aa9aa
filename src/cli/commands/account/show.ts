import { maskedNumber } from '../../../core/basics/phone.ts';
import { Queries } from '../../../core/queries.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { dayAndTime, iso, NOT_SENT } from '../../words/format.ts';
import { followPerson, isElsewhere } from '../../account/person-directory.ts';
import { jwtExpiry } from '../../words/jwt-claims.ts';
import { runExclusive } from '../../settings/profiles.ts';
import { storePhone } from '../../account/token-file.ts';

export const fields = ['profile', 'tokenFrom', 'api', 'nickname', 'mobile', 'assist', 'signedInUntil'];

export async function showAccount(context: Context): Promise<ExitCode> {
  const { output, settings } = context;
  const token = await context.token();
  const services = await context.createServices();
  const user = await services.get(Queries).user();
  const until = token === undefined ? undefined : jwtExpiry(token);
  const nickname = output.name(user.nickname);
  const mobile = output.phone(user.mobile);
  await storePhone(token, user.mobile && maskedNumber(user.mobile), settings, context.environment);
  const { files } = context.environment;
  const person = [
    context.account.ownDirectory(token),
    context.requireApi(),
    user.mobile,
    services.time.now(),
    files,
  ] as const;
  if (!context.isDryRun && isElsewhere(...person))
    await runExclusive(context.environment, () => followPerson(...person));
  await output.record(
    {
      profile: context.tokenSource === undefined ? settings.profile : undefined,
      tokenFrom: context.tokenSource,
      api: settings.values.api,
      nickname,
      mobile,
      assist: user.assist,
      signedInUntil: iso(until),
    },
    output.pairs([
      context.tokenSource === undefined ? ['profile', settings.profile] : ['token from', context.tokenSource],
      ['api', String(settings.values.api)],
      ['name', nickname ?? NOT_SENT],
      ['phone', mobile ?? NOT_SENT],
      ['assistant', user.assist ? 'yes (can rent for customers)' : 'no'],
      ['signed in until', dayAndTime(until) ?? 'unknown (not in the token)'],
    ]),
  );
  if (user.mobile === undefined) output.note(`To bind a phone number: ${context.hint`account send-code PHONE`}`);
  return EXIT.done;
}
