import { maskPhones } from '../../../core/phone.ts';
import { Queries } from '../../../core/queries.ts';
import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { dayAndTime, iso } from '../../format.ts';
import { endOfToken } from '../../token-end.ts';
import { keepPhone } from '../../token-file.ts';

export const action: Action = {
  fields: ['profile', 'api', 'nickname', 'mobile', 'assist', 'signedInUntil'],
  async run(context) {
    const { output, settings } = context;
    const token = await context.token();
    const user = await (await context.join()).get(Queries).user();
    const until = token === undefined ? undefined : endOfToken(token);
    const nickname = output.person(user.nickname);
    const mobile = output.person(user.mobile);
    await keepPhone(token, user.mobile && maskPhones(user.mobile), settings, context.surroundings);
    await output.record(
      { profile: settings.profile, api: settings.values.api, nickname, mobile, assist: user.assist, signedInUntil: iso(until) },
      output.pairs([
        ['profile', settings.profile],
        ['api', String(settings.values.api)],
        ['name', nickname ?? 'none'],
        ['phone', mobile ?? 'none bound'],
        ['assistant', user.assist ? 'yes, may rent for customers' : 'no'],
        ['signed in until', dayAndTime(until) ?? 'not known: the token does not say'],
      ]),
    );
    if (user.mobile === undefined) output.note(`Bind a phone number: ${context.hint`account send-code PHONE`}`);
    return EXIT.done;
  },
};
