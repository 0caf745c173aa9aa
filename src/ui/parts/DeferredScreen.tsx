import { observer } from 'mobx-react-lite';
import type { ComponentType } from 'react';
import type { Chunk } from '../chunk.ts';
import { copy } from '../copy/zh-CN.ts';
import { problemMessage } from './problem-message.ts';
import { TreatmentOfFailedScreen } from './ScreenBoundary.tsx';
import { ScreenNotice } from './ScreenNotice.tsx';
import { Skeleton } from './Skeleton.tsx';
import { useChunk } from './use-chunk.ts';

/** Renders a screen from its chunk: a skeleton while it loads, and the reason with a retry button if it fails. */
export const DeferredScreen = observer(function DeferredScreen({ chunk }: { chunk: Chunk<ComponentType> }) {
  const { content: Screen, problem, retry } = useChunk(chunk);
  if (Screen) return <Screen />;
  if (problem)
    return (
      <ScreenNotice title={copy.screenFailed.title} hint={problemMessage(problem)} onRetry={retry}>
        <TreatmentOfFailedScreen />
      </ScreenNotice>
    );
  return <Skeleton rows={2} height="tall" />;
});
