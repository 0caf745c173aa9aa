import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { devicesAddress } from '../addresses.ts';
import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { EntryDialogs } from '../parts/entry/EntryDialogs.tsx';
import { Spinner } from '../parts/loading/Spinner.tsx';
import { useDocumentTitle } from '../parts/page/use-document-title.ts';
import { useEntry } from '../parts/entry/use-entry.tsx';
import { Mark } from '../parts/graphics/Wordmark.tsx';
import styles from './Entry.module.css';

/** The entry screen. Leads to the device in the link, or to the user's own pages. */
export const Entry = observer(function Entry() {
  const { brand } = useApplication().configuration;
  const navigate = useNavigate();
  const goToDevices = () => navigate(devicesAddress, { replace: true });
  const flow = useEntry({ replace: true, onUnreadable: goToDevices });
  const { step } = flow;
  useDocumentTitle(undefined);
  useEffect(() => void step.run((enterDevice, signal) => enterDevice.arrive(signal)), [step]);
  return (
    <main className={styles.entry}>
      <h1 className={styles.brand}>
        <Mark logo={brand.logo} size={72} />
        {brand.name}
      </h1>
      <EntryDialogs flow={flow} onLeave={goToDevices} waiting={<Initializing />} kind="page" />
    </main>
  );
});

function Initializing() {
  return (
    <p className={styles.waiting} role="status">
      <Spinner />
      {copy.entry.initializing}
    </p>
  );
}
