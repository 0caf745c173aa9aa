import type { Tables } from '../../../core/device/tables.ts';
import type { TreatmentSettings } from '../../../core/treatment/settings.ts';
import { copy } from '../../copy/zh-CN-later.ts';
import { wordsOfCode } from '../../parts/option-words.ts';

/** Returns the texts of the custom screen's rows. */
export function settingsWords(settings: TreatmentSettings, tables: Tables) {
  const { function: chosen = 'bio', auxiliary, workMinutes, voltage, frequency, waveform, infraredLevel } = settings;
  const level = wordsOfCode(tables.infrared, infraredLevel);
  const isOn = auxiliary === 'infrared' && level !== undefined && level !== copy.options.off;
  const details = [
    wordsOfCode(tables.voltage, voltage, copy.treatment.volts),
    wordsOfCode(tables.frequency, frequency, copy.treatment.hertz),
    wordsOfCode(tables.waveform, waveform),
  ];
  return {
    duration: copy.treatment.minutes(workMinutes),
    function: copy.custom.functions[chosen],
    details: chosen === 'bio' ? details.filter(Boolean).join(' · ') : undefined,
    auxiliary:
      auxiliary === 'quantum'
        ? copy.custom.quantum
        : isOn
          ? copy.treatment.infrared(level)
          : copy.treatment.infraredOff,
  };
}
