import { chinaTime } from '../world/units.ts';
import { isMobile } from './account.ts';
import { deviceOf } from './device.ts';
import type { Call, HandlerTable } from './handler-table.ts';
import { Refusal } from './refusal.ts';

function mustHold(sno: string, { caller, world }: Call): void {
  deviceOf(world, sno);
  if (world.leases.on(sno)?.userId !== caller.id) throw new Refusal('只有租用者可以管理分享', '403');
}

export const share: HandlerTable['share'] = {
  listShares: (_data, { world, query }) => {
    const { sno } = deviceOf(world, query.get('sno') ?? '');
    return world.shares.of(sno).map(({ mobile, at }) => ({ mobile, ctime: chinaTime(at) }));
  },

  shareDevice: ({ mobile, sno }, call) => {
    mustHold(sno, call);
    const { caller, world } = call;
    if (!isMobile(mobile)) throw new Refusal('手机号格式不正确', '2');
    if (mobile === caller.mobile) throw new Refusal('不能分享给自己');
    if (world.shares.has(sno, mobile)) throw new Refusal('该用户已被分享');
    world.shares.all.push({ sno, mobile, at: world.clock.now() });
    world.effects.happened('shares', `${sno} → ${mobile}`);
    return null;
  },

  unshareDevice: ({ mobile, sno }, call) => {
    mustHold(sno, call);
    if (!call.world.shares.remove(sno, mobile)) throw new Refusal('该用户未被分享');
    return null;
  },
};
