import { useMemo, useState } from 'react';
import { copy } from '../../copy/zh-CN-later.ts';
import { Wheel } from '../../parts/Wheel.tsx';
import type { PickerProps } from './picker.ts';
import { PickerSheet } from './PickerSheet.tsx';

export function DurationPicker({ settings, tables, onConfirm, onCancel }: PickerProps) {
  const [workMinutes, setWorkMinutes] = useState(settings.workMinutes);
  const options = useMemo(() => tables.minutes.map((value) => ({ value, label: String(value) })), [tables]);
  return (
    <PickerSheet
      title={copy.custom.duration}
      onCancel={onCancel}
      onConfirm={() => onConfirm({ ...settings, workMinutes })}
    >
      <Wheel
        label={copy.custom.duration}
        isNamed
        unit={copy.custom.minutesUnit}
        options={options}
        value={workMinutes}
        onChange={setWorkMinutes}
      />
    </PickerSheet>
  );
}
