import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { copy } from '../copy/zh-CN.ts';
import { Icon } from './Icon.tsx';
import styles from './Page.module.css';
import { useBack } from './use-back.ts';
import { useDocumentTitle } from './use-document-title.ts';

interface PageProps {
  /** Of the document; the brand's name where the screen has none. */
  title?: string;
  /** What stands at the top, if it differs from the title. */
  heading?: ReactNode;
  /** Beside the heading. */
  action?: ReactNode;
  /** Stays at the lower edge. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The frame of a screen: a way back, a heading, and a lower edge that stays in view. */
export function Page({ title, heading = title, action, footer, children }: PageProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const goBack = useBack();
  const arrivedFromOutside = key === 'default';
  useDocumentTitle(title);
  useEffect(() => {
    if (!arrivedFromOutside) headingRef.current?.focus({ preventScroll: true });
  }, [arrivedFromOutside]);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <button type="button" className={styles.back} aria-label={copy.common.back} onClick={goBack}>
          <Icon name="back" />
        </button>
        <h1 ref={headingRef} tabIndex={-1} className={styles.heading}>
          {heading}
        </h1>
        <div className={styles.action}>{action}</div>
      </header>
      <main className={styles.main}>{children}</main>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}
