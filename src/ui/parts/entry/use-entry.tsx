import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ScanDevice } from '../../../core/entry/scan-device.ts';
import { EnterDevice, type ArrivalOutcome, type EntryQuestion } from '../../../core/entry/enter-device.ts';
import type { NoticeReason } from '../../../core/device/device.ts';
import { addressOf } from '../../addresses.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { type Task, staysBusy, useNavigation } from '../hooks/use-task.ts';
import { useScreenSignal } from '../hooks/use-screen-signal.ts';

type EntryStep = (enterDevice: EnterDevice, signal: AbortSignal) => Promise<ArrivalOutcome>;

type EntryDialog =
  | { kind: 'ask-on-behalf'; question: EntryQuestion }
  | { kind: 'notice'; reason: NoticeReason; sno: string; name?: string };

export interface EntryFlow {
  step: Task<[EntryStep], void>;
  /** Runs one step of the flow: arrive, begin with a code, or answer the question. */
  enter(entryStep: EntryStep): void;
  /** The dialog that is open. */
  shown: EntryDialog | undefined;
  /**
   * Opens another dialog, or closes it. Leads to the device instead of a notice that it is offline, if it may treat the user.
   */
  show(dialog: EntryDialog | undefined): void;
  /** Scans a code and enters its device. A dialog that was open comes back if the scan brings no device. */
  scanning: Task<[], void>;
  /** Ends the scan under way, because the user has chosen a device in another way. */
  endScan(): void;
}

/**
 * The entry flow, from a device code to its destination. After the screen unmounts it shows nothing, because an entry
 * that was not completed changes no state. The caller must be an observer.
 */
export function useEntry({
  replace = false,
  onUnreadable,
  onScan,
  forCustomer = false,
  isAboveScreens = false,
}: {
  replace?: boolean;
  onUnreadable?: () => void;
  onScan?: () => void;
  /** The user has said beforehand that the device is rented for a customer. */
  forCustomer?: boolean;
  /** The caller is mounted above every screen, so that it outlives the one that the flow leads from. */
  isAboveScreens?: boolean;
} = {}): EntryFlow {
  const enterDevice = useService(EnterDevice);
  const scanDevice = useService(ScanDevice);
  const { toasts, running } = useApplication();
  const navigate = useNavigate();
  const signal = useScreenSignal();
  const [shown, setShown] = useState<EntryFlow['shown']>();
  const show = (dialog: EntryDialog | undefined) => {
    const isOffline = dialog?.kind === 'notice' && dialog.reason === 'offline';
    // Only its own screen knows whether such a device may treat this user, and says then how to stop it by hand.
    if (isOffline && running.mayHaveRun(dialog.sno))
      void navigate(addressOf({ to: 'process', sno: dialog.sno }), { replace });
    else setShown(dialog);
  };
  const step = useNavigation(async (entryStep: EntryStep) => {
    const outcome = await entryStep(enterDevice, signal);
    if (signal.aborted) return undefined;
    switch (outcome.kind) {
      case 'ask-on-behalf':
      case 'notice':
        return show(outcome);
      case 'unreadable':
        toasts.show(copy.entry.unreadable, 'bad');
        return onUnreadable?.();
      case 'go':
        void navigate(addressOf(outcome.destination), { replace });
        return isAboveScreens ? undefined : staysBusy();
    }
  });
  const scan = useRef<AbortController>(undefined);
  const endScan = () => scan.current?.abort();
  const enter = (entryStep: EntryStep) => {
    endScan();
    setShown(undefined);
    void step.run(entryStep);
  };
  const scanning = useNavigation(async () => {
    onScan?.();
    setShown(undefined);
    scan.current = new AbortController();
    const { signal: ended } = scan.current;
    try {
      const scanned = ended.aborted ? undefined : await scanDevice.scan(ended);
      if (signal.aborted) return;
      if (scanned?.kind === 'scanned')
        return enter((enterDevice) =>
          enterDevice.begin(scanned.sno, signal, forCustomer ? { assist: true } : undefined),
        );
      if (scanned?.kind === 'unreadable') toasts.show(copy.entry.unreadable, 'bad');
      setShown(shown);
    } catch (thrown) {
      setShown(shown);
      throw thrown;
    }
  });
  useEffect(() => () => scan.current?.abort(), []);
  return { step, shown, enter, show, scanning, endScan };
}
