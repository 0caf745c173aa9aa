import { useMemo, useState } from 'react';
import type { Auxiliary } from '../../../core/device/device-state.ts';
import { strongestOf } from '../../../core/treatment/strength.ts';
import { copy } from '../../copy/zh-CN-treatment.ts';
import { Icon } from '../../parts/Icon.tsx';
import { TabPanel, Tabs, type Tab } from '../../parts/Tabs.tsx';
import { Wheel } from '../../parts/Wheel.tsx';
import { wheelOptions, type PickerProps } from './picker.ts';
import styles from './pickers.module.css';
import { PickerSheet } from './PickerSheet.tsx';

const tabs = (): readonly Tab<Auxiliary>[] => [
  { name: 'infrared', label: copy.custom.infrared },
  { name: 'quantum', label: copy.custom.quantum },
];

export function AuxiliaryPicker({ settings, tables, onConfirm, onCancel }: PickerProps) {
  const levels = useMemo(() => wheelOptions(tables.infrared, undefined, strongestOf(tables.infrared)), [tables]);
  const [auxiliary, setAuxiliary] = useState<Auxiliary>(settings.auxiliary ?? 'infrared');
  const [infraredLevel, setInfraredLevel] = useState(settings.infraredLevel ?? levels[0]?.value ?? 1);
  const confirm = () =>
    onConfirm({ ...settings, auxiliary, infraredLevel: auxiliary === 'infrared' ? infraredLevel : undefined });
  return (
    <PickerSheet title={copy.custom.auxiliary} onCancel={onCancel} onConfirm={confirm}>
      <div className={styles.content}>
        <Tabs id="auxiliary" label={copy.custom.auxiliary} tabs={tabs()} chosen={auxiliary} onChoose={setAuxiliary} />
        <TabPanel id="auxiliary" name={auxiliary} className={styles.panel}>
          {auxiliary === 'infrared' ? (
            <Wheel
              label={copy.custom.infraredLevel}
              options={levels}
              value={infraredLevel}
              onChange={setInfraredLevel}
            />
          ) : (
            <div className={styles.picture}>
              <Icon name="quantum" size={72} />
              {copy.custom.quantum}
            </div>
          )}
        </TabPanel>
      </div>
    </PickerSheet>
  );
}
