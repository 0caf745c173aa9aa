import type { WorldClock } from './clock.ts';
import { demoDevices, type DeviceRow } from './devices.ts';
import { operatorOf, type Operator } from './operators.ts';
import type { OrderWords } from './orders.ts';
import { DAY, MINUTE } from './units.ts';
import { World } from './world.ts';

/** `demo` is the default. The others are the demo with very many records of one kind. */
export const SCENARIOS = ['demo', 'many-orders', 'many-devices'] as const;

export type Scenario = (typeof SCENARIOS)[number];

const MANY_ORDERS = 10_000;
const MANY_DEVICES = 1_000;
const WORDS: readonly OrderWords[] = ['订单完成', '支付完成', '已取消', '已过期'];

/** Creates the world of a scenario. */
export function beginWorld(clock: WorldClock, scenario: Scenario = 'demo', seed = 'demo'): World {
  const world = new World(clock, seed, scenario === 'many-devices' ? [...demoDevices, ...manyDevices()] : demoDevices);
  lease(world, 'leaser', 'PL10003', 12);
  lease(world, 'leaser', 'PL20003', 5);
  lease(world, 'somebody', 'PL10004', 30);
  lease(world, 'assistant', 'PL10010', 7, true);
  run(world, 'card', 'PL10005', 5);
  run(world, 'somebody', 'PL10006', 5);
  const now = clock.now();
  world.shares.all.push({ sno: 'PL10003', mobile: world.users.get('shared').mobile, at: now - 2 * DAY });
  world.wallets.all.push(
    { userId: 'card', operatorId: '9001', uses: 5, lastUsedAt: now - 3 * DAY },
    { userId: 'last-use', operatorId: '9001', uses: 1, lastUsedAt: now - DAY },
    { userId: 'used-up', operatorId: '9001', uses: 0, lastUsedAt: now - DAY },
  );
  for (const userId of ['card', 'last-use', 'used-up']) past(world, userId, 'card', 1, '支付完成');
  for (const [index, words] of WORDS.entries()) past(world, 'ordinary', 'lease', 5 + index * 9, words);
  world.leases.all.push({
    orderNo: 'ZL00000000',
    sno: 'PL10002',
    userId: 'ordinary',
    assist: false,
    expiresAt: now - 4 * DAY,
  });
  world.leases.all.push(
    { orderNo: 'ZL00000001', sno: 'PL20001', userId: 'assistant', assist: true, expiresAt: now - 6 * DAY },
    { orderNo: 'ZL00000002', sno: 'PL20001', userId: 'somebody', assist: false, expiresAt: now - 3 * DAY },
  );
  world.shares.all.push({ sno: 'PL20001', mobile: world.users.get('shared').mobile, at: now - 20 * DAY });
  for (const [index, statusDesc] of ['退款成功', '退款中'].entries()) {
    const refundNo = `TK${world.seed.digits(`refund/${index}`, 12)}`;
    world.refunds.push({
      userId: 'ordinary',
      refundNo,
      operatorId: '9001',
      statusDesc,
      amount: 2_990 - index * 1_040,
      at: now - (index + 1) * 6 * DAY,
    });
  }
  if (scenario === 'many-orders') {
    for (let index = 0; index < MANY_ORDERS; index += 1)
      past(world, 'ordinary', 'lease', 40 + index / 24, WORDS[index % WORDS.length] ?? '已取消');
  }
  return world;
}

function manyDevices(): DeviceRow[] {
  return Array.from({ length: MANY_DEVICES }, (_, index) => ({
    sno: `PM${String(index + 1).padStart(5, '0')}`,
    name: `理疗仪 M${index + 1} 号`,
    area: `${Math.floor(index / 50) + 1} 区`,
    operatorId: index % 2 === 0 ? '9001' : '9002',
    shows: '批量设备',
    offline: index % 10 === 7,
    locked: index % 25 === 3,
  }));
}

function operatorOfDevice(world: World, sno: string): Operator {
  const device = world.device(sno);
  if (!device) throw new Error(`no demo device ${sno}`);
  return device.operator;
}

function lease(world: World, userId: string, sno: string, days: number, assist = false): void {
  const { id: operatorId, durationPlans } = operatorOfDevice(world, sno);
  const plan = durationPlans.at(-1);
  if (!plan) return;
  const createdAt = world.clock.now() - DAY;
  const { number: orderNo } = world.orders.add({
    kind: 'lease',
    userId,
    operatorId,
    sno,
    assist,
    plan,
    createdAt,
    paidAt: createdAt,
    words: '使用中',
  });
  world.leases.grant({ orderNo, sno, userId, assist, days });
}

function run(world: World, userId: string, sno: string, usedMinutes: number): void {
  const device = world.device(sno);
  if (!device) throw new Error(`no demo device ${sno}`);
  device.machine.start(
    { Function: 1, SubFunction: 1, Voltage: 6, Freq: 1, Wave: 1, Grade: 4, WortTime: 30 },
    usedMinutes,
  );
  device.startedBy = userId;
}

function past(world: World, userId: string, kind: 'lease' | 'card', daysAgo: number, words: OrderWords): void {
  const operator = operatorOf('9001');
  const plan = kind === 'lease' ? operator?.durationPlans[1] : operator?.usePlans[1];
  if (!operator || !plan) return;
  const createdAt = Math.round(world.clock.now() - daysAgo * DAY);
  const sno = kind === 'lease' ? 'PL10002' : undefined;
  const paid = words === '订单完成' || words === '支付完成';
  const ending = paid ? { paidAt: createdAt + MINUTE } : { cancelledAt: createdAt + 2 * MINUTE };
  world.orders.add({ kind, userId, operatorId: operator.id, sno, assist: false, plan, createdAt, words, ...ending });
}
