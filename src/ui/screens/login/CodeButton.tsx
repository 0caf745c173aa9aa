import { useEffect, useId, useState } from 'react';
import { BindPhone } from '../../../core/account/bind-phone.ts';
import { SECOND } from '../../../core/basics/time.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/form/Button.tsx';
import { useNow } from '../../parts/hooks/use-now.ts';
import styles from './CodeButton.module.css';

/** Requests a verification code. Shows a countdown until the next request is allowed. */
export function CodeButton({ busy, onAsk }: { busy: boolean; onAsk: () => void }) {
  const { time } = useApplication();
  const bindPhone = useService(BindPhone);
  const id = useId();
  useNow();
  const [nextCodeAt, setNextCodeAt] = useState(() => bindPhone.mayAskAgainAt());
  useEffect(() => bindPhone.onCodeSent(() => setNextCodeAt(bindPhone.mayAskAgainAt())), [bindPhone]);
  const isWaiting = nextCodeAt !== undefined && nextCodeAt > time.now();
  return (
    <>
      <Button
        tone={isWaiting ? 'plain' : 'quiet'}
        className={`${styles.button} ${isWaiting ? styles.waiting : ''}`}
        busy={busy}
        aria-disabled={isWaiting}
        aria-describedby={isWaiting ? id : undefined}
        onClick={isWaiting ? undefined : onAsk}
      >
        {isWaiting ? copy.login.seconds(Math.ceil((nextCodeAt - time.now()) / SECOND)) : copy.login.askForCode}
      </Button>
      {isWaiting && (
        <span id={id} className="only-for-readers">
          {copy.login.waitForNext}
        </span>
      )}
    </>
  );
}
