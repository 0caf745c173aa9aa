import type { ReactNode } from 'react';
import type { ConfigurationValues } from '../../../core/api/configuration/configuration.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../graphics/Icon.tsx';
import styles from './MayStillRun.module.css';
import { supportContact } from '../words/support-contact.ts';

/**
 * Warns that a device may still run. Shows first how to stop it by hand, then what has happened, the `children`, and the
 * support contact.
 */
export function MayStillRun({ children }: { children?: ReactNode }) {
  return <SafetyWarning support={useApplication().configuration.support}>{children}</SafetyWarning>;
}

/** The same warning for a page without a configuration, which knows no support contact. */
export function MayStillRunUnconfigured() {
  return <SafetyWarning support={{}} />;
}

interface SafetyWarningProps extends Pick<ConfigurationValues, 'support'> {
  children?: ReactNode;
}

function SafetyWarning({ support, children }: SafetyWarningProps) {
  const contact = supportContact(support);
  return (
    <div role="alert" className={styles.warning}>
      <div className={styles.first}>
        <Icon name="alert" size={28} />
        <p className={styles.words}>{copy.safety.mayStillRun}</p>
      </div>
      {children}
      {contact ? (
        <a className={styles.contact} href={contact.href} rel="noreferrer">
          {contact.label} {contact.shown}
        </a>
      ) : (
        <p>{copy.support.inTheShop}</p>
      )}
    </div>
  );
}
