import { observer } from 'mobx-react-lite';
import type { ComponentType } from 'react';
import type { Chunk } from '../chunk.ts';
import { copy } from '../copy/zh-CN.ts';
import { problemMessage } from './problem-message.ts';
import { ScreenNotice } from './ScreenNotice.tsx';
import { Skeleton } from './Skeleton.tsx';
import { useChunk } from './use-chunk.ts';

/** A screen that does not come with the page: a skeleton until it has come, and where it does not, why and a way to try again. */
export const DeferredScreen = observer(function DeferredScreen({ chunk }: { chunk: Chunk<ComponentType> }) {
  const { content: Screen, problem, retry } = useChunk(chunk);
  if (Screen) return <Screen />;
  if (problem) return <ScreenNotice title={copy.screenFailed.title} hint={problemMessage(problem)} onRetry={retry} />;
  return <Skeleton rows={2} height="tall" />;
});
