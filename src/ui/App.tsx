import { observer } from 'mobx-react-lite';
import { BrowserRouter } from 'react-router-dom';
import { isSharedDeviceLink } from '../core/app-links.ts';
import { ApplicationProvider, type Application } from './application.ts';
import { copy } from './copy/zh-CN.ts';
import { AccountAccess } from './parts/entry/AccountAccess.tsx';
import { ExpiredNotice } from './parts/entry/ExpiredNotice.tsx';
import { FullScreenNotice } from './parts/dialog/FullScreenNotice.tsx';
import { ScannerOverlay } from './parts/entry/ScannerOverlay.tsx';
import { AskedStops } from './parts/stop/AskedStops.tsx';
import { MayStillRun } from './parts/stop/MayStillRun.tsx';
import { OverlayBoundary, ScreenBoundary } from './parts/failure/ScreenBoundary.tsx';
import { PaymentBanner } from './parts/status/PaymentBanner.tsx';
import { RunningBar } from './parts/status/RunningBar.tsx';
import { ToastArea } from './parts/status/ToastArea.tsx';
import { UpdateBar } from './parts/status/UpdateBar.tsx';
import { useGhostTapGuard } from './parts/hooks/use-ghost-tap-guard.ts';
import { routeOf, Screens } from './routes.tsx';
import { SessionIllustration } from './parts/graphics/Illustration.tsx';

/** The root component: the session check, the screens and the overlays above them. */
export const App = observer(function App({ application }: { application: Application }) {
  const { configuration } = application;
  const { state } = application.session;
  const isHere = state !== 'no-token';
  // Nothing else is known of a person without a session. The phone may have forgotten it while a treatment runs.
  const isTreatmentAddress = routeOf(window.location.pathname) === '/process';
  useGhostTapGuard();

  return (
    <ApplicationProvider value={application}>
      {isHere ? (
        <BrowserRouter basename={configuration.basePath.replace(/\/$/, '') || '/'}>
          <div inert={state === 'expired'}>
            <OverlayBoundary>
              <AskedStops />
            </OverlayBoundary>
            <OverlayBoundary>
              <RunningBar />
            </OverlayBoundary>
            <OverlayBoundary>
              <PaymentBanner />
            </OverlayBoundary>
            <OverlayBoundary>
              <UpdateBar />
            </OverlayBoundary>
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
          {isTreatmentAddress && <MayStillRun />}
          <AccountAccess />
        </FullScreenNotice>
      )}
    </ApplicationProvider>
  );
});
