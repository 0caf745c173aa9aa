import { addressOf } from '../../addresses.ts';
import { devicesAddress } from '../../addresses.ts';
import { copy } from '../../copy/zh-CN-treatment.ts';
import buttons from '../../parts/Button.module.css';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Link } from '../../parts/Link.tsx';
import { NoDeviceIllustration } from '../../parts/EmptyIllustrations.tsx';

/** The empty state of a device that does not run and was not started here. */
export function DeviceIdle({ sno }: { sno: string }) {
  return (
    <div role="status">
      <EmptyState illustration={<NoDeviceIllustration />} title={copy.treatment.idle} hint={copy.treatment.idleHint}>
        <Link to={addressOf({ to: 'mode-menu', sno })} replace className={`${buttons.button} ${buttons.main}`}>
          {copy.treatment.toModes}
        </Link>
        <Link to={devicesAddress} replace className={`${buttons.button} ${buttons.quiet}`}>
          {copy.modes.toDevices}
        </Link>
      </EmptyState>
    </div>
  );
}
