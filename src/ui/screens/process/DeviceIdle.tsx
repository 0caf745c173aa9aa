import { observer } from 'mobx-react-lite';
import { addressOf } from '../../addresses.ts';
import { useApplication } from '../../application.ts';
import { devicesAddress } from '../../addresses.ts';
import { copy } from '../../copy/zh-CN-treatment.ts';
import buttons from '../../parts/Button.module.css';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Link } from '../../parts/Link.tsx';
import { NoDeviceIllustration } from '../../parts/EmptyIllustrations.tsx';

/** The empty state of a device that does not run and was not started here, or that runs for somebody else. */
export const DeviceIdle = observer(function DeviceIdle({ sno, isMine }: { sno: string; isMine: boolean }) {
  const { device } = useApplication();
  const isCurrent = isMine && device.sno === sno;
  const idleHint = isCurrent ? copy.treatment.idleHint : copy.treatment.idleElsewhereHint;
  return (
    <div role="status">
      <EmptyState
        illustration={<NoDeviceIllustration />}
        title={isMine ? copy.treatment.idle : copy.treatment.notMine}
        hint={isMine ? idleHint : copy.treatment.notMineHint}
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
