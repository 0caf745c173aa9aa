import { observer } from 'mobx-react-lite';
import { BrowserRouter } from 'react-router-dom';
import { isSharedDeviceLink } from '../core/app-links.ts';
import { ApplicationProvider, type Application } from './application.ts';
import { copy } from './copy/zh-CN.ts';
import { AccountAccess } from './parts/AccountAccess.tsx';
import { ExpiredNotice } from './parts/ExpiredNotice.tsx';
import { FullScreenNotice } from './parts/FullScreenNotice.tsx';
import { ScannerOverlay } from './parts/ScannerOverlay.tsx';
import { MayStillRun } from './parts/MayStillRun.tsx';
import { OverlayBoundary, ScreenBoundary } from './parts/ScreenBoundary.tsx';
import { StatusBars } from './parts/StatusBars.tsx';
import { ToastArea } from './parts/ToastArea.tsx';
import { UpdateBar } from './parts/UpdateBar.tsx';
import { useGhostTapGuard } from './parts/use-ghost-tap-guard.ts';
import { routeOf, Screens } from './routes.tsx';
import { SessionIllustration } from './parts/Illustration.tsx';

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
            <StatusBars />
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
