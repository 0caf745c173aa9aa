import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import styles from './MayStillRun.module.css';
import { supportContact } from './support-contact.ts';

/** Nobody can say whether a device still runs: what to do at the device, and who helps. */
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
