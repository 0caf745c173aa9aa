import { observer } from 'mobx-react-lite';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { AccountAccess } from './AccountAccess.tsx';
import { FullScreenNotice } from '../dialog/FullScreenNotice.tsx';
import { MayStillRun } from '../stop/MayStillRun.tsx';
import { useMayRun } from '../stop/use-may-run.ts';
import { SessionIllustration } from '../graphics/Illustration.tsx';

/** Covers every screen after the server has rejected the token. Warns if a device may still run. */
export const ExpiredNotice = observer(function ExpiredNotice() {
  const { brand } = useApplication().configuration;
  const mayRun = useMayRun();
  return (
    <FullScreenNotice
      over
      illustration={<SessionIllustration />}
      title={copy.session.expired}
      hint={copy.session.expiredHint}
      brand={brand}
    >
      {mayRun && <MayStillRun />}
      <AccountAccess />
    </FullScreenNotice>
  );
});
