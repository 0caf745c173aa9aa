import { maskedNumber } from '../../../core/basics/phone.ts';
import { Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import { linkOrigin, parseToken } from '../../account/access-token.ts';
import { keptWarning } from '../profile/kept-warning.ts';
import { commandHint } from '../../words/command-hint.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import {
  isProfile,
  readUserFile,
  requireCreatable,
  rewriteUserFile,
  runExclusive,
  unknownProfile,
  withValues,
} from '../../settings/profiles.ts';
import { apiAddress, settingsOf } from '../../settings/settings.ts';
import { directoryOfPerson, followPerson, knownDirectory, recordPerson } from '../../account/person-directory.ts';
import { askToken, readTokenFile, storeToken, storedAccount } from '../../account/token-file.ts';
import { tokenNote } from './token-note.ts';

export const fields = ['profile', 'api', 'nickname', 'mobile', 'assist'];
export const allowsNewProfile = true;

export async function signIn(context: Context): Promise<ExitCode> {
  const { output, shared, environment } = context;
  requireCreatable(context.settings.profile, context.settings.userFile);
  const given = shared.api === undefined ? undefined : apiAddress(shared.api, environment);
  const { token, typedApi } = await credentials(context);
  const { settings } = context;
  const api = given ?? typedApi;
  const services = await context.createServices({ token });
  const user = await services.get(Queries).user();
  const own = context.account.ownDirectory(token);
  const isNew = knownDirectory(own, environment.files) === own;
  const now = services.time.now();
  const before = storedAccount(settings.profile, environment);
  await runExclusive(environment, () => {
    if (settings.profileExists && !isProfile(settings.profile, readUserFile(environment)))
      throw unknownProfile(settings.profile, readUserFile(environment), context.hint); // renamed or removed meanwhile
    rewriteUserFile(environment, (file) => withValues(file, settings.profile, api === undefined ? {} : { api }));
    followPerson(own, context.requireApi(), user.mobile, now, environment.files);
    if (isNew) recordPerson(own, context.requireApi(), user.mobile, now, environment.files);
    storeToken(token, user.mobile && maskedNumber(user.mobile), settings, environment);
  });
  if (isNew) context.account.warnOfOthers(directoryOfPerson(own, context.requireApi(), user.mobile), now);
  const nickname = output.name(user.nickname);
  const mobile = output.phone(user.mobile);
  await output.record({ profile: settings.profile, api: settings.values.api, nickname, mobile, assist: user.assist }, [
    `Signed in${nickname === undefined ? '' : ` as ${nickname}`}${mobile === undefined ? '' : ` (${mobile})`}${user.assist ? ', an assistant' : ''}; profile ${settings.profile}.`,
  ]);
  if (api !== undefined) keptWarning(context, api);
  noteReplaced(context, before);
  tokenNote(context);
  const tokenFile = environment.env.PHYSIO_TOKEN ? shared.tokenFile : undefined;
  const hint = commandHint({ ...shared, tokenFile });
  hint.impliesApi = settingsOf(shared, environment).impliesApi;
  output.note(`To list your devices: ${hint`device list`}`);
  return EXIT.done;
}

/** A profile keeps one sign-in: says whose it was, if it was another person's or of another server. */
function noteReplaced({ output, environment, settings: { profile } }: Context, before: string | undefined): void {
  if (before === undefined || storedAccount(profile, environment)?.endsWith(before)) return;
  const another = commandHint({ profile: 'NAME' })`login`;
  output.note(
    `Before, profile ${profile} was signed in ${before}. To keep both, sign in under another name: ${another}`,
  );
}

/** The token from the file or the prompt, and the API address if it was typed, too. */
async function credentials(context: Context): Promise<{ token: string; typedApi?: string }> {
  const { shared, environment, hint } = context;
  if (shared.tokenFile !== undefined) {
    context.requireApi();
    return { token: await readTokenFile(shared.tokenFile, context.settings, environment, hint) };
  }
  if (!context.consent.canAsk)
    throw new Problem('invalid-input', {
      message: `Pass the token in a private file, or - for stdin: ${hint`login --token-file FILE`}`,
    });
  const { api } = context.settings.values;
  const text = await askToken(api, environment);
  const token = parseToken(text, 'The input', api);
  hint.replaceToken = `Nothing was stored. Copy the whole token or entry link, and try again: ${hint`login`}`;
  if (api !== undefined) return { token };
  const typedApi = await askApi(context, linkOrigin(text));
  context.useApi(typedApi);
  return { token: parseToken(text, 'The input', typedApi), typedApi };
}

/**
 * Prompts for the API address, because nothing else says which server the token is for. A link proposes the path of a default deployment on its own
 * host; only the user's Enter accepts it.
 */
async function askApi({ environment }: Context, origin: string | undefined): Promise<string> {
  const { askText } = await import('../../input/prompt.ts');
  const proposed = origin === undefined ? undefined : apiAddress(`${origin}/api`, environment);
  const question =
    proposed === undefined
      ? 'API address of the server that issued the token: '
      : `The link is for ${new URL(proposed).host}. API address [${proposed}]: `;
  const typed = (await askText(question, environment)).trim();
  if (typed === '' && proposed === undefined)
    throw new Problem('invalid-input', { message: 'No API address was entered; nothing was sent' });
  return typed === '' ? String(proposed) : apiAddress(typed, environment);
}
