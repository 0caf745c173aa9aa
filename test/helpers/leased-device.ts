import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { createTestApp } from './create-test-app.ts';
import { aDevice, aPage, aReport, aSupply, online } from './wire.ts';

/** An app whose user has selected a leased device at rest. */
export function atALeasedDevice() {
  const core = createTestApp();
  core.at({ sno: 'DEV0001' });
  core.http
    .reply(getDetail, online)
    .reply(listDevices, [aDevice()])
    .reply(listCards, aPage())
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' })
    .reply(readLatest, aReport({ onOff: 0 }))
    .reply(enterPage, aSupply)
    .reply(startDevice, aReport())
    .reply(stopDevice);
  return core;
}
