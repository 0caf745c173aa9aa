import { describe, expect, test } from 'vitest';
import { checkDevice, readLatest } from '../../src/core/device/api.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { STANDARD_TABLES } from '../../src/core/device/tables.ts';
import { presetOf } from '../../src/core/treatment/settings/presets.ts';
import { StartTreatment } from '../../src/core/treatment/start/start-treatment.ts';
import { StopTreatment } from '../../src/core/treatment/stop/stop-treatment.ts';
import { problemOf, within } from '../helpers/create-test-app.ts';
import { type AnyEndpoint } from '../helpers/fake-server.ts';
import { withOrderServer } from '../helpers/fake-order-server.ts';
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

describe('use cases: an internal error', () => {
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

  test('An internal error in an order response is rethrown, and the next attempt adopts the created order', async () => {
    const core = withOrderServer();
    const { takeOut } = plantInDecoder(createLeaseOrder);
    await expectReported(core, core.renting.order(sevenDays, {}));
    takeOut();
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-100' } });
    expect(core.http.requests(createLeaseOrder)).toHaveLength(1);
  });
});
