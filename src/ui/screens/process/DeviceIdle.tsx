import { addressOf } from '../../addresses.ts';
import { devicesAddress } from '../../addresses.ts';
import { copy } from '../../copy/zh-CN-treatment.ts';
import buttons from '../../parts/Button.module.css';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Link } from '../../parts/Link.tsx';
import { NoDeviceIllustration } from '../../parts/EmptyIllustrations.tsx';

/** The empty state of a device that does not run and was not started here, or that runs for somebody else. */
export function DeviceIdle({ sno, isMine }: { sno: string; isMine: boolean }) {
  return (
    <div role="status">
      <EmptyState
        illustration={<NoDeviceIllustration />}
        title={isMine ? copy.treatment.idle : copy.treatment.notMine}
        hint={isMine ? copy.treatment.idleHint : copy.treatment.notMineHint}
      >
        {isMine && (
          <Link to={addressOf({ to: 'mode-menu', sno })} replace className={`${buttons.button} ${buttons.main}`}>
            {copy.treatment.toModes}
          </Link>
        )}
        <Link to={devicesAddress} replace className={`${buttons.button} ${isMine ? buttons.quiet : buttons.main}`}>
          {copy.modes.toDevices}
        </Link>
      </EmptyState>
    </div>
  );
}
