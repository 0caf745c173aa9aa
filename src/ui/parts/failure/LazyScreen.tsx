import { observer } from 'mobx-react-lite';
import type { ComponentType } from 'react';
import { copy } from '../../copy/zh-CN.ts';
import { useLazy, type Lazy } from '../../lazy.ts';
import { problemMessage } from '../words/problem-message.ts';
import { TreatmentOfFailedScreen } from './ScreenBoundary.tsx';
import { ScreenNotice } from './ScreenNotice.tsx';
import { Skeleton } from '../loading/Skeleton.tsx';

/** Renders a screen: a skeleton while it loads, and the reason with a retry button if it fails. */
export const LazyScreen = observer(function LazyScreen({ screen }: { screen: Lazy<ComponentType> }) {
  const { content: Screen, problem, retry } = useLazy(screen);
  if (Screen) return <Screen />;
  if (problem)
    return (
      <ScreenNotice title={copy.screenFailed.title} hint={problemMessage(problem)} onRetry={retry}>
        <TreatmentOfFailedScreen />
      </ScreenNotice>
    );
  return <Skeleton rows={2} height="tall" />;
});
