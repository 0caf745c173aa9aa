import { expect } from 'vitest';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { STANDARD_TABLES } from '../../src/core/device/tables.ts';
import { presetOf } from '../../src/core/treatment/settings/presets.ts';
import { StartTreatment } from '../../src/core/treatment/start/start-treatment.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { createTestApp } from './create-test-app.ts';
import { aCard, aDevice, aPage, aReport, type DeviceRow, online } from './wire.ts';

export const bio = { sno: 'DEV0001', settings: presetOf('bio', STANDARD_TABLES) };

/** An app whose user is on the mode menu of a device at rest. */
export function onTheMenu({
  uses = 0,
  devices = [aDevice()],
  configuration,
}: { uses?: number; devices?: DeviceRow[]; configuration?: object } = {}) {
  const core = createTestApp({ configuration });
  core.at({ sno: 'DEV0001' });
  core.http
    .reply(getDetail, online)
    .reply(listCards, aPage(aCard({ money: uses })))
    .reply(listDevices, devices)
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' })
    .reply(readLatest, aReport({ onOff: 0 }))
    .reply(startDevice, { Function: 1, OnOff: 1, WortTime: 30, UseTime: 0 });
  return { ...core, starting: core.get(StartTreatment) };
}

export const started = {
  kind: 'started',
  state: expect.anything(),
  asAsked: true,
  destination: { to: 'process', sno: 'DEV0001' },
};
