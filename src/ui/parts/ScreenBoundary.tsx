import { observer } from 'mobx-react-lite';
import { Component, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { copy } from '../copy/zh-CN.ts';
import { MayStillRun } from './MayStillRun.tsx';
import { ScreenNotice } from './ScreenNotice.tsx';
import { useMayRun } from './use-may-run.ts';

/** Where a screen breaks by a fault of ours, a notice stands in its place until it is tried again or another screen is gone to. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <Boundary where={key} Notice={BrokenScreen}>
      {children}
    </Boundary>
  );
}

/** What is laid over the screens is left out where it breaks, until another screen is gone to: the screen below stays in use. */
export function OverlayBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <Boundary where={key} Notice={Nothing}>
      {children}
    </Boundary>
  );
}

interface Place {
  /** The entry of the history that is shown. */
  where: string;
}

interface BoundaryProps extends Place {
  Notice: ComponentType<{ onRetry: () => void }>;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, Place & { broken: boolean }> {
  override state = { where: this.props.where, broken: false };

  static getDerivedStateFromProps({ where }: Place, before: Place) {
    return where === before.where ? null : { where, broken: false };
  }

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    const { Notice, children } = this.props;
    return this.state.broken ? <Notice onRetry={() => this.setState({ broken: false })} /> : children;
  }
}

function Nothing() {
  return null;
}

const BrokenScreen = observer(function BrokenScreen({ onRetry }: { onRetry: () => void }) {
  const mayRun = useMayRun();
  return (
    <ScreenNotice title={copy.screenFailed.broken} onRetry={onRetry}>
      {mayRun && <MayStillRun />}
    </ScreenNotice>
  );
});
