import { RecentActivity } from '../../../core/feedback/recent-activity.ts';
import { reportOf } from '../../../core/feedback/report.ts';
import { secretsOf } from '../../../core/session/credentials.ts';
import { Session } from '../../../core/session/session.ts';
import { useApplication, useService } from '../../application.ts';

/** Returns a function that builds the diagnostic report of the recent activity, without secrets. */
export function useReport(): () => string {
  const { configuration, device, time, phone } = useApplication();
  const { calls, screens } = useService(RecentActivity);
  const session = useService(Session);
  return () =>
    reportOf({
      now: time.now(),
      version: configuration.version,
      sno: device.sno,
      phone: phone(),
      screens,
      calls,
      secrets: secretsOf(session.credentials()),
    });
}
