import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { SECOND } from '../../../core/basics/time.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../form/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { Phrases } from '../words/Phrases.tsx';
import { useNow } from '../hooks/use-now.ts';
import type { NamedDevice } from '../device/use-named-device.ts';
import styles from './StopControl.module.css';
import { StopFailed } from './StopFailed.tsx';
import type { Stopping } from './use-stop.ts';

/** The seconds until the delayed stop command is sent, and a ring that fills until then. Afterwards it is under way. */
function Countdown({ to }: { to: number }) {
  const now = useNow(COUNTDOWN_INTERVAL_MS);
  const [wholeMs] = useState(() => Math.max(1, to - now));
  if (now >= to) return copy.treatment.stopping;
  const left = Math.min(1, (to - now) / wholeMs);
  return (
    <>
      <svg viewBox="0 0 24 24" className={styles.ring} aria-hidden="true">
        <circle cx="12" cy="12" r={RADIUS} className={styles.track} />
        <circle
          cx="12"
          cy="12"
          r={RADIUS}
          strokeDasharray={CIRCUMFERENCE}
          strokeDashoffset={CIRCUMFERENCE * left}
          transform="rotate(-90 12 12)"
        />
      </svg>
      <Phrases>{copy.treatment.stopsIn(Math.ceil((to - now) / SECOND))}</Phrases>
    </>
  );
}

const COUNTDOWN_INTERVAL_MS = 200;
const RADIUS = 9;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** The stop button, its confirmation and its error. After a stop without a known effect the button tries again. Set `isOver` once there is nothing to stop. */
export const StopControl = observer(function StopControl({
  stop,
  device,
  isOver = false,
}: {
  stop: Stopping;
  device: NamedDevice;
  isOver?: boolean;
}) {
  const confirm = () => {
    stop.setAsking(false);
    stop.run();
  };
  // It was agreed to before, so that another try asks nothing.
  const isAgain = stop.failure?.mayStillRun === true && !isOver;
  return (
    <>
      {stop.failure && !isOver && <StopFailed failure={stop.failure} />}
      {stop.sendsAt !== undefined ? (
        <Button tone="danger" size="stop" wide aria-disabled>
          <Countdown to={stop.sendsAt} />
        </Button>
      ) : (
        <Button
          tone="danger"
          size="stop"
          wide
          busy={stop.busy}
          onClick={isAgain ? stop.run : () => stop.setAsking(true)}
        >
          {stop.busy ? copy.treatment.stopping : isAgain ? copy.treatment.stopAgain : copy.treatment.stop}
        </Button>
      )}
      {stop.isAsking && !isOver && (
        <Dialog
          title={copy.treatment.confirmStop}
          device={device}
          actions={[
            { label: copy.treatment.goBack, onPress: () => stop.setAsking(false) },
            { label: copy.common.confirm, onPress: confirm, tone: 'danger' },
          ]}
          onDismiss={() => stop.setAsking(false)}
        />
      )}
    </>
  );
});
