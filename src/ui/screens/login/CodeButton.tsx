import { useEffect, useId, useState } from 'react';
import { BindPhone } from '../../../core/account/bind-phone.ts';
import { SECOND } from '../../../core/time.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN-later.ts';
import { Button } from '../../parts/Button.tsx';
import { useNow } from '../../parts/use-now.ts';
import styles from './CodeButton.module.css';

/** Requests a verification code. Shows a countdown until the next request is allowed. */
export function CodeButton({ busy, onAsk }: { busy: boolean; onAsk: () => void }) {
  const { time } = useApplication();
  const binding = useService(BindPhone);
  const id = useId();
  useNow();
  const [again, setAgain] = useState(() => binding.mayAskAgainAt());
  useEffect(() => binding.onCodeSent(() => setAgain(binding.mayAskAgainAt())), [binding]);
  const waits = again !== undefined && again > time.now();
  return (
    <>
      <Button
        tone={waits ? 'plain' : 'quiet'}
        className={`${styles.button} ${waits ? styles.waiting : ''}`}
        busy={busy}
        aria-disabled={waits}
        aria-describedby={waits ? id : undefined}
        onClick={waits ? undefined : onAsk}
      >
        {waits ? copy.login.seconds(Math.ceil((again - time.now()) / SECOND)) : copy.login.askForCode}
      </Button>
      {waits && (
        <span id={id} className="only-for-readers">
          {copy.login.waitForNext}
        </span>
      )}
    </>
  );
}
