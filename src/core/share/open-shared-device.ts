import { deviceNumberOf } from '../device/device-code.ts';
import type { CurrentDevice, Visit } from '../session/visit.ts';

/** Takes somebody from a shared link to the device that it names. */
export class OpenSharedDevice {
  constructor(private readonly visit: Visit) {}

  /** The link's device becomes the current one, as shared; what is known of it already stays. Undefined where the link names none. */
  open(link: string): CurrentDevice | undefined {
    const sno = deviceNumberOf(link);
    if (sno === undefined) return undefined;
    const current = this.visit.get('device');
    const known = current?.sno === sno ? current : undefined;
    if (!known) {
      this.visit.forget('operatorId');
      this.visit.set('started', false);
    }
    const device = { ...known, sno, isShare: known?.isShare ?? true };
    this.visit.set('device', device);
    return device;
  }
}
