import { memo } from 'react';
import type { DeviceState } from '../../../core/device/device-state.ts';
import { isSet, tablesOf } from '../../../core/device/tables.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { DescriptionList } from '../../parts/list/DescriptionList.tsx';
import { auxiliaryWords, wordsOfCode } from '../../parts/words/option-words.ts';

/** The settings that the device reports. */
export const ReportedSettings = memo(function ReportedSettings({ state }: { state: DeviceState }) {
  const tables = tablesOf(useApplication().configuration);
  const { treatment } = copy;
  const rows: [string, string | undefined][] = [];
  if (isSet(tables.voltage, state.voltage))
    rows.push([treatment.voltage, wordsOfCode(tables.voltage, state.voltage, treatment.volts)]);
  rows.push([treatment.duration, state.workMinutes === undefined ? undefined : treatment.minutes(state.workMinutes)]);
  if (isSet(tables.frequency, state.frequency))
    rows.push([treatment.frequency, wordsOfCode(tables.frequency, state.frequency, treatment.hertz)]);
  const auxiliary = state.function === 'sleep' ? undefined : auxiliaryWords(state, tables);
  if (auxiliary !== undefined) rows.push([treatment.auxiliary, auxiliary]);
  return (
    <section aria-label={treatment.details}>
      <DescriptionList rows={rows} />
    </section>
  );
});
