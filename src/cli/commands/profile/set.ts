import { Configuration } from '../../../core/api/configuration.ts';
import { Problem } from '../../../core/problem.ts';
import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { changeUserFile, withValues, type PROFILE_KEYS } from '../../profiles.ts';
import { apiAddress } from '../../settings.ts';
import type { Surroundings } from '../../surroundings.ts';

type Key = (typeof PROFILE_KEYS)[number];

export const action: Action = {
  fields: ['profile', 'key', 'value'],
  anyProfile: true,
  async run({ output, settings, surroundings }, { args: [name, text = ''] }) {
    const key = name as Key;
    const value = text === '' ? undefined : await usable(key, text, surroundings);
    await changeUserFile(surroundings, (file) => withValues(file, settings.profile, { [key]: value }));
    const line = value === undefined ? `${key} is no longer set in profile ${settings.profile}.` : `${key} of profile ${settings.profile} is ${value}`;
    await output.record({ profile: settings.profile, key, value }, [line]);
    return EXIT.done;
  },
};

async function usable(key: Key, value: string, surroundings: Surroundings): Promise<string> {
  if (key === 'api') return apiAddress(value, surroundings);
  try {
    if (key === 'payLink') await surroundings.requirePayLink(value);
    else Configuration.from({ apiBase: '', [key]: value });
  } catch (cause) {
    throw new Problem('invalid-input', { message: Problem.expected(cause).message, cause });
  }
  return value;
}
