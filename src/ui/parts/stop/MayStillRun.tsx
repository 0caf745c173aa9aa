import type { ConfigurationValues } from '../../../core/api/configuration/configuration.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import styles from './MayStillRun.module.css';
import { supportContact } from '../words/support-contact.ts';

/** Warns that a device may still run. Shows how to stop it by hand, and the support contact. */
export function MayStillRun() {
  return <SafetyWarning support={useApplication().configuration.support} />;
}

/** The same warning for a page without a configuration, which knows no support contact. */
export function MayStillRunUnconfigured() {
  return <SafetyWarning support={{}} />;
}

function SafetyWarning({ support }: Pick<ConfigurationValues, 'support'>) {
  const contact = supportContact(support);
  return (
    <div role="alert" className={styles.warning}>
      <p className={styles.words}>{copy.safety.mayStillRun}</p>
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
