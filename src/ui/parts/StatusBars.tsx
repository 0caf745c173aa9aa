import { useEffect } from 'react';
import { useApplication } from '../application.ts';
import { PaymentBanner } from './PaymentBanner.tsx';
import { RunningBar } from './RunningBar.tsx';
import { OverlayBoundary } from './ScreenBoundary.tsx';

/** Over every screen: the treatments that run, and the payments that are not confirmed, which it asks about when the page opens and resumes. */
export function StatusBars() {
  const { payments, onResume } = useApplication();
  useEffect(() => {
    payments.lookAgain();
    return onResume(payments.lookAgain);
  }, [payments, onResume]);
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
