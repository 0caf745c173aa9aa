import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useApplication } from '../../application.ts';
import { pageBuild } from '../../start/build-id.ts';
import { copy } from '../../copy/zh-CN.ts';
import { ReleaseWatcher } from '../../stores/release-watcher.ts';
import { Button } from '../form/Button.tsx';
import styles from './UpdateBar.module.css';
import { useTreatedDevice } from '../stop/use-treated-device.ts';
import { staysBusy, useReadTask } from '../hooks/use-task.ts';

/** Offers the newer build of the page while nothing is under way that a reload would interrupt. */
export const UpdateBar = observer(function UpdateBar() {
  const { activeTasks, onResume, page, payments, running, time, toasts } = useApplication();
  const isOnTreatment = useTreatedDevice() !== undefined;
  const isLasting =
    isOnTreatment || running.isAny || running.mayRunHere.length > 0 || payments.unsettledPayments.length > 0;
  const isTaskActive = activeTasks.count > 0;
  const isUnderWay = useRef(true);
  useEffect(() => {
    isUnderWay.current = isLasting || isTaskActive;
  });
  const [isOutdated, setIsOutdated] = useState(false);
  const [release] = useState(() => {
    const { id: own } = pageBuild();
    return own && new ReleaseWatcher({ own, page, time, onCheck: setIsOutdated });
  });
  useEffect(() => (release ? onResume(release.resumed) : undefined), [release, onResume]);
  const update = useReadTask(async () => {
    if (!(await page.isReachable())) return toasts.show(copy.problems.network, 'bad');
    if (isUnderWay.current) return undefined;
    page.reload();
    return staysBusy();
  });
  if (!isOutdated || isLasting) return null;
  return (
    <div role="status" className={styles.bar} style={{ visibility: isTaskActive ? 'hidden' : undefined }}>
      <span>{copy.update.ready}</span>
      <Button tone="quiet" busy={update.busy} onClick={update.run}>
        {copy.update.now}
      </Button>
    </div>
  );
});
