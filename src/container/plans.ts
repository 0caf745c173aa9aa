import { ContainerModule } from 'inversify';
import { ApiClient } from '../core/api/api-client.ts';
import { OfferPlans } from '../core/lease/offer-plans.ts';
import { Visit } from '../core/session/visit.ts';
import { classBinder } from './bind-class.ts';

/** The services that show the rental plans. */
export const plans = () => new ContainerModule((options) => classBinder(options)(OfferPlans, ApiClient, Visit));
