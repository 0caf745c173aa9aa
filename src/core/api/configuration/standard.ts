/** Default envelope fields of every call; the configuration may override them. */
export const STANDARD = { appKey: 'physio', version: '1.0.0' } as const;

/** The words that a table's option can have instead of an amount or a label. The ui and the cli translate them. */
export const OPTION_NAMES = [
  'smart-loop',
  'waveform-1',
  'waveform-2',
  'waveform-3',
  'off',
  'low',
  'medium',
  'high',
] as const;
