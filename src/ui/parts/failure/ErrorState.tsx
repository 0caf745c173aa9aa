import type { ReactNode } from 'react';
import type { Problem } from '../../../core/problem.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../form/Button.tsx';
import { EmptyState } from '../loading/EmptyState.tsx';
import { problemMessage } from '../words/problem-message.ts';
import { ErrorIllustration } from '../graphics/Illustration.tsx';
import { FailureBanner } from './FailureBanner.tsx';

interface ErrorStateProps {
  /** The action that failed, if the message of the problem does not make it clear. */
  title?: string | undefined;
  problem: Problem;
  onRetry: () => void;
  busy?: boolean;
}

/** Replaces content that failed to load. Shows the reason and a retry button. */
export function ErrorState({ title, problem, onRetry, busy }: ErrorStateProps) {
  const reason = problemMessage(problem);
  const hint = title ? reason : problem.serverMessage && copy.problems.later;
  return (
    <div role="alert">
      <EmptyState illustration={<ErrorIllustration />} title={title ?? reason} hint={hint}>
        <Button busy={busy} onClick={onRetry}>
          {copy.common.retry}
        </Button>
      </EmptyState>
    </div>
  );
}

/** The short variant of ErrorState, above content that is still usable. `children`: what is known of that content, after the title. */
export function ErrorBanner({ title, problem, onRetry, busy, children }: ErrorStateProps & { children?: ReactNode }) {
  const reason = problemMessage(problem);
  return (
    <FailureBanner title={title ?? reason} reason={title && reason} known={children}>
      <Button tone="plain" busy={busy} onClick={onRetry}>
        {copy.common.retry}
      </Button>
    </FailureBanner>
  );
}
