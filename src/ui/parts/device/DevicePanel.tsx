import { observer } from 'mobx-react-lite';
import { useNavigate } from 'react-router-dom';
import type { DeviceDetail, LeasedDevice } from '../../../core/device/device.ts';
import { rentedRowOf, type DeviceUse } from '../../../core/device/device-use.ts';
import { OpenLeasedDevice } from '../../../core/entry/open-leased-device.ts';
import { ReadDeviceUse } from '../../../core/checkout/holdings/read-device-use.ts';
import { Queries } from '../../../core/queries.ts';
import { remainingDays, dateText } from '../../../core/basics/time.ts';
import { addressOf, shareAddress } from '../../addresses.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { DescriptionList, type DescribedRow } from '../list/DescriptionList.tsx';
import { Skeleton } from '../loading/Skeleton.tsx';
import { ErrorBanner, ErrorState } from '../failure/ErrorState.tsx';
import { usePageResume } from '../hooks/use-page-resume.ts';
import { useLoad } from '../hooks/use-task.ts';

/**
 * The details of one device, and the ways to share it and to extend its lease, as far as they are the user's. The device list adds fields that the detail response lacks, and alone says when the lease
 * of this account ends: the end in the details may be that of somebody else's.
 */
export const DevicePanel = observer(function DevicePanel({ sno, onClose }: { sno: string; onClose: () => void }) {
  const { payments, time } = useApplication();
  const navigate = useNavigate();
  const openLeasedDevice = useService(OpenLeasedDevice);
  const queries = useService(Queries);
  const load = useLoad(() => queries.device(sno), sno);
  const deviceUse = useService(ReadDeviceUse);
  const freshness = `${sno} ${payments.freshness}`;
  const use = useLoad(() => deviceUse.read(sno), freshness);
  const onShare = () => void navigate(shareAddress(sno));
  const onRenew = (lease: LeasedDevice) => void navigate(addressOf(openLeasedDevice.renew(lease)));
  const rented = use.result && rentedRowOf(use.result);
  const renewable = rented?.assist === undefined ? undefined : rented;
  usePageResume(() => {
    void load.restart(sno);
    void use.restart(freshness);
  });
  return (
    <Dialog
      kind="sheet"
      title={copy.device.title}
      actions={[
        ...(use.result?.kind === 'own' ? [{ label: copy.device.share, onPress: onShare, tone: 'quiet' as const }] : []),
        ...(renewable ? [{ label: copy.my.renew, onPress: () => onRenew(renewable), tone: 'quiet' as const }] : []),
        { label: copy.common.close, onPress: onClose, tone: 'plain' },
      ]}
      onDismiss={onClose}
    >
      {load.result ? (
        <>
          {load.problem && <ErrorBanner title={copy.notLoaded.refresh} problem={load.problem} onRetry={load.retry} />}
          <DescriptionList rows={rowsOf(load.result, use.result, sno, time.now())} />
        </>
      ) : load.problem ? (
        <ErrorState title={copy.notLoaded.device} problem={load.problem} onRetry={load.retry} />
      ) : (
        <Skeleton rows={4} height="row" />
      )}
    </Dialog>
  );
});

function rowsOf(detail: DeviceDetail, use: DeviceUse | undefined, sno: string, now: number): DescribedRow[] {
  const { device } = copy;
  const listed = use && (use.kind === 'none' ? use.ended : use.device);
  const lease = use && use.kind !== 'none' ? rentedRowOf(use) : undefined;
  const expiresAt = lease?.expiresAt;
  return [
    [device.name, detail.name ?? listed?.name],
    [device.number, detail.sno ?? sno, 'copyable'],
    [device.area, listed?.area],
    [device.operator, detail.operatorName ?? listed?.ownerName],
    [device.state, detail.online === undefined ? undefined : detail.online ? copy.my.online : copy.my.offline],
    [device.expiry, expiresAt === undefined ? undefined : dateText(expiresAt)],
    [device.remaining, expiresAt === undefined ? undefined : device.days(remainingDays(expiresAt, now))],
    [device.mac, detail.mac, 'copyable'],
  ];
}
