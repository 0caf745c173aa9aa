import { PaymentBanner } from './PaymentBanner.tsx';
import { RunningBar } from './RunningBar.tsx';
import { OverlayBoundary } from './ScreenBoundary.tsx';

/** Over every screen: the treatments that run, and the payments that are not confirmed. */
export function StatusBars() {
  return (
    <>
      <OverlayBoundary>
        <RunningBar />
      </OverlayBoundary>
      <OverlayBoundary>
        <PaymentBanner />
      </OverlayBoundary>
    </>
  );
}
