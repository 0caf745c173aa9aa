import type { Faults } from '../faults.ts';
import { operatorOf } from '../world/operators.ts';
import type { Order } from '../world/orders.ts';
import type { User } from '../world/users.ts';
import { APP_ID, type World } from '../world/world.ts';

/** The link by which a demo user enters from WeChat: with a device's code, or to their own pages. */
export function entryLink(
  user: User,
  { sno, pageType }: { sno?: string; pageType?: 'device' | 'account' } = {},
): string {
  const fields: [string, string | undefined][] = [
    ['accessToken', user.accessToken],
    ['openid', user.openid],
    ['mobile', user.mobile || undefined],
    ['appId', APP_ID],
    ['timestamp', '1767225600'],
    ['nonceStr', 'sandbox'],
    ['signature', '0f1e2d3c4b5a69788796a5b4c3d2e1f001122334'],
    ['pageType', pageType],
    ['sno', sno],
  ];
  return `/?${new URLSearchParams(fields.filter((field): field is [string, string] => field[1] !== undefined)).toString()}`;
}

/** The state of the world in the format of the control API. If there are very many orders, it contains the newest. */
export function stateOf(world: World, faults: Faults) {
  return {
    now: world.now(),
    /** How far this clock is ahead of the machine's, in ms. */
    ahead: world.clock.ahead,
    users: world.users.all.map((user) => ({ ...user, assist: user.assist ?? false, entryLink: entryLink(user) })),
    devices: world.devices.map((device) => ({
      sno: device.sno,
      did: device.did,
      name: device.name,
      area: device.area,
      operatorName: device.operator.name,
      shows: device.shows,
      online: device.machine.online,
      locked: device.locked,
      silent: device.machine.silent,
      status: world.statusOf(device),
      ownerId: device.operator.id,
      leasedBy: world.leases.on(device.sno)?.userId ?? null,
      startedBy: device.running ? (device.startedBy ?? null) : null,
      attrs: device.machine.lastReport(),
      actual: device.machine.actually(),
      log: device.machine.log,
    })),
    orders: world.orders.newest(200).map((order) => orderOnShow(order, world)),
    wallets: world.wallets.all,
    shares: world.shares.all,
    codes: world.codes.all,
    refunds: world.refunds,
    feedback: world.feedback,
    latest: world.effects.latest,
    server: world.habits,
    payment: world.payment ?? null,
    faults: faults.all(),
  };
}

function orderOnShow(order: Order, world: World) {
  const { number, kind, userId, operatorId, sno, assist, plan, createdAt, paidAt, cancelledAt, prepays, charges } =
    order;
  return {
    number,
    ...(kind === 'card' ? { chargeOrderNo: number } : { orderNo: number }),
    kind,
    userId,
    sno,
    assist,
    operatorName: operatorOf(operatorId)?.name,
    planName: order.planName,
    yuan: plan.price / 100,
    status: world.orders.statusWords(order),
    statusCode: world.orders.codeOf(order),
    createdAt,
    paidAt,
    cancelledAt,
    refunded: order.refunded ?? null,
    prepays: prepays.length,
    charges: charges.length,
  };
}
