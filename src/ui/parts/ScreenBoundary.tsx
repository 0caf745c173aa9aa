import { Component, type ReactNode } from 'react';
import { copy } from '../copy/zh-CN.ts';
import { Button } from './Button.tsx';
import { FullScreenNotice } from './FullScreenNotice.tsx';

/** Where a screen did not load, or broke, a way to load it again stands in its place. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <FullScreenNotice drawing="trouble" title={copy.screenFailed.title}>
        <Button onClick={() => window.location.reload()}>{copy.common.retry}</Button>
      </FullScreenNotice>
    );
  }
}
