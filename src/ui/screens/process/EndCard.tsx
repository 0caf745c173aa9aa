import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { ReadDeviceUse } from '../../../core/checkout/holdings/read-device-use.ts';
import { OpenLeasedDevice } from '../../../core/entry/open-leased-device.ts';
import { whatIsLeft } from '../../../core/lease/what-is-left.ts';
import { ignoreFailure } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import { progressOf } from '../../../core/treatment/follow/progress.ts';
import { tablesOf } from '../../../core/device/tables.ts';
import { repeatOf } from '../../../core/treatment/repeat-treatment.ts';
import type { TreatmentView } from '../../../core/treatment/follow/treatment-view.ts';
import { addressOf, repeatAddress } from '../../addresses.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../../parts/dialog/Dialog.tsx';
import { useConclude } from '../../parts/page/use-conclude.ts';
import { usePageResume } from '../../parts/hooks/use-page-resume.ts';
import { useLoad } from '../../parts/hooks/use-task.ts';
import { customSettings, lastTreatment, settingsFor } from '../../state/screen-state.ts';
import { useScreenState } from '../../state/use-screen-state.ts';
import { EndRing } from './EndRing.tsx';
import { endWords, wordsOfRun } from './end-words.ts';
import styles from './EndCard.module.css';

const VIBRATION_MS = [200, 100, 200];

interface EndCardProps {
  view: TreatmentView;
  /** Ends the treatment on this phone and returns the address of the next screen. */
  leave: () => string;
}

/** The summary: tells that the treatment has ended, what it was and what is left, and offers the ways on. */
export const EndCard = observer(function EndCard({ view, leave }: EndCardProps) {
  const { configuration, payments, time } = useApplication();
  const queries = useService(Queries);
  const deviceUse = useService(ReadDeviceUse);
  const openLeasedDevice = useService(OpenLeasedDevice);
  const go = useConclude();
  const composed = useScreenState(customSettings).current;
  useEffect(vibrate, []);
  const { sno, name } = view;
  const last = useScreenState(lastTreatment);
  const mode =
    view.phase === 'finished' ? repeatOf(view, settingsFor(sno, composed), tablesOf(configuration)) : undefined;
  useEffect(() => last.set(mode === undefined || mode === 'custom' ? undefined : { sno, mode }), [last, sno, mode]);
  const words = endWords(view.phase);
  const { elapsedMinutes, fraction } = progressOf(view, time.now());
  const ranWords = wordsOfRun(view);
  const freshness = String(payments.freshness);
  const left = useLoad(async () => {
    const [devices, cards, operatorId] = await Promise.all([
      queries.devices().catch(ignoreFailure),
      queries.allCards().catch(ignoreFailure),
      deviceUse.operatorOf(sno).catch(ignoreFailure),
    ]);
    return whatIsLeft({ sno, operatorId, devices, cards }, time.now());
  }, freshness);
  usePageResume(() => void left.restart(freshness));
  const { lease, days, uses } = left.result ?? {};
  const again = () => {
    const modes = leave();
    if (mode === undefined) go(modes);
    else go(repeatAddress(sno, mode));
  };
  const renewal = lease && {
    label: copy.my.renew,
    tone: 'plain' as const,
    onPress: () => {
      leave();
      go(addressOf(openLeasedDevice.renew(lease)));
    },
  };
  const leftWords =
    days !== undefined ? copy.my.remainingDays(days) : uses !== undefined ? copy.modes.remaining(uses) : undefined;
  return (
    <Dialog
      kind="summary"
      picture={<EndRing fraction={fraction} mode={view.mode} />}
      title={words.title}
      device={{ sno, name }}
      text={
        <>
          {ranWords && <span className={styles.ran}>{ranWords}</span>}
          {elapsedMinutes !== undefined && (
            <span className={styles.minutes}>
              {copy.treatment.elapsedBefore}
              <strong>{elapsedMinutes}</strong>
              {copy.treatment.elapsedAfter}
            </span>
          )}
          {words.text && <span className={styles.minutes}>{words.text}</span>}
          {leftWords && <span className={styles.left}>{leftWords}</span>}
        </>
      }
      actions={[
        ...(view.phase === 'replaced' ? [] : [{ label: copy.treatment.again, tone: 'quiet' as const, onPress: again }]),
        ...(renewal ? [renewal] : []),
        { label: copy.treatment.done, onPress: () => go(leave()) },
      ]}
    />
  );
});

/** A browser refuses to vibrate before the first tap. */
function vibrate(): void {
  if ('vibrate' in navigator && 'userActivation' in navigator && navigator.userActivation.hasBeenActive)
    navigator.vibrate(VIBRATION_MS);
}
