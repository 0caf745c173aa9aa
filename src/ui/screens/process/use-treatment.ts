import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { FollowTreatment } from '../../../core/treatment/follow/follow-treatment.ts';
import type { TreatmentView } from '../../../core/treatment/follow/treatment-view.ts';
import { useApplication, useService } from '../../application.ts';
import { usePageResume } from '../../parts/hooks/use-page-resume.ts';

/** Follows a treatment, with at most one update per frame. Refreshes automatically after a payment and on page resume. */
export function useTreatment(sno: string, paid: boolean): { view: TreatmentView | undefined; refresh: () => void } {
  const { payments } = useApplication();
  const followTreatment = useService(FollowTreatment);
  const [view, setView] = useState<TreatmentView>();
  const refresh = useRef(() => {});

  // The first view is what is known of the start, and is there before the first paint.
  useLayoutEffect(() => {
    let newest: TreatmentView | undefined;
    let frame = 0;
    const show = () => {
      frame = 0;
      setView(newest);
    };
    const { refresh: refreshNow, stop } = followTreatment.follow(sno, (next) => {
      const isFirst = newest === undefined;
      newest = next;
      if (isFirst || document.hidden) show();
      else frame ||= requestAnimationFrame(show);
    });
    refresh.current = refreshNow;
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [followTreatment, sno]);

  const payment = `${payments.freshness} ${paid}`;
  const paymentBefore = useRef(payment);
  useEffect(() => {
    if (payment !== paymentBefore.current) refresh.current();
    paymentBefore.current = payment;
  }, [payment]);
  usePageResume(() => refresh.current());
  return { view, refresh: () => refresh.current() };
}
