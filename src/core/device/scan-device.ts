import type { Scanner } from '../../ports/scanner.ts';
import { deviceNumberOf } from '../device-code.ts';

/** `unreadable`: there was a code, and it is not that of a device. */
export type DeviceScanOutcome = { kind: 'scanned'; sno: string } | { kind: 'unreadable' } | { kind: 'cancelled' };

/** Reads which device somebody stands before. */
export class ScanDevice {
  constructor(private readonly scanner: Scanner) {}

  /** Rejects with the Problem `scanner` where no code can be read here. */
  async scan(): Promise<DeviceScanOutcome> {
    const outcome = await this.scanner.scan();
    if (outcome.kind === 'cancelled') return outcome;
    const sno = deviceNumberOf(outcome.text);
    return sno === undefined ? { kind: 'unreadable' } : { kind: 'scanned', sno };
  }
}
