import { observer } from 'mobx-react-lite';
import { useApplication } from '../application.ts';
import { devicesAddress } from '../addresses.ts';
import { copy } from '../copy/zh-CN-later.ts';
import buttons from '../parts/Button.module.css';
import { EmptyState } from '../parts/EmptyState.tsx';
import { Link } from '../parts/Link.tsx';
import { NoDevice } from '../parts/NoDevice.tsx';
import { Page } from '../parts/Page.tsx';
import { SharedUsers } from './share/SharedUsers.tsx';
import { NoDeviceIllustration } from '../parts/EmptyIllustrations.tsx';

/** The shared users of the current device. Only the lessee can edit them. */
export const Share = observer(function Share() {
  const { selected: device } = useApplication().device;
  if (device && !device.isShare) return <SharedUsers key={device.sno} sno={device.sno} />;
  return (
    <Page title={copy.titles.share}>
      {device ? (
        <EmptyState
          illustration={<NoDeviceIllustration />}
          title={copy.share.ownerOnly}
          hint={copy.share.ownerOnlyHint}
        >
          <Link to={devicesAddress} className={`${buttons.button} ${buttons.quiet}`}>
            {copy.modes.toDevices}
          </Link>
        </EmptyState>
      ) : (
        <NoDevice />
      )}
    </Page>
  );
});
