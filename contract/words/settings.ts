import { AUXILIARY_CODES, FUNCTION_CODES } from '../../src/core/device/api.ts';

const inWords = (codes: Readonly<Record<string, number>>) =>
  Object.entries(codes)
    .map(([name, code]) => `${code} ${name}`)
    .join(', ');

/** Meanings of the fields of a treatment, in settings and in reports, by field name in lower case. */
export const SETTINGS: Readonly<Record<string, string>> = {
  function: `The kind of treatment: ${inWords(FUNCTION_CODES)}.`,
  subfunction: `Auxiliary function: 0 none, ${inWords(AUXILIARY_CODES)}.`,
  onoff: 'Whether a treatment runs; 0 is off.',
  worttime: 'Set duration, in minutes. This is the spelling on the wire.',
  worktime: 'Set duration, in minutes.',
  usetime: 'Elapsed time of the treatment, in minutes.',
  usenum: 'Remaining uses.',
  voltage:
    'A code of the voltage table, not volts: 1 is 3000 V, 2 4000, 3 5000, 4 7000, 5 9000, 6 11000, 7 13000, 8 smart loop. A deployment may have another table.',
  freq: 'A code of the frequency table, not hertz: 1 is 50 Hz, and so on to 11, 60 Hz. A deployment may have another table.',
  wave: 'A code of the waveform table: 1 to 3. A deployment may have another table.',
  grade: 'A code of the infrared table: 1 off, 2 low, 3 medium, 4 high. A deployment may have another table.',
};
