import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import styles from './MayStillRun.module.css';
import { supportContact } from './support-contact.ts';

/** Warns that a device may still run. Shows how to stop it by hand, and the support contact. */
export function MayStillRun() {
  const contact = supportContact(useApplication().configuration.support);
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
