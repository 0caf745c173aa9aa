import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { copy } from '../copy/zh-CN.ts';
import { MayStillRun } from './MayStillRun.tsx';
import { ScreenNotice } from './ScreenNotice.tsx';
import { useMayRun } from './use-may-run.ts';

/** Where a screen breaks by a fault of ours, a notice stands in its place until it is tried again or another screen is gone to. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Boundary where={key}>{children}</Boundary>;
}

interface Place {
  /** The entry of the history that is shown. */
  where: string;
}

class Boundary extends Component<Place & { children: ReactNode }, Place & { broken: boolean }> {
  override state = { where: this.props.where, broken: false };

  static getDerivedStateFromProps({ where }: Place, before: Place) {
    return where === before.where ? null : { where, broken: false };
  }

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <BrokenScreen onRetry={() => this.setState({ broken: false })} /> : this.props.children;
  }
}

function BrokenScreen({ onRetry }: { onRetry: () => void }) {
  const mayRun = useMayRun();
  return (
    <ScreenNotice title={copy.screenFailed.broken} onRetry={onRetry}>
      {mayRun && <MayStillRun />}
    </ScreenNotice>
  );
}
