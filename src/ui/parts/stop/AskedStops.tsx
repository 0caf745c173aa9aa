import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { isSameDevice } from '../../../core/basics/device-code.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { continueStop } from './continue-stop.ts';
import { usePageResume } from '../hooks/use-page-resume.ts';
import { useTreatedDevice } from './use-treated-device.ts';

/**
 * Continues the stops that were asked for on this phone and are not known to be sent, on whichever screen the app is
 * opened again. The screen of a treatment continues its own.
 */
export const AskedStops = observer(function AskedStops() {
  const application = useApplication();
  const { key } = useLocation();
  const onScreen = useRef<string>(undefined);
  const treated = useTreatedDevice();
  const continueOne = async (sno: string) => {
    const { activeTasks, toasts, toProblem } = application;
    try {
      await activeTasks.track(continueStop(application, sno, () => isSameDevice(onScreen.current, sno)));
    } catch (thrown) {
      toProblem(thrown);
      if (!isSameDevice(onScreen.current, sno))
        toasts.tell(copy.tasks.ended(copy.tasks.stop, copy.running.stopUnconfirmed(sno)), 'bad');
    }
  };
  const continueAll = () => {
    for (const sno of application.running.stopsDue()) if (!isSameDevice(onScreen.current, sno)) void continueOne(sno);
  };
  const latest = useRef(continueAll);
  useEffect(() => {
    onScreen.current = treated;
    latest.current = continueAll;
  });
  useEffect(() => latest.current(), [key]);
  usePageResume(() => latest.current());
  return null;
});
