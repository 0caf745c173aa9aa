import { useEffect, useState } from 'react';
import { Preferences } from '../../../core/account/preferences.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import surface from '../../parts/dialog/Surface.module.css';
import { Switch } from '../../parts/form/Switch.tsx';

/** Keeps the screen on while it is mounted, and offers to turn that off. Shows nothing on a phone that cannot. */
export function StayOn() {
  const preferences = useService(Preferences);
  const [isOn, setIsOn] = useState(() => preferences.screenStaysOn());
  const isPossible = 'wakeLock' in navigator;
  useWakeLock(isPossible && isOn);
  if (!isPossible) return null;
  const change = (on: boolean) => {
    preferences.setScreenStaysOn(on);
    setIsOn(on);
  };
  return (
    <div className={surface.raised}>
      <Switch label={copy.treatment.staysOn} hint={copy.treatment.staysOnHint} on={isOn} onChange={change} />
    </div>
  );
}

/** The system releases the lock of a hidden page, so the page asks again when it is shown. */
function useWakeLock(isWanted: boolean): void {
  const { onResume } = useApplication();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    let lock: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined);
    const acquire = async (before: typeof lock) => {
      const held = await before;
      if (isOver || (held && !held.released)) return held;
      return navigator.wakeLock.request('screen').catch(() => undefined);
    };
    const keep = () => void (lock = acquire(lock));
    keep();
    const unsubscribe = onResume(keep);
    return () => {
      isOver = true;
      unsubscribe();
      void lock.then((held) => held?.release()).catch(() => undefined);
    };
  }, [isWanted, onResume]);
}
