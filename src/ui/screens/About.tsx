import { useState } from 'react';
import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { Agreements } from '../parts/order/Agreements.tsx';
import { Button } from '../parts/form/Button.tsx';
import { Page } from '../parts/page/Page.tsx';
import { Support } from '../parts/dialog/Support.tsx';
import { Mark } from '../parts/graphics/Wordmark.tsx';
import styles from './About.module.css';

/** The brand, the version and the support contact. */
export function About() {
  const { brand, version } = useApplication().configuration;
  const [supportOpen, setSupportOpen] = useState(false);
  return (
    <Page
      title={copy.titles.about}
      footer={
        <Button size="large" wide onClick={() => setSupportOpen(true)}>
          {copy.orders.support}
        </Button>
      }
    >
      <div className={styles.brand}>
        <Mark logo={brand.logo} size={88} />
        <p className={styles.name}>{brand.name}</p>
        <p className={styles.version}>{copy.about.version(version)}</p>
      </div>
      {brand.description && <p className={styles.description}>{brand.description}</p>}
      <Agreements names={['terms', 'privacy', 'rental', 'refund', 'help']} />
      <p className={styles.licences}>
        <a href="./THIRD_PARTY_LICENSES.txt">{copy.about.licences}</a>
      </p>
      {supportOpen && <Support onClose={() => setSupportOpen(false)} />}
    </Page>
  );
}
