import { observer } from 'mobx-react-lite';
import * as Radix from '@radix-ui/react-dialog';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../form/Button.tsx';
import { Field } from '../form/Field.tsx';
import { LabelIllustration } from '../graphics/Illustration.tsx';
import { Icon } from '../graphics/Icon.tsx';
import styles from './ScannerView.module.css';
import { useModality } from '../hooks/use-modality.ts';

/** The camera view, with a field to type the device number instead. */
export const ScannerView = observer(function ScannerView() {
  const { viewfinder } = useApplication();
  const { scan, camera, stream } = viewfinder;
  const restoreFocus = useModality();
  const [number, setNumber] = useState('');

  const box = useRef<HTMLInputElement>(null);
  const isAbsent = camera === 'denied' || camera === 'none';
  useEffect(() => {
    if (isAbsent) box.current?.focus();
  }, [isAbsent]);

  const focusBox = (event: Event) => {
    if (!isAbsent) return;
    event.preventDefault();
    box.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (number.trim()) scan?.type(number.trim());
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && scan?.cancel()}>
      <Radix.Portal>
        <Radix.Content
          className={styles.view}
          aria-modal="true"
          aria-describedby={undefined}
          onOpenAutoFocus={focusBox}
          onCloseAutoFocus={restoreFocus}
        >
          <header className={styles.header}>
            <Radix.Title>{copy.scanner.title}</Radix.Title>
            <button type="button" className={styles.close} aria-label={copy.scanner.cancel} onClick={scan?.cancel}>
              <Icon name="close" />
            </button>
          </header>
          <div className={`${styles.camera} ${isAbsent ? styles.absent : ''}`}>
            {stream && <CameraPicture stream={stream} onPlaying={viewfinder.playing} />}
            {isAbsent ? <Icon name="alert" size={28} /> : <Frame />}
            <p className={styles.hint} role="status">
              {camera === 'showing' ? copy.scanner.hint : copy.scanner[camera]}
            </p>
            {camera === 'denied' && <p className={styles.hint}>{copy.scanner.allow}</p>}
            {isAbsent && (
              <Button tone="plain" onClick={scan?.retry}>
                {copy.scanner.tryAgain}
              </Button>
            )}
          </div>
          <form className={styles.form} onSubmit={submit}>
            <Field
              label={copy.scanner.number}
              ref={box}
              readOnly={false}
              value={number}
              onChange={({ target }) => setNumber(target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={64}
              aria-describedby="scanned-number-hint"
              trailing={<Button type="submit">{copy.scanner.go}</Button>}
            />
            <p id="scanned-number-hint" className={styles.note}>
              {copy.scanner.numberHint}
            </p>
            {isAbsent && <LabelIllustration />}
          </form>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
});

function Frame() {
  return (
    <svg
      className={styles.frame}
      viewBox="0 0 100 100"
      fill="none"
      strokeWidth="2.500"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M2 22V14A12 12 0 0 1 14 2h8M78 2h8a12 12 0 0 1 12 12v8M98 78v8a12 12 0 0 1-12 12h-8M22 98h-8A12 12 0 0 1 2 86v-8" />
    </svg>
  );
}

function CameraPicture({ stream, onPlaying }: { stream: MediaStream; onPlaying: (video: HTMLVideoElement) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    void element.play().catch(() => undefined);
    onPlaying(element);
  }, [stream, onPlaying]);
  return <video ref={video} className={styles.video} muted playsInline />;
}
