import { useEffect, useState } from 'react';
import type { Problem } from '../../core/problem.ts';
import { copy } from '../copy/zh-CN.ts';
import { Button } from './Button.tsx';
import { FullScreenNotice } from './FullScreenNotice.tsx';
import { ErrorIllustration } from './Illustration.tsx';

interface StartFailedProps {
  problem: Problem;
  /** Starts the app again without a page reload. */
  onRetry: () => void;
}

/** Shows why the app could not start. */
export function StartFailed({ problem: { code, message }, onRetry }: StartFailedProps) {
  const [busy, setBusy] = useState(false);
  const isBroken = code === 'configuration';
  const title = isBroken ? copy.configuration.broken : copy.problems[code];
  useEffect(() => {
    document.title = title;
  }, [title]);
  const retry = () => {
    setBusy(true);
    onRetry();
  };
  return (
    <FullScreenNotice
      illustration={<ErrorIllustration />}
      title={title}
      hint={isBroken ? copy.configuration.brokenHint : undefined}
    >
      {isBroken && <code>{message === code ? copy.configuration.missing : message}</code>}
      <Button busy={busy} onClick={retry}>
        {copy.common.retry}
      </Button>
    </FullScreenNotice>
  );
}
