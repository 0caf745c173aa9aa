import * as v from 'valibot';
import { nothing } from '../api/decoders.ts';
import { endpoint } from '../api/endpoint.ts';
import { AUXILIARY_CODES, deviceStateAnswer, FUNCTION_CODES } from '../device/api.ts';
import type { TreatmentSettings } from './settings/settings.ts';

export const startDevice = endpoint({
  name: 'treatment.startDevice',
  path: '/order/start/device',
  kind: 'write',
  request: v.object({
    sno: v.string(),
    WortTime: v.number(),
    Function: v.optional(v.number()),
    /** 0: neither infrared nor the quantum energy chamber. */
    SubFunction: v.number(),
    Voltage: v.optional(v.number()),
    Freq: v.optional(v.number()),
    Wave: v.optional(v.number()),
    Grade: v.optional(v.number()),
  }),
  encode: ({ sno, settings }: { sno: string; settings: TreatmentSettings }) => ({
    sno,
    WortTime: settings.workMinutes,
    Function: settings.function && FUNCTION_CODES[settings.function],
    SubFunction: settings.auxiliary === 'none' ? 0 : AUXILIARY_CODES[settings.auxiliary],
    Voltage: settings.voltage,
    Freq: settings.frequency,
    Wave: settings.waveform,
    Grade: settings.infraredLevel,
  }),
  ...deviceStateAnswer(),
});

export const stopDevice = endpoint({
  name: 'treatment.stopDevice',
  path: '/order/stop/device',
  kind: 'write',
  request: v.string(),
  encode: ({ sno }: { sno: string }) => sno,
  answer: nothing,
});
