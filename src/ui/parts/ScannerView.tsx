import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './ScannerView.module.css';

/** What the camera sees, and the number typed instead. */
export const ScannerView = observer(function ScannerView() {
  const { viewfinder } = useApplication();
  const { scan, camera, stream } = viewfinder;
  const video = useRef<HTMLVideoElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const [number, setNumber] = useState('');

  useEffect(() => {
    const element = video.current;
    if (!element || !stream) return;
    element.srcObject = stream;
    void element.play().catch(() => undefined);
    viewfinder.playing(element);
  }, [stream, viewfinder]);

  useEffect(() => {
    const opener = document.activeElement;
    view.current?.focus();
    document.documentElement.classList.add('scroll-locked');
    return () => {
      document.documentElement.classList.remove('scroll-locked');
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') scan?.cancel();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [scan]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (number.trim()) scan?.type(number.trim());
  };
  return (
    <div
      ref={view}
      className={styles.view}
      role="dialog"
      aria-modal="true"
      aria-label={copy.scanner.title}
      tabIndex={-1}
    >
      <header className={styles.header}>
        <h2>{copy.scanner.title}</h2>
        <button type="button" className={styles.close} aria-label={copy.scanner.cancel} onClick={scan?.cancel}>
          <Icon name="close" />
        </button>
      </header>
      <div className={styles.camera}>
        {stream && <video ref={video} className={styles.video} muted playsInline />}
        <span className={styles.frame} aria-hidden="true" />
        <p className={styles.hint} role="status">
          {camera === 'showing' ? copy.scanner.hint : copy.scanner[camera]}
        </p>
      </div>
      <form className={styles.form} onSubmit={submit}>
        <label className={styles.label} htmlFor="scanned-number">
          {copy.scanner.number}
        </label>
        <div className={styles.row}>
          <input
            id="scanned-number"
            className={styles.input}
            value={number}
            onChange={({ target }) => setNumber(target.value)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={64}
            aria-describedby="scanned-number-hint"
          />
          <Button type="submit">{copy.scanner.go}</Button>
        </div>
        <p id="scanned-number-hint" className={styles.note}>
          {copy.scanner.numberHint}
        </p>
      </form>
    </div>
  );
});
