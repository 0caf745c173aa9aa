import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../graphics/Icon.tsx';
import { LargeTypeButton } from './LargeTypeButton.tsx';
import styles from './Page.module.css';
import { useBack, useHistoryEntry } from './use-back.ts';
import { useDocumentTitle } from './use-document-title.ts';
import { useFooterHeight } from './use-footer-height.ts';

interface PageProps {
  /** The document title; the brand's name if undefined. */
  title?: string;
  /** The visible heading, if it differs from the title. */
  heading?: ReactNode;
  /** A control to the right of the heading. */
  action?: ReactNode;
  /** Sticks to the lower edge. */
  footer?: ReactNode;
  /** On a phone on its side, the first section stands beside the others and the footer. */
  split?: boolean | undefined;
  children: ReactNode;
}

/** The layout of a screen: a back button, a heading, the content and a sticky footer. */
export function Page({ title, heading = title, action, footer, split, children }: PageProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const footerRef = useRef<HTMLElement>(null);
  useFooterHeight(footerRef, Boolean(footer));
  const { key } = useLocation();
  const goBack = useBack();
  useHistoryEntry();
  const isFirstEntry = key === 'default';
  useDocumentTitle(title);
  useEffect(() => {
    if (!isFirstEntry) headingRef.current?.focus({ preventScroll: true });
  }, [isFirstEntry]);
  return (
    <div className={styles.page} data-split={split}>
      <header className={styles.header}>
        <button type="button" className={styles.back} aria-label={copy.common.back} onClick={goBack}>
          <Icon name="back" />
        </button>
        <h1 ref={headingRef} tabIndex={-1} className={styles.heading}>
          {heading}
        </h1>
        <div className={styles.action}>{action}</div>
        <LargeTypeButton />
      </header>
      <main className={styles.main}>{children}</main>
      {footer && (
        <footer ref={footerRef} className={styles.footer}>
          {footer}
        </footer>
      )}
    </div>
  );
}
