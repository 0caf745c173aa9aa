import { maskPhones } from '../../../core/phone.ts';
import { Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import { commandHint } from '../../command-hint.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { requireCreatable, rewriteUserFile, runExclusive, withValues } from '../../profiles.ts';
import { apiAddress } from '../../settings.ts';
import { storeToken, readTokenFile } from '../../token-file.ts';

export const fields = ['profile', 'api', 'nickname', 'mobile', 'assist'];
export const allowsNewProfile = true;

export async function signIn(context: Context): Promise<ExitCode> {
  const { output, settings, shared, environment } = context;
  if (shared.tokenFile === undefined)
    throw new Problem('invalid-input', {
      message: `pass the token in a private file, or - for stdin: ${context.hint`login --token-file FILE`}`,
    });
  const api = shared.api === undefined ? undefined : apiAddress(shared.api, environment);
  context.requireApi();
  requireCreatable(settings.profile, settings.userFile);
  const token = await readTokenFile(shared.tokenFile, settings, environment, context.hint);
  const services = await context.createServices({ token });
  const user = await services.get(Queries).user();
  await runExclusive(environment, () => {
    rewriteUserFile(environment, (file) => withValues(file, settings.profile, api === undefined ? {} : { api }));
    storeToken(token, user.mobile && maskPhones(user.mobile), settings, environment);
  });
  const nickname = output.person(user.nickname);
  const mobile = output.person(user.mobile);
  await output.record({ profile: settings.profile, api: settings.values.api, nickname, mobile, assist: user.assist }, [
    `Signed in${nickname === undefined ? '' : ` as ${nickname}`}${mobile === undefined ? '' : ` (${mobile})`}${user.assist ? ', an assistant' : ''}; profile ${settings.profile}.`,
  ]);
  output.note(
    `To list your devices: ${commandHint({ ...shared, tokenFile: environment.env.PHYSIO_TOKEN ? shared.tokenFile : undefined })`device list`}`,
  );
  return EXIT.done;
}
