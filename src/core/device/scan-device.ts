import type { Scanner } from '../../ports/scanner.ts';
import { deviceNumberOf } from '../device-code.ts';

/** `unreadable`: the scanned code is not a device's code. */
export type DeviceScanOutcome = { kind: 'scanned'; sno: string } | { kind: 'unreadable' } | { kind: 'cancelled' };

/** Scans a device's code and returns its number. */
export class ScanDevice {
  constructor(private readonly scanner: Scanner) {}

  /** Rejects with the Problem `scanner` if this browser cannot scan a code. */
  async scan(): Promise<DeviceScanOutcome> {
    const outcome = await this.scanner.scan();
    if (outcome.kind === 'cancelled') return outcome;
    const sno = deviceNumberOf(outcome.text);
    return sno === undefined ? { kind: 'unreadable' } : { kind: 'scanned', sno };
  }
}
