import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { isSharedDeviceLink } from '../core/app-links.ts';
import { ApplicationProvider, useApplication, type Application } from './application.ts';
import { Chunk } from './chunk.ts';
import { copy } from './copy/zh-CN.ts';
import { statusBars } from './deferred.ts';
import { DeferredAccountAccess } from './parts/DeferredAccountAccess.tsx';
import { ExpiredNotice } from './parts/ExpiredNotice.tsx';
import { FullScreenNotice } from './parts/FullScreenNotice.tsx';
import { ScannerOverlay } from './parts/ScannerOverlay.tsx';
import { OverlayBoundary, ScreenBoundary } from './parts/ScreenBoundary.tsx';
import { ToastArea } from './parts/ToastArea.tsx';
import { useChunk } from './parts/use-chunk.ts';
import { useGhostTapGuard } from './parts/use-ghost-tap-guard.ts';
import { Screens } from './routes.tsx';
import { SessionIllustration } from './parts/Illustration.tsx';

/** The root component: the session check, the screens and the overlays above them. */
export const App = observer(function App({ application }: { application: Application }) {
  const { configuration } = application;
  const { state } = application.session;
  const isHere = state !== 'no-token';
  useGhostTapGuard();

  return (
    <ApplicationProvider value={application}>
      {isHere ? (
        <BrowserRouter basename={configuration.basePath.replace(/\/$/, '') || '/'}>
          <div inert={state === 'expired'}>
            <DeferredStatusBars />
            <ScreenBoundary>
              <Screens />
            </ScreenBoundary>
            <OverlayBoundary>
              <ScannerOverlay />
            </OverlayBoundary>
          </div>
          {state === 'expired' ? <ExpiredNotice /> : <ToastArea />}
        </BrowserRouter>
      ) : (
        <FullScreenNotice
          illustration={<SessionIllustration />}
          title={copy.session.enterFromWeChat}
          hint={
            isSharedDeviceLink(window.location.href)
              ? copy.session.enterFromWeChatToShared
              : copy.session.enterFromWeChatHint
          }
          brand={configuration.brand}
        >
          <DeferredAccountAccess />
        </FullScreenNotice>
      )}
    </ApplicationProvider>
  );
});

const updateBar = new Chunk(() => import('./parts/UpdateBar.tsx').then(({ UpdateBar }) => UpdateBar));

/** Loads the status bars with the page if they have something to show, otherwise together with the payment store. */
const DeferredStatusBars = observer(function DeferredStatusBars() {
  const { hasOpenActivity, paymentStatus } = useApplication();
  return hasOpenActivity || paymentStatus.store ? <LoadedStatusBars /> : null;
});

const LoadedStatusBars = observer(function LoadedStatusBars() {
  const { load } = useApplication();
  const [chunk] = useState(() => new Chunk(() => load.payments().then(statusBars.load)));
  const { content: StatusBars } = useChunk(chunk);
  const { content: UpdateBar } = useChunk(updateBar);
  return (
    StatusBars && (
      <>
        <StatusBars />
        <OverlayBoundary>{UpdateBar && <UpdateBar />}</OverlayBoundary>
      </>
    )
  );
});
