import { useState } from 'react';
import { Queries } from '../../../core/queries.ts';
import type { LeasedDevice } from '../../../core/device/device.ts';
import type { Records } from '../../../core/basics/paging.ts';
import { useApplication, useService } from '../../application.ts';
import { usePageResume } from '../../parts/hooks/use-page-resume.ts';
import { useLoad, type Task } from '../../parts/hooks/use-task.ts';

interface Devices {
  load: Task<[string], Records<LeasedDevice>>;
  /** When the shown list was asked for; epoch ms. */
  readAt: number | undefined;
}

/** Loads the devices on lease, and asks of each whether it runs. The caller must be an observer. */
export function useDevices(): Devices {
  const { payments, running, time } = useApplication();
  const [readAt, setReadAt] = useState<number>();
  const queries = useService(Queries);
  const freshness = String(payments.freshness);
  const load = useLoad<Records<LeasedDevice>>(async () => {
    const askedAt = time.now();
    const listed = await queries.devices();
    payments.asOf(askedAt).requireListed('lease', listed);
    void running.refresh({ also: listed.records.map(({ sno }) => sno) });
    setReadAt(askedAt);
    return listed;
  }, freshness);
  usePageResume(() => void load.restart(freshness));
  return { load, readAt };
}
