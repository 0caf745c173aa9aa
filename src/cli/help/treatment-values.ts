import { tablesOf, type TableOption } from '../../core/device/tables.ts';
import { DETAILS, FLAGS } from '../commands/treatment/settings.ts';
import { optionText } from '../words/format.ts';
import { HARD_SPACE, type Section } from './layout.ts';

/** The options of each mode, and the values that `treatment start` takes unless the deployment replaces them. */
export function treatmentValues(): Section[] {
  const { minutes, voltage, frequency, waveform, infrared } = tablesOf({ tables: {} });
  const modes = Object.entries(DETAILS).map(([mode, details]) => ({
    term: mode,
    about: ['--minutes', ...details.map((detail) => FLAGS[detail])].join(', '),
  }));
  return [
    { title: 'Options of each mode', blocks: [{ terms: modes }] },
    {
      title: 'Standard values and codes',
      blocks: [
        {
          terms: [
            { term: '--minutes', about: minutes.join(', ') },
            { term: '--voltage', about: codeList(voltage, ' V') },
            { term: '--frequency', about: codeList(frequency, ' Hz') },
            { term: '--waveform', about: codeList(waveform) },
            { term: '--infrared', about: codeList(infrared) },
          ],
        },
        'A deployment can have other values: tables in physio.config.json. An invalid value prints the valid ones.',
      ],
    },
  ];
}

/** The codes with their meanings, each on one line. */
function codeList(table: readonly TableOption[], unit = ''): string {
  return table.map((option) => optionText(option, unit).replaceAll(' ', HARD_SPACE)).join(', ');
}
