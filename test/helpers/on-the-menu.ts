import { expect } from 'vitest';
import { presetOf } from '../../src/core/treatment/settings.ts';
import { StartTreatment } from '../../src/core/treatment/start-treatment.ts';
import { coreOnFakes } from './core-on-fakes.ts';
import { aCard, aDevice, aPage, aReport, done, online } from './wire.ts';

export const START = '/order/start/device';
export const bio = { settings: presetOf('bio') };

/** A user on the mode menu. */
export function onTheMenu({ uses = 0, devices = [aDevice()], configuration }: { uses?: number; devices?: object[]; configuration?: object } = {}) {
  const core = coreOnFakes({ configuration });
  core.at({ sno: 'DEV0001' });
  core.http
    .answers('/device/detail', online)
    .answers('/wallet/balance', aPage(aCard({ money: uses })))
    .answers('/device/device/list', done(devices))
    .answers('/order/check/device', done({ ownerId: 'op1', status: 'DEVICE_USED' }))
    .answers('/device/real_time_data', aReport({ onOff: 0 }))
    .answers(START, done({ Function: 1, OnOff: 1, WortTime: 30, UseTime: 0 }));
  return { ...core, starting: core.get(StartTreatment) };
}

export const started = { kind: 'started', state: expect.anything(), destination: { to: 'process', sno: 'DEV0001' } };
