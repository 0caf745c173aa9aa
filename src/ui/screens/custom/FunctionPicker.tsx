import { useState } from 'react';
import type { TherapyFunction } from '../../../core/device/device-state.ts';
import { withFunction } from '../../../core/treatment/settings/presets.ts';
import { isStrong, strongestOf } from '../../../core/treatment/settings/strength.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { TabPanel, Tabs, type Tab } from '../../parts/form/Tabs.tsx';
import { Wheel } from '../../parts/form/Wheel.tsx';
import { wheelOptions, type PickerProps } from './picker.ts';
import styles from './pickers.module.css';
import { PickerSheet } from './PickerSheet.tsx';

const FUNCTIONS = ['bio', 'light', 'sleep'] as const satisfies readonly TherapyFunction[];

export function FunctionPicker({ settings, tables, onConfirm, onCancel }: PickerProps) {
  const [chosen, setChosen] = useState(() => withFunction(settings, settings.function ?? 'bio', tables));
  const wheels = {
    voltage: wheelOptions(tables.voltage, copy.treatment.volts, strongestOf(tables.voltage)),
    frequency: wheelOptions(tables.frequency, copy.treatment.hertz),
    waveform: wheelOptions(tables.waveform),
  };
  const therapy = chosen.function ?? 'bio';
  return (
    <PickerSheet
      title={copy.custom.function}
      caution={isStrong(chosen, tables) ? copy.custom.strong : undefined}
      onCancel={onCancel}
      onConfirm={() => onConfirm(chosen)}
    >
      <div className={styles.content}>
        <Tabs
          id="function"
          label={copy.custom.function}
          tabs={FUNCTIONS.map((name): Tab<TherapyFunction> => ({ name, label: copy.custom.functions[name] }))}
          chosen={therapy}
          onChoose={(name) => setChosen(withFunction(chosen, name, tables))}
        />
        <TabPanel id="function" name={therapy} className={styles.panel}>
          {therapy === 'bio' ? (
            (['voltage', 'frequency', 'waveform'] as const).map((name) => {
              const value = chosen[name];
              return (
                value !== undefined && (
                  <Wheel
                    key={name}
                    label={copy.custom[name]}
                    options={wheels[name]}
                    value={value}
                    onChange={(code) => setChosen((before) => ({ ...before, [name]: code }))}
                  />
                )
              );
            })
          ) : (
            <div className={styles.picture}>
              <Icon name={therapy} size={72} />
              {copy.modes.names[therapy]}
            </div>
          )}
        </TabPanel>
      </div>
    </PickerSheet>
  );
}
