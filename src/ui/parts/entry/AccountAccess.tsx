import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import styles from './AccountAccess.module.css';
import buttons from '../form/Button.module.css';

/** The ways back into the app: the code of the operator's WeChat account and a link to the sign-in page, as far as they are configured. */
export function AccountAccess() {
  const { brand, links } = useApplication().configuration;
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
    </>
  );
}
