import { observer } from 'mobx-react-lite';
import type { DeviceDetail } from '../../../core/device/device.ts';
import type { DeviceUse } from '../../../core/device/device-use.ts';
import { ReadDeviceUse } from '../../../core/device/read-device-use.ts';
import { Queries } from '../../../core/queries.ts';
import { remainingDays, dateText } from '../../../core/basics/time.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { DescriptionList } from '../list/DescriptionList.tsx';
import { Skeleton } from '../loading/Skeleton.tsx';
import { ErrorBanner, ErrorState } from '../failure/ErrorState.tsx';
import { usePageResume } from '../hooks/use-page-resume.ts';
import { useLoad } from '../hooks/use-task.ts';

/**
 * The details of one device. The device list adds fields that the detail response lacks, and alone says when the user's
 * own lease ends: the end in the details may be that of somebody else's.
 */
export const DevicePanel = observer(function DevicePanel({ sno, onClose }: { sno: string; onClose: () => void }) {
  const { time } = useApplication();
  const queries = useService(Queries);
  const load = useLoad(() => queries.device(sno), sno);
  const deviceUse = useService(ReadDeviceUse);
  const use = useLoad(() => deviceUse.read(sno), sno);
  usePageResume(() => {
    void load.restart(sno);
    void use.restart(sno);
  });
  return (
    <Dialog
      kind="sheet"
      title={copy.device.title}
      actions={[{ label: copy.common.close, onPress: onClose, tone: 'quiet' }]}
      onDismiss={onClose}
    >
      {load.result ? (
        <>
          {load.problem && <ErrorBanner problem={load.problem} onRetry={load.retry} />}
          <DescriptionList rows={rowsOf(load.result, use.result, sno, time.now())} />
        </>
      ) : load.problem ? (
        <ErrorState problem={load.problem} onRetry={load.retry} />
      ) : (
        <Skeleton rows={4} height="row" />
      )}
    </Dialog>
  );
});

function rowsOf(
  detail: DeviceDetail,
  use: DeviceUse | undefined,
  sno: string,
  now: number,
): [string, string | undefined][] {
  const { device } = copy;
  const listed = use && (use.kind === 'none' ? use.ended : use.device);
  const expiresAt = use?.kind === 'own' ? use.device.expiresAt : undefined;
  return [
    [device.name, detail.name ?? listed?.name],
    [device.number, detail.sno ?? sno],
    [device.area, listed?.area],
    [device.operator, detail.operatorName ?? listed?.ownerName],
    [device.state, detail.online === undefined ? undefined : detail.online ? copy.my.online : copy.my.offline],
    [device.expiry, expiresAt === undefined ? undefined : dateText(expiresAt)],
    [device.remaining, expiresAt === undefined ? undefined : device.days(remainingDays(expiresAt, now))],
    [device.mac, detail.mac],
  ];
}
