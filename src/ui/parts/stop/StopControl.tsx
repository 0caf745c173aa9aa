import { observer } from 'mobx-react-lite';
import { SECOND } from '../../../core/basics/time.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../form/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { useNow } from '../hooks/use-now.ts';
import type { NamedDevice } from '../device/use-named-device.ts';
import { StopFailed } from './StopFailed.tsx';
import type { Stopping } from './use-stop.ts';

/** The seconds until the delayed stop command is sent. */
function Countdown({ to }: { to: number }) {
  const now = useNow(COUNTDOWN_INTERVAL_MS);
  return copy.treatment.stopsIn(Math.max(1, Math.ceil((to - now) / SECOND)));
}

const COUNTDOWN_INTERVAL_MS = 200;

/** The stop button, its confirmation and its error. Set `isOver` once there is nothing to stop. */
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
  return (
    <>
      {stop.failure && !isOver && <StopFailed failure={stop.failure} busy={stop.busy} run={stop.run} />}
      <Button tone="danger" size="stop" wide busy={stop.busy} onClick={() => stop.setAsking(true)}>
        {stop.sendsAt !== undefined ? (
          <Countdown to={stop.sendsAt} />
        ) : stop.busy ? (
          copy.treatment.stopping
        ) : (
          copy.treatment.stop
        )}
      </Button>
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
