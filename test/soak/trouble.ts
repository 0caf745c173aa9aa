import type { PaymentSetting, World } from '../helpers/world.ts';
import type { Dice } from './dice.ts';

const PATHS = [
  '*',
  '/user/get',
  '/device/detail',
  '/device/device/list',
  '/device/real_time_data',
  '/order/check/device',
  '/order/consume/order',
  '/order/charge/order',
  '/order/list',
  '/order/detail',
  '/order/start/device',
  '/order/stop/device',
  '/wallet/balance',
  '/wallet/list',
  '/wxPay/prePay',
] as const;
const KINDS = ['latency', 'reset-before', 'reset-after', 'http', 'html', 'malformed', 'refuse'] as const;
const ANSWERS = ['ok', 'ok', 'cancel', 'fail', 'none'] as const;

/** Up to four faults that wait for calls; tells how many. */
export async function troubles(world: World, dice: Dice): Promise<number> {
  await world.heals();
  const many = dice.below(5);
  for (let fault = 0; fault < many; fault += 1) {
    await world.fault({ path: dice.pick(PATHS), kind: dice.pick(KINDS), times: 1 + dice.below(3), ms: 100 + dice.below(1_400) });
  }
  return many;
}

/** How the payment sheet will be answered, and whether money moves. */
export function paymentBy(dice: Dice): PaymentSetting {
  return { next: dice.pick(ANSWERS), settles: dice.happens(0.75) };
}
