import { useEffect, useState } from 'react';
import type { Problem } from '../../../core/problem.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../form/Button.tsx';
import { FullScreenNotice } from '../dialog/FullScreenNotice.tsx';
import { ErrorIllustration } from '../graphics/Illustration.tsx';
import { MayStillRunUnconfigured } from '../stop/MayStillRun.tsx';

interface PageStartFailedProps {
  problem: Problem;
  /** True if a device may be treating the user now. */
  mayRun: boolean;
  /** Starts the app again without a page reload. */
  onRetry: () => void;
}

/** Shows why the app could not start. Warns if a device may still run. */
export function PageStartFailed({ problem: { code, message }, mayRun, onRetry }: PageStartFailedProps) {
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
      {mayRun && <MayStillRunUnconfigured />}
      <Button busy={busy} onClick={retry}>
        {copy.common.retry}
      </Button>
    </FullScreenNotice>
  );
}
