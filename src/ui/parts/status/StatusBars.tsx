import { useEffect } from 'react';
import { useApplication } from '../../application.ts';
import { AskedStops } from '../stop/AskedStops.tsx';
import { PaymentBanner } from './PaymentBanner.tsx';
import { RunningBar } from './RunningBar.tsx';
import { OverlayBoundary } from '../failure/ScreenBoundary.tsx';

/** The bars above every screen. Queries the unconfirmed payments when the page opens and when it resumes. */
export function StatusBars() {
  const { payments, onResume } = useApplication();
  useEffect(() => {
    payments.resumeUnsettled();
    return onResume(payments.resumeUnsettled);
  }, [payments, onResume]);
  return (
    <>
      <OverlayBoundary>
        <AskedStops />
      </OverlayBoundary>
      <OverlayBoundary>
        <RunningBar />
      </OverlayBoundary>
      <OverlayBoundary>
        <PaymentBanner />
      </OverlayBoundary>
    </>
  );
}
