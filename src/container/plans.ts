import { ContainerModule } from 'inversify';
import { ApiClient } from '../core/api/api-client.ts';
import { CurrentDevice } from '../core/device/current-device.ts';
import { OfferPlans } from '../core/lease/offer-plans.ts';
import { classBinder } from './bind-class.ts';

/** The services that show the rental plans. */
export const plans = () => new ContainerModule((options) => classBinder(options)(OfferPlans, ApiClient, CurrentDevice));
