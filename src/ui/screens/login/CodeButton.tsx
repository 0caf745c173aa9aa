import { useId } from 'react';
import { BindPhone } from '../../../core/account/bind-phone.ts';
import { SECOND } from '../../../core/time.ts';
import { useApplication, useUseCase } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/Button.tsx';
import { useNow } from '../../parts/use-now.ts';
import styles from './CodeButton.module.css';

/** Has a code sent, or tells how long it is until the next one may be. */
export function CodeButton({ busy, onAsk }: { busy: boolean; onAsk: () => void }) {
  const { time } = useApplication();
  const binding = useUseCase(BindPhone);
  const id = useId();
  useNow();
  const again = binding.mayAskAgainAt();
  if (again === undefined) {
    return (
      <Button tone="quiet" className={styles.button} busy={busy} onClick={onAsk}>
        {copy.login.askForCode}
      </Button>
    );
  }
  return (
    <>
      <Button tone="plain" className={`${styles.button} ${styles.waiting}`} aria-disabled aria-describedby={id}>
        {copy.login.seconds(Math.ceil((again - time.now()) / SECOND))}
      </Button>
      <span id={id} className="only-for-readers">
        {copy.login.waitForNext}
      </span>
    </>
  );
}
