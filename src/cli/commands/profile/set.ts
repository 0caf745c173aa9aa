import { Configuration } from '../../../core/api/configuration/configuration.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { changeUserFile, withValues, type ProfileKey } from '../../settings/profiles.ts';
import { apiAddress } from '../../settings/settings.ts';
import { storedSignIn } from '../../account/token-file.ts';
import type { CliEnvironment } from '../../environment.ts';
import { keptWarning } from './kept-warning.ts';

export const fields = ['profile', 'key', 'value'];
export const allowsNewProfile = true;

export async function setProfileValue(context: Context, key: ProfileKey, text: string): Promise<ExitCode> {
  const { hint, output, settings, environment } = context;
  const value = text === '' ? undefined : await usable(key, text, environment);
  await changeUserFile(environment, (file) => withValues(file, settings.profile, { [key]: value }));
  const line =
    value === undefined
      ? `Removed ${key} from profile ${settings.profile}.`
      : `Set ${key} of profile ${settings.profile} to ${value}`;
  await output.record({ profile: settings.profile, key, value }, [line]);
  if (key === 'api' && value !== undefined) keptWarning(context, value);
  const { api } = storedSignIn(settings.profile, environment);
  if (key === 'api' && value !== undefined && api !== undefined && api !== value)
    output.note(
      `The token of profile ${settings.profile} was issued for ${api} and is not sent to ${value}. To sign in there: ${hint`login --token-file FILE`}`,
    );
  return EXIT.done;
}

async function usable(key: ProfileKey, value: string, environment: CliEnvironment): Promise<string> {
  if (key === 'api') return apiAddress(value, environment);
  try {
    if (key === 'payLink') await environment.requirePayLink(value);
    else Configuration.from({ apiBase: '/', [key]: value });
  } catch (cause) {
    throw new Problem('invalid-input', { message: Problem.expected(cause).message, cause });
  }
  return value;
}
