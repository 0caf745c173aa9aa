import { useState } from 'react';
import { Queries } from '../../../core/queries.ts';
import type { LeasedDevice } from '../../../core/device/device.ts';
import type { Records } from '../../../core/paging.ts';
import { ResumeTreatment, type RunningTreatment } from '../../../core/treatment/resume-treatment.ts';
import { useApplication, useService } from '../../application.ts';
import { usePageResume } from '../../parts/use-page-resume.ts';
import { useLoad, useReadTask } from '../../parts/use-task.ts';
import type { Task } from '../../stores/task.ts';

const NONE: readonly RunningTreatment[] = [];

interface Devices {
  load: Task<[string], Records<LeasedDevice>>;
  /** Epoch ms. */
  readAt: number | undefined;
  treatments: readonly RunningTreatment[];
}

/** Loads the devices on lease and their running treatments. The caller must be an observer. */
export function useDevices(): Devices {
  const { paymentStatus, time } = useApplication();
  const [readAt, setReadAt] = useState<number>();
  const queries = useService(Queries);
  const resumeTreatment = useService(ResumeTreatment);
  const treatments = useReadTask((devices: Promise<Records<LeasedDevice>>) => resumeTreatment.running(devices));
  const load = useLoad<Records<LeasedDevice>>(async () => {
    const devices = queries.devices();
    void treatments.restart(devices);
    const listed = await devices;
    setReadAt(time.now());
    return listed;
  }, String(paymentStatus.settled));
  usePageResume(() => void load.retry());
  return { load, readAt, treatments: treatments.result ?? NONE };
}
