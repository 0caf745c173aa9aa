import type { World } from '../../sandbox/world/world.ts';
import { SystemClock } from '../../src/adapters/system-clock.ts';
import { contract } from '../../src/core/contract.ts';
import { ApiClient } from '../../src/core/api/api-client.ts';
import type { Configuration } from '../../src/core/api/configuration.ts';
import type { Http } from '../../src/ports/http.ts';

/** Makes every call of the contract, as those demo users for whom there is something to ask; the decoded answers by path. */
export async function askEverything(world: World, configuration: Configuration, http: Http): Promise<Map<string, unknown>> {
  const cloudOf = (user: string) => new ApiClient(http, { token: () => world.users.get(user).accessToken, refused: () => {} }, configuration, new SystemClock());
  const ordinary = cloudOf('ordinary');
  const leaser = cloudOf('leaser');
  const card = cloudOf('card');
  const sno = 'PL10001';
  const asked = new Map<string, unknown>();
  const ask = async <Answer>(path: string, answer: Promise<Answer>): Promise<Answer> => {
    asked.set(path, await answer);
    return answer;
  };

  await ask('/user/get', ordinary.call(contract.account.getUser, {}));
  await ask('/user/message', ordinary.call(contract.account.sendCode, { mobile: '13900000000' }));
  const code = world.codes.all[0]?.code ?? '';
  await ask('/user/updatePhone', ordinary.call(contract.account.updatePhone, { mobile: '13900000000', code }));
  await ask('/device/device/list', leaser.call(contract.device.listDevices, {}));
  await ask('/device/device/history/list', ordinary.call(contract.device.listHistory, {}));
  await ask('/order/check/device', ordinary.call(contract.device.checkDevice, { sno, assist: false }));
  await ask('/device/detail', leaser.call(contract.device.getDetail, { sno: 'PL10003' }));
  await ask('/device/intoDevicePage', ordinary.call(contract.device.enterPage, { sno }));
  await ask('/device/real_time_data', card.call(contract.device.readLatest, { sno: 'PL10005' }));
  await ask('/device/device/share/list', leaser.call(contract.share.listShares, { sno: 'PL10003' }));
  await ask('/device/bind_device', leaser.call(contract.share.shareDevice, { sno: 'PL10003', mobile: '13911111111' }));
  await ask('/device/un_bind_device', leaser.call(contract.share.unshareDevice, { sno: 'PL10003', mobile: '13911111111' }));
  await ask('/wallet/balance', card.call(contract.wallet.listCards, { page: 0 }));
  await ask('/refund/page', ordinary.call(contract.wallet.listRefunds, { page: 0 }));
  await ask('/order/list', ordinary.call(contract.order.listLeaseOrders, { page: 0 }));
  await ask('/wallet/list', card.call(contract.order.listCardOrders, { page: 0, operatorId: '9001' }));
  const { records: [day] } = await ask('/product/service/mode/get', ordinary.call(contract.lease.listDurationPlans, { sno }));
  const { records: [use] } = await ask('/rechargeMode/get', ordinary.call(contract.lease.listUsePlans, { operatorId: '9001' }));
  if (!day || !use) throw new Error('there must be plans of both kinds');
  const { number } = await ask('/order/consume/order', ordinary.call(contract.lease.createLeaseOrder, { plan: day, sno, assist: false }));
  await ask('/order/detail', ordinary.call(contract.order.getLeaseOrder, { number }));
  await ask('/wxPay/prePay', ordinary.call(contract.payment.prePay, { number, sno }));
  await ask('/order/cancel', ordinary.call(contract.order.cancelLeaseOrder, { number }));
  const bought = await ask('/order/charge/order', ordinary.call(contract.lease.createCardOrder, { plan: use, operatorId: '9001' }));
  await ask('/wallet/cancel', ordinary.call(contract.order.cancelCardOrder, { number: bought.number }));
  await ask('/order/start/device', card.call(contract.treatment.startDevice, { sno, settings: { function: 'bio', workMinutes: 30 } }));
  await ask('/order/stop/device', card.call(contract.treatment.stopDevice, { sno }));
  await ask('/feedback/create', ordinary.call(contract.feedback.createFeedback, { content: '很好' }));
  return asked;
}
