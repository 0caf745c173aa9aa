import type { FaultSetting } from '../../sandbox/faults.ts';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { createCardOrder, createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import type { PaymentSetting, World } from '../helpers/world.ts';
import type { SeededRandom } from './seeded-random.ts';

const PATHS = [
  '*',
  getUser.path,
  getDetail.path,
  listDevices.path,
  readLatest.path,
  checkDevice.path,
  createLeaseOrder.path,
  createCardOrder.path,
  listLeaseOrders.path,
  getLeaseOrder.path,
  startDevice.path,
  stopDevice.path,
  listCards.path,
  listCardOrders.path,
  prePay.path,
] as const;
const KINDS = [
  'latency',
  'reset-before',
  'reset-after',
  'http',
  'html',
  'malformed',
  'misshapen',
  'refuse',
] as const satisfies FaultSetting['kind'][];
const ANSWERS = ['ok', 'ok', 'cancel', 'fail', 'none'] as const;

/** Sets up to four faults for later calls and returns how many. */
export async function setRandomFaults(world: World, random: SeededRandom): Promise<number> {
  await world.heals();
  const many = random.integerBelow(5);
  for (let fault = 0; fault < many; fault += 1) {
    await world.fault({
      path: random.pick(PATHS),
      kind: random.pick(KINDS),
      times: 1 + random.integerBelow(3),
      ms: 100 + random.integerBelow(1_400),
    });
  }
  return many;
}

/** A random answer of the payment sheet, with or without a charge. */
export function randomPayment(random: SeededRandom): PaymentSetting {
  return { next: random.pick(ANSWERS), settles: random.occurs(0.75) };
}
