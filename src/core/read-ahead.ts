import { getUser } from './account/api.ts';
import type { Cloud } from './cloud/cloud.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from './device/api.ts';
import { deviceNumberOf } from './device/device-code.ts';
import { ALL_CARDS } from './paging.ts';
import { listCards } from './wallet/api.ts';

/** Asks what a screen is about to ask, while the screen itself is still on its way. It only reads, and tells nobody; the screen asks as ever. */
export class ReadAhead {
  constructor(private readonly cloud: Cloud) {}

  account(): void {
    this.cloud.ahead(getUser, {});
  }

  devices(): void {
    this.cloud.ahead(listDevices, {});
  }

  /** What decides where entering a device leads. */
  entry(code: string): void {
    const sno = deviceNumberOf(code);
    if (sno === undefined) return this.account();
    this.cloud.ahead(checkDevice, { sno, assist: false });
    this.cloud.ahead(getUser, {});
    this.cloud.ahead(listDevices, {});
    this.cloud.ahead(listCards, { page: 0, size: ALL_CARDS });
  }

  treatment(sno: string): void {
    this.cloud.ahead(getDetail, { sno });
    this.cloud.ahead(readLatest, { sno });
    this.cloud.ahead(enterPage, { sno });
  }
}
