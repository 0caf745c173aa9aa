import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { Wordmark } from '../graphics/Wordmark.tsx';
import styles from './FullScreenNotice.module.css';

interface FullScreenNoticeProps {
  illustration: ReactNode;
  title: string;
  hint?: string;
  /** Covers the current screen as an alertdialog instead of replacing it. */
  over?: boolean;
  brand?: ComponentProps<typeof Wordmark>['brand'];
  children?: ReactNode;
}

/** Tells the user that the app cannot continue here, and what to do instead. */
export function FullScreenNotice({ illustration, title, hint, over = false, brand, children }: FullScreenNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (over) notice.current?.focus();
  }, [over]);
  return (
    <div
      ref={notice}
      tabIndex={over ? -1 : undefined}
      className={`${styles.notice} ${over ? styles.over : ''}`}
      role={over ? 'alertdialog' : undefined}
      aria-modal={over || undefined}
      aria-label={over ? title : undefined}
    >
      <main className={styles.main}>
        {illustration}
        <h1 className={styles.title}>{title}</h1>
        {hint && <p className={styles.hint}>{hint}</p>}
        {children}
      </main>
      {brand && (
        <footer>
          <Wordmark brand={brand} />
        </footer>
      )}
    </div>
  );
}
