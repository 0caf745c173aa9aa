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

/** Where a screen breaks by an error of this program, a notice stands in its place until it is tried again or another screen is gone to. The error is reported. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const { caught } = useApplication();
  return (
    <Boundary where={key} Notice={BrokenScreen} onBroken={caught}>
      {children}
    </Boundary>
  );
}

/** What is laid over the screens is left out where it breaks, until another screen is gone to: the screen below stays in use. The error is reported. */
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
  /** The entry of the history that is shown. */
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

/** On the treatment's own screen its stop; on any other the warning that a device may run, where one may. */
const TreatmentOnBrokenScreen = observer(function TreatmentOnBrokenScreen() {
  const mayRun = useMayRun();
  const sno = useTreatedDevice();
  if (sno !== undefined) return <StopOnBrokenScreen sno={sno} />;
  return mayRun && <MayStillRun />;
});

/** The stop of the treatment whose screen is broken, as soon as its code is there. */
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
