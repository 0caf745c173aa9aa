import { ApiClient } from '../core/api/api-client.ts';
import { CurrentDevice } from '../core/device/current-device.ts';
import { OfferPlans } from '../core/lease/offer-plans.ts';
import type { Made } from './made.ts';

/** Joins what the plans are drawn from. */
export function joinPlans(made: Made): void {
  made.add(OfferPlans, new OfferPlans(made.get(ApiClient), made.get(CurrentDevice)));
}
