import { getUser } from './account/api.ts';
import type { ApiClient } from './api/api-client.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from './device/api.ts';
import { deviceNumberOf } from './device-code.ts';
import { ALL_CARDS } from './paging.ts';
import { listCards } from './wallet/api.ts';

/** Asks what a screen is about to ask, while the screen itself is still on its way. It only reads, and tells nobody; the screen asks as ever. */
export class Prefetch {
  constructor(private readonly api: ApiClient) {}

  account(): void {
    this.api.prefetch(getUser, {});
  }

  devices(): void {
    this.api.prefetch(listDevices, {});
  }

  /** What decides where entering a device leads. */
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
