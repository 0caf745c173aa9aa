import { observer } from 'mobx-react-lite';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../form/Button.tsx';
import { ErrorBanner } from '../failure/ErrorState.tsx';
import { Icon } from '../graphics/Icon.tsx';
import { EntryDialogs } from './EntryDialogs.tsx';
import { Phrases } from '../words/Phrases.tsx';
import styles from './NextCustomer.module.css';
import { useEntry } from './use-entry.tsx';

/** Scans the device of the next customer, after a rental for one: the button says for whom, so that nothing asks it again. */
export const NextCustomer = observer(function NextCustomer() {
  const flow = useEntry({ forCustomer: true, isAboveScreens: true });
  const { scanning } = flow;
  return (
    <div className={styles.next}>
      <Button tone="quiet" wide busy={scanning.busy} onClick={() => void scanning.run()}>
        <Icon name="scan" />
        <Phrases>{copy.entry.nextCustomer}</Phrases>
      </Button>
      {scanning.problem && (
        <ErrorBanner title={copy.entry.failed} problem={scanning.problem} onRetry={scanning.retry} />
      )}
      <EntryDialogs flow={flow} onLeave={() => undefined} />
    </div>
  );
});
