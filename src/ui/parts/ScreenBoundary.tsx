import { observer } from 'mobx-react-lite';
import { Component, useState, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useApplication, type ServiceLoaders } from '../application.ts';
import { Chunk } from '../chunk.ts';
import { copy } from '../copy/zh-CN.ts';
import { MayStillRun } from './MayStillRun.tsx';
import { ScreenNotice } from './ScreenNotice.tsx';
import { useChunk } from './use-chunk.ts';
import { useMayRun } from './use-may-run.ts';
import { useTreatedDevice } from './use-treated-device.ts';

/** Replaces a screen that threw while rendering with a notice, until a retry or the next navigation. Reports the error. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const { caught } = useApplication();
  return (
    <Boundary where={key} Notice={BrokenScreen} onBroken={caught}>
      {children}
    </Boundary>
  );
}

/** Hides an overlay that threw while rendering until the next navigation, so that the screen stays usable. Reports the error. */
export function OverlayBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const { caught } = useApplication();
  return (
    <Boundary where={key} Notice={Nothing} onBroken={caught}>
      {children}
    </Boundary>
  );
}

interface Place {
  /** The key of the current history entry. */
  where: string;
}

interface BoundaryProps extends Place {
  Notice: ComponentType<{ onRetry: () => void }>;
  onBroken: (thrown: unknown) => void;
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

  override componentDidCatch(thrown: unknown): void {
    this.props.onBroken(thrown);
  }

  override render() {
    const { Notice, children } = this.props;
    return this.state.broken ? <Notice onRetry={() => this.setState({ broken: false })} /> : children;
  }
}

function Nothing() {
  return null;
}

function BrokenScreen({ onRetry }: { onRetry: () => void }) {
  const { caught } = useApplication();
  const { key } = useLocation();
  return (
    <ScreenNotice title={copy.screenFailed.broken} hint={copy.screenFailed.brokenHint} onRetry={onRetry}>
      <Boundary where={key} Notice={MayStillRun} onBroken={caught}>
        <TreatmentOnBrokenScreen />
      </Boundary>
    </ScreenNotice>
  );
}

/** On the treatment screen: the stop button. On other screens: a warning if a device may run. */
const TreatmentOnBrokenScreen = observer(function TreatmentOnBrokenScreen() {
  const mayRun = useMayRun();
  const sno = useTreatedDevice();
  if (sno !== undefined) return <StopOnBrokenScreen sno={sno} />;
  return mayRun && <MayStillRun />;
});

/** The stop button of the treatment whose screen failed. Shows the warning until its chunk is loaded. */
const StopOnBrokenScreen = observer(function StopOnBrokenScreen({ sno }: { sno: string }) {
  const { load } = useApplication();
  const [chunk] = useState(() => stopChunk(load.treatment));
  const { content: StopHere } = useChunk(chunk);
  return StopHere ? <StopHere sno={sno} /> : <MayStillRun />;
});

function stopChunk(loadServices: ServiceLoaders['treatment']) {
  return new Chunk(async () => {
    const [{ StopHere }] = await Promise.all([import('../screens/process/StopHere.tsx'), loadServices()]);
    return StopHere;
  });
}
