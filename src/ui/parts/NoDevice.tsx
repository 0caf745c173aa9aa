import { Link } from 'react-router-dom';
import { copy } from '../copy/zh-CN.ts';
import buttons from './Button.module.css';
import { Emptiness } from './Emptiness.tsx';

/** A screen about a device was opened without one. */
export function NoDevice() {
  return (
    <Emptiness drawing="no-device" title={copy.modes.noDevice} hint={copy.modes.noDeviceHint}>
      <Link to="/my?tab=device" className={`${buttons.button} ${buttons.main}`}>
        {copy.modes.toDevices}
      </Link>
    </Emptiness>
  );
}
