import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { notListedYet } from '../../core/checkout/records/purchases.ts';
import { ReadDeviceUse, requireListed } from '../../core/checkout/holdings/read-device-use.ts';
import { lasts } from '../../core/device/device-use.ts';
import { useApplication, useService } from '../application.ts';
import { devicesAddress } from '../addresses.ts';
import { copy } from '../copy/zh-CN.ts';
import buttons from '../parts/form/Button.module.css';
import { DeviceLine } from '../parts/device/DeviceLine.tsx';
import { NoDeviceIllustration } from '../parts/graphics/EmptyIllustrations.tsx';
import { EmptyState } from '../parts/loading/EmptyState.tsx';
import { ErrorState } from '../parts/failure/ErrorState.tsx';
import { Link } from '../parts/page/Link.tsx';
import { NoDevice } from '../parts/entry/NoDevice.tsx';
import { Page } from '../parts/page/Page.tsx';
import { Skeleton } from '../parts/loading/Skeleton.tsx';
import { useNamedDevice } from '../parts/device/use-named-device.ts';
import { useNow } from '../parts/hooks/use-now.ts';
import { usePageResume } from '../parts/hooks/use-page-resume.ts';
import { useSubject } from '../parts/device/use-subject.ts';
import { useLoad } from '../parts/hooks/use-task.ts';
import { SharedUsers } from './share/SharedUsers.tsx';

/** The shared users of the device in the address. Only the person whose own lease it is sees and edits them. */
export const Share = observer(function Share() {
  const sno = useSubject();
  return sno === undefined ? (
    <Page title={copy.titles.share}>
      <NoDevice />
    </Page>
  ) : (
    <Sharing key={sno} sno={sno} />
  );
});

const Sharing = observer(function Sharing({ sno }: { sno: string }) {
  const { payments, time } = useApplication();
  const deviceUse = useService(ReadDeviceUse);
  const device = useNamedDevice(sno);
  const reads = useRef(0);
  const load = useLoad(async () => {
    const askedAt = time.now();
    const use = await deviceUse.read(sno);
    requireListed(use);
    if (use.kind === 'none' && payments.isUnlisted({ sno }, askedAt)) throw notListedYet();
    reads.current += 1;
    return { use, read: reads.current };
  });
  usePageResume(() => void load.restart(''));
  const { use, read } = load.result ?? {};
  const now = useNow();
  // A lease that ends while the screen is open is the user's no more, and the next tenant's may begin at once.
  const kind = use?.device && !lasts(use.device, now) ? 'none' : use?.kind;
  if (kind === 'own') return <SharedUsers device={device} lease={load} provedBy={String(read)} />;
  return (
    <Page title={copy.titles.share}>
      <DeviceLine device={device} />
      {load.problem && (
        <ErrorState title={copy.notLoaded.device} problem={load.problem} busy={load.busy} onRetry={load.retry} />
      )}
      {!kind && !load.problem && <Skeleton rows={3} height="row" />}
      {kind && (
        <EmptyState
          illustration={<NoDeviceIllustration />}
          title={kind === 'shared' ? copy.share.sharedWithYou : copy.share.notYours}
          hint={copy.share.ownerOnlyHint}
        >
          <Link to={devicesAddress} className={`${buttons.button} ${buttons.quiet}`}>
            {copy.modes.toDevices}
          </Link>
        </EmptyState>
      )}
    </Page>
  );
});
