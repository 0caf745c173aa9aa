import { describe, expect, test } from 'vitest';
import { getUser, sendCode } from '../../src/core/account/api.ts';
import { BindPhone } from '../../src/core/account/bind-phone.ts';
import { ApiClient } from '../../src/core/api/api-client.ts';
import { ExamineCall } from '../../src/core/api/examine/examine-call.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { EnterDevice } from '../../src/core/entry/enter-device.ts';
import { type DeviceSnapshot, FollowDevice } from '../../src/core/device/follow/follow-device.ts';
import { OfferPlans } from '../../src/core/lease/offer-plans.ts';
import { createLeaseOrder, listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import { cancelLeaseOrder, getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { CancelOrder } from '../../src/core/checkout/cancel-order.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listShares, unshareDevice } from '../../src/core/share/api.ts';
import { ShareWith } from '../../src/core/share/share-with.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { ResumeTreatment } from '../../src/core/treatment/resume-treatment.ts';
import { STANDARD_TABLES } from '../../src/core/device/tables.ts';
import { presetOf } from '../../src/core/treatment/settings/presets.ts';
import { StartTreatment } from '../../src/core/treatment/start/start-treatment.ts';
import { StopTreatment } from '../../src/core/treatment/stop/stop-treatment.ts';
import { problemOf, within } from '../helpers/create-test-app.ts';
import { leaseTerms } from '../helpers/renting.ts';
import { type AnyEndpoint, misshapen } from '../helpers/fake-server.ts';
import { anOrder, withAnOrder, withOrderServer } from '../helpers/fake-order-server.ts';
import { atALeasedDevice } from '../helpers/leased-device.ts';
import { plantedError, plantInDecoder } from '../helpers/planted.ts';
import { sevenDays } from '../helpers/plans.ts';
import { aReport } from '../helpers/wire.ts';

const INTERNAL = {
  code: 'internal',
  message: plantedError().message,
  cause: plantedError(),
  mayHaveTakenEffect: false,
  endsTheSession: false,
};

/** Expects the promise to reject with the planted error, which was reported once. */
async function expectReported({ reporter }: Pick<Core, 'reporter'>, promise: Promise<unknown>): Promise<void> {
  expect(await problemOf(promise)).toMatchObject(INTERNAL);
  expect(reporter.take()).toEqual([expect.objectContaining(INTERNAL)]);
}

function atADevice() {
  const core = atALeasedDevice();
  return { ...core, sent: (endpoint: AnyEndpoint) => core.http.requests(endpoint).length };
}

type Core = ReturnType<typeof atADevice>;
const starts = ({ get }: Core) =>
  get(StartTreatment).begin({ sno: 'DEV0001', settings: presetOf('bio', STANDARD_TABLES) });

describe('ApiClient and ExamineServer: an internal error', () => {
  test('An internal error while decoding a response is not a parse problem, and the read is not retried', async () => {
    const core = atADevice();
    plantInDecoder(readLatest);
    await expectReported(core, core.get(ApiClient).call(readLatest, { sno: 'DEV0001' }));
    expect(core.sent(readLatest)).toBe(1);
  });

  test('An internal error during an examination is thrown and not reported as a finding about the server', async () => {
    const core = atADevice();
    plantInDecoder(readLatest);
    const examine = new ExamineCall(core.get(ApiClient), core.clock);
    expect(await problemOf(examine.ask(readLatest, { sno: 'DEV0001' }))).toMatchObject(INTERNAL);
  });
});

describe('use cases: an internal error', () => {
  const lookedUp: [string, Parameters<typeof plantInDecoder>[0]][] = [
    ['the device detail', getDetail],
    ['the device state', readLatest],
    ['which devices are on lease', listDevices],
  ];
  test.each(lookedUp)('An internal error while a start reads %s prevents the start', async (_, endpoint) => {
    const core = atADevice();
    plantInDecoder(endpoint);
    await expectReported(core, starts(core));
    expect(core.sent(startDevice)).toBe(0);
  });

  test('An internal error in a start response is not an unknown outcome, and the next start reads the device state first', async () => {
    const core = atADevice();
    const { takeOut } = plantInDecoder(startDevice);
    await expectReported(core, starts(core));
    takeOut();
    core.http
      .reply(readLatest, aReport({ onOff: 0 }), aReport())
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    expect(await starts(core)).toMatchObject({ kind: 'already-running' });
    expect(core.sent(startDevice)).toBe(1);
  });

  test('An internal error in the device reports does not prevent a stop, is reported, and leaves the stop unconfirmed', async () => {
    const core = atADevice();
    plantInDecoder(readLatest);
    expect(await within(core, 20_000, core.get(StopTreatment).stop('DEV0001'))).toMatchObject({
      kind: 'unconfirmed',
      problem: INTERNAL,
    });
    expect(core.sent(stopDevice)).toBe(1);
    expect(core.reporter.take()).toContainEqual(expect.objectContaining(INTERNAL));
  });

  test('An internal error in a stop response is rethrown, and the stop can be sent again', async () => {
    const core = atADevice();
    const { takeOut } = plantInDecoder(stopDevice);
    await expectReported(core, core.get(StopTreatment).stop('DEV0001'));
    takeOut();
    expect(await within(core, 20_000, core.get(StopTreatment).stop('DEV0001'))).toMatchObject({ kind: 'not-running' });
    expect(core.sent(stopDevice)).toBe(2);
  });

  test('An internal error while running devices are queried is reported, and the device state is unknown', async () => {
    const core = atADevice();
    plantInDecoder(checkDevice);
    expect(await core.get(ResumeTreatment).lookAt(['DEV0001'])).toEqual(new Map([['DEV0001', 'unknown']]));
    expect(core.reporter.take()).toEqual([expect.objectContaining(INTERNAL)]);
  });

  test('An internal error while a device is followed is reported as an internal error', async () => {
    const core = atADevice();
    core.http.reply(enterPage, misshapen({}));
    plantInDecoder(readLatest);
    plantInDecoder(enterPage);
    const snapshots: DeviceSnapshot[] = [];
    const following = core.get(FollowDevice).follow('DEV0001', (snapshot) => snapshots.push(snapshot));
    await core.clock.advance(100);
    following.stop();
    expect(snapshots.at(-1)).toMatchObject({ problem: INTERNAL, liveFailure: { step: 'address', problem: INTERNAL } });
    expect(core.reporter.take()).toEqual([expect.objectContaining(INTERNAL), expect.objectContaining(INTERNAL)]);
  });

  test('If one read of a followed device fails and the other has an internal error, the internal error is shown', async () => {
    const core = atADevice();
    core.http.fails(getDetail, new Problem('timeout')).reply(enterPage, misshapen({}));
    plantInDecoder(readLatest);
    const snapshots: DeviceSnapshot[] = [];
    const following = core.get(FollowDevice).follow('DEV0001', (snapshot) => snapshots.push(snapshot));
    await core.clock.advance(100);
    following.stop();
    expect(snapshots.at(-1)).toMatchObject({ problem: INTERNAL });
    expect(core.reporter.take()).toEqual([expect.objectContaining(INTERNAL)]);
  });

  test('An internal error in an order response is rethrown, and the next attempt adopts the created order', async () => {
    const core = withOrderServer();
    const { takeOut } = plantInDecoder(createLeaseOrder);
    await expectReported(core, core.renting.order(sevenDays, {}));
    takeOut();
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-100' } });
    expect(core.http.requests(createLeaseOrder)).toHaveLength(1);
  });

  test('An internal error while the order list is read prevents the order', async () => {
    const core = withOrderServer();
    plantInDecoder(listLeaseOrders);
    await expectReported(core, core.renting.order(sevenDays, {}));
    expect(core.http.requests(createLeaseOrder)).toEqual([]);
  });

  test('An internal error in a prepay response is rethrown, and the next attempt is the same payment', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'cancel' }, { result: 'cancel' });
    const { takeOut } = plantInDecoder(prePay);
    await expectReported(core, core.paying.pay(anOrder));
    takeOut();
    expect(await core.paying.pay(anOrder)).toMatchObject({ kind: 'cancelled' });
    expect(core.http.requests(prePay)).toHaveLength(2);
  });

  test('An internal error while a payment is confirmed neither settles the payment nor reports it as unknown', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'ok' });
    await core.paying.pay(anOrder);
    plantInDecoder(getLeaseOrder);
    await expectReported(core, core.confirming.pollUntilSettled(anOrder));
    expect(core.records.purchases().unsettled()).toMatchObject([{ order: { number: anOrder.number } }]);
  });

  test('An internal error in a cancellation response is rethrown even if the server cancelled the order', async () => {
    const core = withAnOrder();
    core.http.reply(cancelLeaseOrder, new Problem('timeout'));
    plantInDecoder(getLeaseOrder);
    const order = { ...anOrder, state: 'to-pay', statusText: '' } as Parameters<CancelOrder['cancel']>[0];
    await expectReported(core, core.get(CancelOrder).cancel(order));
  });

  test('An internal error in one kind of plans rejects the offer', async () => {
    const core = atADevice();
    core.http.reply(listDurationPlans, { modeId: 'm1', list: [] }).reply(listUsePlans, { detailVoList: [] });
    plantInDecoder(listUsePlans);
    await expectReported(core, core.get(OfferPlans).offer({ sno: 'DEV0001', operatorId: 'shop-1' }, leaseTerms()));
  });

  test('An internal error while a sharing ends is not reported as "not removed"', async () => {
    const core = atADevice();
    core.http.reply(unshareDevice, null, new Problem('timeout')).reply(listShares, []);
    const { takeOut } = plantInDecoder(unshareDevice);
    await expectReported(core, core.get(ShareWith).unshare('DEV0001', '13800000001'));
    takeOut();
    plantInDecoder(listShares);
    await expectReported(core, core.get(ShareWith).unshare('DEV0001', '13800000001'));
  });

  test('An internal error while a device is entered is rethrown', async () => {
    const core = atADevice();
    core.http.reply(getUser, { mobile: '13800000001', assist: false }).reply(listShares, []);
    plantInDecoder(listShares);
    core.http.reply(listDevices, []);
    await expectReported(core, core.get(EnterDevice).begin('DEV0001'));
  });

  test('An internal error while a code is sent is not reported as a refusal', async () => {
    const core = atADevice();
    core.http.reply(sendCode);
    plantInDecoder(sendCode);
    await expectReported(core, core.get(BindPhone).askForCode('13800000001'));
  });
});
