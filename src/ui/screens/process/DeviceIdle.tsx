import { observer } from 'mobx-react-lite';
import { addressOf } from '../../addresses.ts';
import { useApplication } from '../../application.ts';
import { devicesAddress } from '../../addresses.ts';
import { copy } from '../../copy/zh-CN-treatment.ts';
import buttons from '../../parts/Button.module.css';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Link } from '../../parts/Link.tsx';
import { NoDeviceIllustration } from '../../parts/EmptyIllustrations.tsx';

/** The empty state of a device that does not run and was not started here. */
export const DeviceIdle = observer(function DeviceIdle({ sno }: { sno: string }) {
  const { device } = useApplication();
  const isCurrent = device.sno === sno;
  return (
    <div role="status">
      <EmptyState
        illustration={<NoDeviceIllustration />}
        title={copy.treatment.idle}
        hint={isCurrent ? copy.treatment.idleHint : copy.treatment.idleElsewhereHint}
      >
        {isCurrent && (
          <Link to={addressOf({ to: 'mode-menu', sno })} replace className={`${buttons.button} ${buttons.main}`}>
            {copy.treatment.toModes}
          </Link>
        )}
        <Link to={devicesAddress} replace className={`${buttons.button} ${isCurrent ? buttons.quiet : buttons.main}`}>
          {copy.modes.toDevices}
        </Link>
      </EmptyState>
    </div>
  );
});
