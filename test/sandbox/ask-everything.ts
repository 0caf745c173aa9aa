import type * as v from 'valibot';
import type { World } from '../../sandbox/world/world.ts';
import { SystemClock } from '../../src/adapters/system-clock.ts';
import { getUser, sendCode, updatePhone } from '../../src/core/account/api.ts';
import { ApiClient } from '../../src/core/api/api-client.ts';
import type { Configuration } from '../../src/core/api/configuration/configuration.ts';
import type { Endpoint } from '../../src/core/api/endpoint.ts';
import { checkDevice, enterPage, getDetail, listDevices, listHistory, readLatest } from '../../src/core/device/api.ts';
import { createFeedback } from '../../src/core/feedback/api.ts';
import { createCardOrder, createLeaseOrder, listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import {
  cancelCardOrder,
  cancelLeaseOrder,
  getLeaseOrder,
  listCardOrders,
  listLeaseOrders,
} from '../../src/core/order/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { listShares, shareDevice, unshareDevice } from '../../src/core/share/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { listCards, listRefunds } from '../../src/core/wallet/api.ts';
import type { Http } from '../../src/ports/http.ts';

/** Makes every call of the contract as demo users whose data suits the call. Returns the decoded responses by path. */
export async function askEverything(
  world: World,
  configuration: Configuration,
  http: Http,
): Promise<Map<string, unknown>> {
  const cloudOf = (user: string) =>
    new ApiClient(
      http,
      { token: () => world.users.get(user).accessToken, refused: () => {} },
      configuration,
      new SystemClock(),
    );
  const ordinary = cloudOf('ordinary');
  const leaser = cloudOf('leaser');
  const card = cloudOf('card');
  const sno = 'PL10001';
  const answers = new Map<string, unknown>();
  const ask = async <Input, Request extends v.GenericSchema, Answer extends v.GenericSchema>(
    api: ApiClient,
    endpoint: Endpoint<Input, Request, Answer>,
    input: Input,
  ) => {
    const answer = await api.call(endpoint, input);
    answers.set(endpoint.path, answer);
    return answer;
  };

  await ask(ordinary, getUser, {});
  await ask(ordinary, sendCode, { mobile: '13900000000' });
  const code = world.codes.all[0]?.code ?? '';
  await ask(ordinary, updatePhone, { mobile: '13900000000', code });
  await ask(leaser, listDevices, {});
  await ask(ordinary, listHistory, {});
  await ask(ordinary, checkDevice, { sno, assist: false });
  await ask(leaser, getDetail, { sno: 'PL10003' });
  await ask(ordinary, enterPage, { sno });
  await ask(card, readLatest, { sno: 'PL10005' });
  await ask(leaser, listShares, { sno: 'PL10003' });
  await ask(leaser, shareDevice, { sno: 'PL10003', mobile: '13911111111' });
  await ask(leaser, unshareDevice, { sno: 'PL10003', mobile: '13911111111' });
  await ask(card, listCards, { page: 0 });
  await ask(ordinary, listRefunds, { page: 0 });
  await ask(ordinary, listLeaseOrders, { page: 0 });
  await ask(card, listCardOrders, { page: 0, operatorId: '9001' });
  const {
    records: [day],
  } = await ask(ordinary, listDurationPlans, { sno });
  const {
    records: [use],
  } = await ask(ordinary, listUsePlans, { operatorId: '9001' });
  if (!day || !use) throw new Error('there must be plans of both kinds');
  const { number } = await ask(ordinary, createLeaseOrder, { plan: day, sno, assist: false });
  await ask(ordinary, getLeaseOrder, { number });
  await ask(ordinary, prePay, { number, sno });
  await ask(ordinary, cancelLeaseOrder, { number });
  const bought = await ask(ordinary, createCardOrder, { plan: use, operatorId: '9001' });
  await ask(ordinary, cancelCardOrder, { number: bought.number });
  await ask(card, startDevice, { sno, settings: { function: 'bio', auxiliary: 'none', workMinutes: 30 } });
  await ask(card, stopDevice, { sno });
  await ask(ordinary, createFeedback, { content: '很好' });
  return answers;
}
