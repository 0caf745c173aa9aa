import { devicesAddress } from '../../addresses.ts';
import { copy } from '../../copy/zh-CN.ts';
import buttons from '../form/Button.module.css';
import { EmptyState } from '../loading/EmptyState.tsx';
import { Link } from '../page/Link.tsx';
import { NoDeviceIllustration } from '../graphics/EmptyIllustrations.tsx';

/** The empty state of a device screen if neither its address nor this visit names a device. */
export function NoDevice() {
  return (
    <EmptyState illustration={<NoDeviceIllustration />} title={copy.modes.noDevice} hint={copy.modes.noDeviceHint}>
      <Link to={devicesAddress} className={`${buttons.button} ${buttons.main}`}>
        {copy.modes.toDevices}
      </Link>
    </EmptyState>
  );
}
