import type { Tables } from '../../../core/device/tables.ts';
import type { TreatmentSettings } from '../../../core/treatment/settings/settings.ts';
import { copy } from '../../copy/zh-CN.ts';
import { auxiliaryWords, wordsOfCode } from '../../parts/words/option-words.ts';

/** Returns the texts of the custom screen's rows. */
export function settingsWords(settings: TreatmentSettings, tables: Tables) {
  const { function: chosen, workMinutes, voltage, frequency, waveform } = settings;
  const details = [
    wordsOfCode(tables.voltage, voltage, copy.treatment.volts),
    wordsOfCode(tables.frequency, frequency, copy.treatment.hertz),
    wordsOfCode(tables.waveform, waveform),
  ];
  return {
    duration: copy.treatment.minutes(workMinutes),
    function: chosen && copy.custom.functions[chosen],
    details: chosen === 'bio' ? details.filter((word) => word !== undefined) : [],
    auxiliary: auxiliaryWords(settings, tables),
  };
}
