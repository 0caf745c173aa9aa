import { getUser } from './account/api.ts';
import type { Cloud } from './cloud/cloud.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from './device/api.ts';
import { deviceNumberOf } from './device/device-code.ts';
import { listDurationPlans, listUsePlans } from './lease/api.ts';
import { plansAskedFor, type LeaseTerms } from './lease/lease-terms.ts';
import { ALL_CARDS } from './paging.ts';
import type { Visit } from './session/visit.ts';
import { listCards } from './wallet/api.ts';

/** Asks what a screen is about to ask, while the screen itself is still on its way. It only reads, and tells nobody; the screen asks as ever. */
export class ReadAhead {
  constructor(
    private readonly cloud: Cloud,
    private readonly visit: Visit,
  ) {}

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

  plans(terms: LeaseTerms): void {
    const { duration, uses } = plansAskedFor(terms, this.visit);
    if (duration) this.cloud.ahead(listDurationPlans, duration);
    if (uses) this.cloud.ahead(listUsePlans, uses);
  }

  treatment(sno: string): void {
    this.cloud.ahead(getDetail, { sno });
    this.cloud.ahead(readLatest, { sno });
    this.cloud.ahead(enterPage, { sno });
  }
}
