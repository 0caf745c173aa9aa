import { useState } from 'react';
import type { Tables } from '../../../core/device/tables.ts';
import { isLong, longestOf } from '../../../core/treatment/settings/strength.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Wheel, type WheelOption } from '../../parts/form/Wheel.tsx';
import type { PickerProps } from './picker.ts';
import { PickerSheet } from './PickerSheet.tsx';

export function DurationPicker({ settings, tables, onConfirm, onCancel }: PickerProps) {
  const [workMinutes, setWorkMinutes] = useState(settings.workMinutes);
  return (
    <PickerSheet
      title={copy.custom.duration}
      caution={isLong({ workMinutes }) ? copy.custom.long : undefined}
      onCancel={onCancel}
      onConfirm={() => onConfirm({ ...settings, workMinutes })}
    >
      <Wheel
        label={copy.custom.duration}
        isNamed
        unit={copy.custom.minutesUnit}
        options={optionsOf(tables)}
        value={workMinutes}
        onChange={setWorkMinutes}
      />
    </PickerSheet>
  );
}

function optionsOf({ minutes }: Tables): WheelOption[] {
  const longest = longestOf(minutes);
  return minutes.map((value) => ({
    value,
    label: String(value),
    mark: value === longest ? copy.custom.longest : undefined,
  }));
}
