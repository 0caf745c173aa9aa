import type { HandlerTable } from './handler-table.ts';
import { Refusal } from './refusal.ts';

const MOBILE = /^1[3-9]\d{9}$/;

export function isMobile(mobile: string): boolean {
  return MOBILE.test(mobile);
}

export const account: HandlerTable['account'] = {
  getUser: (_data, { caller }) => ({
    nickname: caller.nickname ?? null,
    avatar: '',
    mobile: caller.mobile,
    assist: caller.assist ? 1 : false,
  }),

  sendCode: (mobile, { caller, world }) => {
    if (!isMobile(mobile)) throw new Refusal('手机号格式不正确', '2');
    const known = world.users.byMobile(mobile);
    if (known && known !== caller) throw new Refusal('该手机号已被注册', '1000011');
    world.codes.send(mobile);
    return null;
  },

  updatePhone: ({ newMobile, newCode }, { caller, world }) => {
    if (!isMobile(newMobile)) throw new Refusal('手机号格式不正确', '2');
    const known = world.users.byMobile(newMobile);
    if (known && known !== caller) throw new Refusal('该手机号已被注册', '1000011');
    if (!world.codes.redeem(newMobile, newCode)) throw new Refusal('验证码不正确', '517');
    caller.mobile = newMobile;
    return null;
  },
};
