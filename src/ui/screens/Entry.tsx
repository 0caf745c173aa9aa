import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApplication } from '../application.ts';
import { EntryDialogs } from '../parts/EntryDialogs.tsx';
import { useDocumentTitle } from '../parts/Page.tsx';
import { useEntry } from '../parts/use-entry.tsx';
import { Mark } from '../parts/Wordmark.tsx';
import styles from './Entry.module.css';

/** The way in: to the device that the link names, or to the user's own pages. */
export const Entry = observer(function Entry() {
  const { brand } = useApplication().configuration;
  const navigate = useNavigate();
  const toMy = () => navigate('/my', { replace: true });
  const flow = useEntry({ replace: true, onUnreadable: toMy });
  const { step } = flow;
  useDocumentTitle(undefined);
  useEffect(() => void step.run((entering) => entering.arrive()), [step]);
  return (
    <main className={styles.entry}>
      <h1 className={styles.brand}>
        <Mark size={72} />
        {brand.name}
      </h1>
      <EntryDialogs flow={flow} onLeave={toMy} />
    </main>
  );
});
