import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Visit } from '../../core/session/visit.ts';
import { StopTreatment } from '../../core/treatment/stop-treatment.ts';
import { addressOf } from '../addresses.ts';
import { useApplication, useUseCase } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Icon } from '../parts/Icon.tsx';
import { NoDevice } from '../parts/NoDevice.tsx';
import { Page } from '../parts/Page.tsx';
import { wordsOf } from '../parts/problem-words.ts';
import { ShareSheet } from '../parts/ShareSheet.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { useTask } from '../parts/use-task.ts';
import { Dial } from './process/Dial.tsx';
import { Ending } from './process/Ending.tsx';
import { LineState } from './process/LineState.tsx';
import { SettingsOfTreatment } from './process/SettingsOfTreatment.tsx';
import { useTreatment } from './process/use-treatment.ts';

const SHARE_WORDS = { device: copy.treatment.deviceManagement, share: copy.treatment.shareManagement };

/** A treatment while it lasts. */
export const Process = observer(function Process() {
  const visit = useUseCase(Visit);
  const [query] = useSearchParams();
  const sno = query.get('sno') ?? visit.get('device')?.sno;
  return sno ? <Treatment key={sno} sno={sno} /> : <Page><NoDevice /></Page>;
});

const Treatment = observer(function Treatment({ sno }: { sno: string }) {
  const { toasts, time } = useApplication();
  const stopping = useUseCase(StopTreatment);
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const [sharing, setSharing] = useState(false);
  const { view, refresh } = useTreatment(sno);
  const { beganAt, phase, mode, loginFailed } = view ?? {};
  const isOver = phase === 'finished' || phase === 'offline';

  useEffect(() => {
    if (loginFailed) toasts.show(copy.treatment.loginFailed, 'bad');
  }, [loginFailed, toasts]);

  const stop = useTask(async () => {
    setAsks(false);
    const outcome = await stopping.stop(sno, beganAt === undefined ? undefined : time.now() - beganAt).catch((thrown) => {
      toasts.show(wordsOf(thrown), 'bad');
    });
    if (outcome?.kind === 'too-soon') toasts.show(copy.treatment.tooSoon);
    if (outcome?.kind === 'refused') toasts.show(copy.treatment.stopRefused, 'bad');
    if (outcome?.kind === 'stopped') {
      toasts.show(copy.treatment.stopped, 'good');
      void navigate(addressOf(outcome.destination), { replace: true });
    }
  });

  return (
    <Page
      heading={mode && phase !== 'loading' ? copy.modes.names[mode] : ''}
      action={
        <button type="button" aria-label={copy.treatment.share} onClick={() => setSharing(true)}>
          <Icon name="share" />
        </button>
      }
      footer={
        <Button tone="danger" size="stop" wide busy={stop.busy} onClick={() => setAsks(true)}>
          {stop.busy ? copy.treatment.stopping : copy.treatment.stop}
        </Button>
      }
    >
      {view && <LineState view={view} onRetry={refresh} />}
      {view && phase !== 'loading' ? (
        <>
          <Dial view={view} />
          <SettingsOfTreatment state={view.state} />
        </>
      ) : (
        !view?.problem && <Skeleton rows={2} height="tall" label={copy.treatment.loading} />
      )}
      {asks && !isOver && (
        <Dialog
          title={copy.treatment.confirmStop}
          actions={[
            { label: copy.treatment.goBack, onPress: () => setAsks(false) },
            { label: copy.common.confirm, onPress: () => void stop.run(), tone: 'danger' },
          ]}
          onDismiss={() => setAsks(false)}
        />
      )}
      {sharing && !isOver && <ShareSheet sno={sno} words={SHARE_WORDS} onClose={() => setSharing(false)} />}
      {view && !stop.busy && <Ending view={view} />}
    </Page>
  );
});
