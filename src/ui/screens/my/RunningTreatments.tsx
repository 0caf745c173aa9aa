import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { timeOfDayText } from '../../../core/time-text.ts';
import { progressOf } from '../../../core/treatment/progress.ts';
import { ResumeTreatment, type RunningTreatment } from '../../../core/treatment/resume-treatment.ts';
import { addressOf } from '../../addresses.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN-treatment.ts';
import { Icon, iconOfMode } from '../../parts/Icon.tsx';
import { useNow } from '../../parts/use-now.ts';
import { staysBusy, useNavigation } from '../../parts/use-task.ts';
import styles from './RunningTreatments.module.css';

/** Links to the running treatments. Hides a treatment once its time is over. */
export const RunningTreatments = observer(function RunningTreatments({
  treatments,
}: {
  treatments: readonly RunningTreatment[];
}) {
  const resumeTreatment = useService(ResumeTreatment);
  const { running } = useApplication();
  const navigate = useNavigate();
  const now = useNow();
  const open = useNavigation(async (treatment: RunningTreatment) => {
    void navigate(addressOf(resumeTreatment.open(treatment)));
    await staysBusy();
  });
  const shown = treatments
    .filter((treatment) => progressOf(treatment, now).remainingMinutes !== 0)
    .map(({ sno }) => sno);
  const listed = shown.join();
  useEffect(() => {
    running.setListed(listed === '' ? [] : listed.split(','));
    return () => running.setListed([]);
  }, [running, listed]);
  // The bar of the other screens leads to them, too.
  useEffect(() => running.addFound(treatments), [running, treatments]);
  return (
    <ul className={styles.list} aria-label={copy.treatment.goingOn}>
      {treatments.map((treatment) => {
        const { sno, name = sno, mode } = treatment;
        const { remainingMinutes, endsAt, fraction } = progressOf(treatment, now);
        if (remainingMinutes === 0) return null;
        return (
          <li key={sno}>
            <button type="button" className={styles.card} onClick={() => void open.run(treatment)}>
              <span className={styles.icon}>
                <Icon name={iconOfMode(mode)} size={32} />
              </span>
              <span className={styles.words}>
                <strong className={styles.state}>{copy.treatment.goingOn}</strong>
                <span>{name}</span>
                {mode && <span>{copy.modes.names[mode]}</span>}
                <span className={styles.time}>
                  {remainingMinutes !== undefined && <span>{copy.treatment.remaining(remainingMinutes)}</span>}
                  {endsAt !== undefined && <span>{copy.treatment.endsAt(timeOfDayText(endsAt).slice(0, 5))}</span>}
                </span>
              </span>
              <Icon name="next" />
              {fraction !== undefined && (
                <span className={styles.track} aria-hidden="true">
                  <span className={styles.spent} style={{ width: `${fraction * 100}%` }} />
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
});
