import { getUser } from './account/api.ts';
import type { ApiClient } from './api/api-client.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from './device/api.ts';
import { deviceNumberOf } from './basics/device-code.ts';
import { ALL_CARDS } from './basics/paging.ts';
import { listCards } from './wallet/api.ts';

/**
 * Sends a screen's reads while its code still loads. The screen sends the same requests and receives the prefetched
 * responses.
 */
export class Prefetch {
  constructor(private readonly api: ApiClient) {}

  account(): void {
    this.api.prefetch(getUser, {});
  }

  devices(): void {
    this.api.prefetch(listDevices, {});
  }

  /** Prefetches the data that the entry policy needs. */
  entry(code: string): void {
    const sno = deviceNumberOf(code);
    if (sno === undefined) return this.account();
    this.api.prefetch(checkDevice, { sno, assist: false });
    this.api.prefetch(getUser, {});
    this.api.prefetch(listDevices, {});
    this.api.prefetch(listCards, { page: 0, size: ALL_CARDS });
  }

  treatment(sno: string): void {
    this.api.prefetch(getDetail, { sno });
    this.api.prefetch(readLatest, { sno });
    this.api.prefetch(enterPage, { sno });
  }
}
