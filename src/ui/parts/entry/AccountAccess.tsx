import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { supportContact } from '../words/support-contact.ts';
import styles from './AccountAccess.module.css';
import buttons from '../form/Button.module.css';

/** The ways back into the app: the code of the operator's WeChat account and a link to the sign-in page, as far as they are configured; without them, the support contact. */
export function AccountAccess() {
  const { brand, links, support } = useApplication().configuration;
  const isConfigured = links.accountQr !== undefined || links.signIn !== undefined;
  const contact = isConfigured ? undefined : supportContact(support);
  return (
    <>
      {links.accountQr !== undefined && (
        <figure className={styles.account}>
          <img className={styles.code} src={links.accountQr} alt={copy.account.code(brand.name)} />
          <figcaption>{copy.account.hold(brand.name)}</figcaption>
        </figure>
      )}
      {links.signIn !== undefined && (
        <a className={`${buttons.button} ${buttons.large} ${buttons.main}`} href={links.signIn} rel="noreferrer">
          {copy.account.signIn}
        </a>
      )}
      {contact && (
        <a className={`${buttons.button} ${buttons.large} ${buttons.quiet}`} href={contact.href} rel="noreferrer">
          {contact.label}
        </a>
      )}
    </>
  );
}
