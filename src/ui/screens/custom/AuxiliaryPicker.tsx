import { useState } from 'react';
import type { Auxiliary } from '../../../core/device/device-state.ts';
import { offLevelOf } from '../../../core/device/tables.ts';
import { fitted } from '../../../core/treatment/settings/fitted.ts';
import { strongestOf } from '../../../core/treatment/settings/strength.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { TabPanel, Tabs, type Tab } from '../../parts/form/Tabs.tsx';
import { Wheel } from '../../parts/form/Wheel.tsx';
import { wheelOptions, type PickerProps } from './picker.ts';
import styles from './pickers.module.css';
import { PickerSheet } from './PickerSheet.tsx';

/** The wheel's value for off, if the table of levels has none. */
const NO_LEVEL = -1;

const tabs = (): readonly Tab<Auxiliary>[] => [
  { name: 'infrared', label: copy.custom.infrared },
  { name: 'quantum', label: copy.custom.quantum },
];

export function AuxiliaryPicker({ settings, tables, onConfirm, onCancel }: PickerProps) {
  const off = offLevelOf(tables.infrared) ?? NO_LEVEL;
  const offered = wheelOptions(tables.infrared, undefined, strongestOf(tables.infrared));
  const levels = off === NO_LEVEL ? [{ value: NO_LEVEL, label: copy.options.off }, ...offered] : offered;
  const [auxiliary, setAuxiliary] = useState<Auxiliary>(settings.auxiliary === 'quantum' ? 'quantum' : 'infrared');
  const [level, setLevel] = useState(settings.auxiliary === 'infrared' ? (settings.infraredLevel ?? off) : off);
  const confirm = () => {
    const infrared =
      level === off ? ({ auxiliary: 'none' } as const) : ({ auxiliary: 'infrared', infraredLevel: level } as const);
    const { infraredLevel: _before, ...others } = settings;
    onConfirm(fitted({ ...others, ...(auxiliary === 'quantum' ? { auxiliary } : infrared) }, tables));
  };
  return (
    <PickerSheet title={copy.custom.auxiliary} onCancel={onCancel} onConfirm={confirm}>
      <div className={styles.content}>
        <Tabs id="auxiliary" label={copy.custom.auxiliary} tabs={tabs()} chosen={auxiliary} onChoose={setAuxiliary} />
        <TabPanel id="auxiliary" name={auxiliary} className={styles.panel}>
          {auxiliary === 'infrared' ? (
            <Wheel label={copy.custom.infraredLevel} options={levels} value={level} onChange={setLevel} />
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
