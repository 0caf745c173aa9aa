import { useLocation } from 'react-router-dom';
import { RecentActivity } from '../../../core/feedback/recent-activity.ts';
import { reportOf } from '../../../core/feedback/report.ts';
import { secretsOf } from '../../../core/session/credentials.ts';
import { Session } from '../../../core/session/session.ts';
import { deviceIn } from '../../addresses.ts';
import { useApplication, useService } from '../../application.ts';
import { useSubject } from '../../parts/device/use-subject.ts';

/**
 * Returns a function that builds the diagnostic report of the recent activity, without secrets. It names the device of
 * the address, otherwise the one that the user last looked at. The caller must be an observer.
 */
export function useReport(): () => string {
  const { configuration, time, phone } = useApplication();
  const subject = useSubject();
  const { search } = useLocation();
  const { calls, screens } = useService(RecentActivity);
  const session = useService(Session);
  return () =>
    reportOf({
      now: time.now(),
      version: configuration.version,
      ...(deviceIn(search) === undefined ? { lastSno: subject } : { sno: subject }),
      phone: phone(),
      screens,
      calls,
      secrets: secretsOf(session.credentials()),
    });
}
