import { observer } from 'mobx-react-lite';
import { Component, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useApplication, type Application } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { StandaloneStop } from '../stop/StandaloneStop.tsx';
import { MayStillRun } from '../stop/MayStillRun.tsx';
import { FullScreenNotice } from '../dialog/FullScreenNotice.tsx';
import { Button } from '../form/Button.tsx';
import buttons from '../form/Button.module.css';
import { ErrorIllustration } from '../graphics/Illustration.tsx';
import { Link } from '../page/Link.tsx';
import { useMayRun } from '../stop/use-may-run.ts';
import { useTreatedDevice } from '../stop/use-treated-device.ts';

/**
 * Replaces a screen that threw while rendering with a notice, until a retry or the next navigation. Reports the error.
 */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const { toProblem } = useApplication();
  return (
    <Boundary locationKey={key} Notice={FailedScreen} onError={toProblem}>
      {children}
    </Boundary>
  );
}

/**
 * Hides an overlay that threw while rendering until the next navigation, so that the screen stays usable. Reports the
 * error.
 */
export function OverlayBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const { toProblem } = useApplication();
  return (
    <Boundary locationKey={key} Notice={Nothing} onError={toProblem}>
      {children}
    </Boundary>
  );
}

interface BoundaryLocation {
  /** The key of the current history entry. */
  locationKey: string;
}

interface BoundaryProps extends BoundaryLocation {
  Notice: ComponentType<{ onRetry: () => void }>;
  onError: Application['toProblem'];
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, BoundaryLocation & { hasFailed: boolean }> {
  override state = { locationKey: this.props.locationKey, hasFailed: false };

  static getDerivedStateFromProps({ locationKey }: BoundaryLocation, state: BoundaryLocation) {
    return locationKey === state.locationKey ? null : { locationKey, hasFailed: false };
  }

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(thrown: unknown): void {
    this.props.onError(thrown, { origin: 'render' });
  }

  override render() {
    const { Notice, children } = this.props;
    return this.state.hasFailed ? <Notice onRetry={() => this.setState({ hasFailed: false })} /> : children;
  }
}

function Nothing() {
  return null;
}

function FailedScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <FullScreenNotice
      illustration={<ErrorIllustration />}
      title={copy.screenFailed.title}
      hint={copy.screenFailed.hint}
    >
      <TreatmentOfFailedScreen />
      <Button onClick={onRetry}>{copy.common.retry}</Button>
      <Link to="/my" className={`${buttons.button} ${buttons.quiet}`}>
        {copy.notFound.home}
      </Link>
    </FullScreenNotice>
  );
}

/** On the treatment screen: the stop button. On other screens: a warning if a device may run. */
function TreatmentOfFailedScreen() {
  const { key } = useLocation();
  const { toProblem } = useApplication();
  return (
    <Boundary locationKey={key} Notice={PlainWarning} onError={toProblem}>
      <StopOrWarning />
    </Boundary>
  );
}

function PlainWarning() {
  return <MayStillRun />;
}

const StopOrWarning = observer(function StopOrWarning() {
  const mayRun = useMayRun();
  const sno = useTreatedDevice();
  if (sno !== undefined) return <StandaloneStop sno={sno} />;
  return mayRun && <MayStillRun />;
});
