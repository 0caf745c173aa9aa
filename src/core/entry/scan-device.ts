import type { AbortSignalLike } from '../../ports/http.ts';
import type { Scanner } from '../../ports/scanner.ts';
import { deviceNumberOf } from '../basics/device-code.ts';

/** `unreadable`: the scanned code is not a device's code. */
export type DeviceScanOutcome = { kind: 'scanned'; sno: string } | { kind: 'unreadable' } | { kind: 'cancelled' };

/** Scans a device's code and returns its number. */
export class ScanDevice {
  constructor(private readonly scanner: Scanner) {}

  /**
   * Resolves to `cancelled` once the signal has aborted: a scanner that is still to open does not open then. Rejects with
   * the Problem `scanner` if this browser cannot scan a code.
   */
  async scan(signal?: AbortSignalLike): Promise<DeviceScanOutcome> {
    const outcome = await this.scanner.scan(signal);
    if (outcome.kind === 'cancelled') return outcome;
    const sno = deviceNumberOf(outcome.text);
    return sno === undefined ? { kind: 'unreadable' } : { kind: 'scanned', sno };
  }
}
