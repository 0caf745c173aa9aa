import { Problem } from '../../../core/problem.ts';
import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { changeUserFile, PROFILE_KEYS, withValues } from '../../profiles.ts';
import { apiAddress } from '../../settings.ts';
import type { Surroundings } from '../../surroundings.ts';

type Key = (typeof PROFILE_KEYS)[number];

export const action: Action = {
  fields: ['profile', 'key', 'value'],
  async run({ output, settings, surroundings }, { args: [name = '', text = ''] }) {
    const key = PROFILE_KEYS.find((each) => each === name);
    if (!key) throw new Problem('invalid-input', { message: `there is no setting "${name}"; there are: ${PROFILE_KEYS.join(', ')}` });
    const value = text === '' ? undefined : usable(key, text, surroundings);
    await changeUserFile(surroundings, (file) => withValues(file, settings.profile, { [key]: value }));
    const line = value === undefined ? `${key} is no longer set in profile ${settings.profile}.` : `${key} of profile ${settings.profile} is ${value}`;
    await output.record({ profile: settings.profile, key, value }, [line]);
    return EXIT.done;
  },
};

function usable(key: Key, value: string, surroundings: Surroundings): string {
  if (key === 'api') return apiAddress(value, surroundings);
  if (key === 'payLink') requirePayLink(value, surroundings);
  if (key === 'idempotencyHeader' && !/^[A-Za-z0-9-]+$/.test(value))
    throw new Problem('invalid-input', { message: 'idempotencyHeader is the name of a header: letters, digits and -' });
  return value;
}

function requirePayLink(template: string, { safeAddress }: Surroundings): void {
  if (!template.includes('{number}')) throw new Problem('invalid-input', { message: 'payLink must contain {number}, the place of the order number' });
  try {
    safeAddress(template.replace(/\{\w+\}/g, 'x'));
  } catch (cause) {
    throw new Problem('invalid-input', { message: `payLink cannot be used: ${Problem.of(cause).message}`, cause });
  }
}
