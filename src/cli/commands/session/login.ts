import { maskPhones } from '../../../core/phone.ts';
import { Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import type { Action } from '../../action.ts';
import { commandHint } from '../../command-hint.ts';
import { EXIT } from '../../exit-codes.ts';
import { rewriteUserFile, runExclusive, withValues } from '../../profiles.ts';
import { apiAddress } from '../../settings.ts';
import { keepToken, readTokenFile } from '../../token-file.ts';

export const action: Action = {
  fields: ['profile', 'api', 'nickname', 'mobile', 'assist'],
  anyProfile: true,
  async run(context) {
    const { output, settings, shared, surroundings } = context;
    if (shared.tokenFile === undefined)
      throw new Problem('invalid-input', { message: `give the token in a file only you can read, or on stdin: ${context.hint`login --token-file FILE`}` });
    const api = shared.api === undefined ? undefined : apiAddress(shared.api, surroundings);
    context.requireApi();
    const token = await readTokenFile(shared.tokenFile, settings, surroundings, context.hint);
    const joined = await context.join({ token });
    const user = await joined.get(Queries).user();
    await runExclusive(surroundings, () => {
      keepToken(token, user.mobile && maskPhones(user.mobile), settings, surroundings);
      rewriteUserFile(surroundings, (file) => withValues(file, settings.profile, api === undefined ? {} : { api }));
    });
    const nickname = output.person(user.nickname);
    const mobile = output.person(user.mobile);
    await output.record({ profile: settings.profile, api: settings.values.api, nickname, mobile, assist: user.assist }, [
      `Signed in${nickname === undefined ? '' : ` as ${nickname}`}${mobile === undefined ? '' : ` (${mobile})`}${user.assist ? ', an assistant' : ''}; profile ${settings.profile}.`,
    ]);
    output.note(`See your devices: ${commandHint({ ...shared, tokenFile: surroundings.env.PHYSIO_TOKEN ? shared.tokenFile : undefined })`device list`}`);
    return EXIT.done;
  },
};
