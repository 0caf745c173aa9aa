import type { ReactNode } from 'react';
import type { Problem } from '../../../core/problem.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../form/Button.tsx';
import { EmptyState } from '../loading/EmptyState.tsx';
import { problemMessage } from '../words/problem-message.ts';
import { ErrorIllustration } from '../graphics/Illustration.tsx';
import { FailureBanner } from './FailureBanner.tsx';

interface ErrorStateProps {
  /** What failed. */
  title: string;
  problem: Problem;
  onRetry: () => void;
  busy?: boolean;
}

/** Replaces content that failed to load. Shows the reason and a retry button. */
export function ErrorState({ title, problem, onRetry, busy }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState illustration={<ErrorIllustration />} title={title} hint={problemMessage(problem)}>
        <Button busy={busy} onClick={onRetry}>
          {copy.common.retry}
        </Button>
      </EmptyState>
    </div>
  );
}

interface ErrorBannerProps extends Omit<ErrorStateProps, 'title'> {
  /** What failed; undefined only where the reason of the problem says it, too. */
  title: string | undefined;
  /** What is known of the content, after the title. */
  children?: ReactNode;
}

/** The short variant of ErrorState, above content that is still usable. */
export function ErrorBanner({ title, problem, onRetry, busy, children }: ErrorBannerProps) {
  const reason = problemMessage(problem);
  return (
    <FailureBanner title={title ?? reason} reason={title && reason} known={children}>
      <Button tone="plain" busy={busy} onClick={onRetry}>
        {copy.common.retry}
      </Button>
    </FailureBanner>
  );
}
