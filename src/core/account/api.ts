import * as v from 'valibot';
import { flag, maybe, nothing, text } from '../api/decoders.ts';
import { endpoint } from '../api/endpoint.ts';
import type { User } from './user.ts';

/** What a server may send for a missing number. It is nobody's, so it must not make two people one. */
const ZEROS = /^0+$/;

export const getUser = endpoint({
  name: 'account.getUser',
  path: '/user/get',
  kind: 'read',
  request: v.object({}),
  encode: () => ({}),
  answer: v.pipe(
    v.object({ nickname: maybe(text), avatar: maybe(text), mobile: maybe(text), assist: maybe(flag) }),
    v.transform(({ assist, mobile, ...user }): User => ({
      ...user,
      mobile: mobile !== undefined && ZEROS.test(mobile) ? undefined : mobile,
      assist: assist ?? false,
    })),
  ),
});

export const sendCode = endpoint({
  name: 'account.sendCode',
  path: '/user/message',
  kind: 'write',
  request: v.string(),
  encode: ({ mobile }: { mobile: string }) => mobile,
  answer: nothing,
});

export const updatePhone = endpoint({
  name: 'account.updatePhone',
  path: '/user/updatePhone',
  kind: 'write',
  request: v.object({ newMobile: v.string(), newCode: v.string() }),
  encode: ({ mobile, code }: { mobile: string; code: string }) => ({ newMobile: mobile, newCode: code }),
  answer: nothing,
});

/** Server codes for a refused phone number or verification code. */
export const PHONE_REFUSALS = { malformed: '2', taken: '1000011', wrongCode: '517' } as const;

/** True of a code with a meaning of its own, which is no breakdown of the server. */
export function isPhoneRefusal(serverCode: string | undefined): boolean {
  return Object.values<string | undefined>(PHONE_REFUSALS).includes(serverCode);
}
