import { ContainerModule } from 'inversify';
import { ApiClient } from '../core/api/api-client.ts';
import { OfferPlans } from '../core/lease/offer-plans.ts';
import { Queries } from '../core/queries.ts';
import { AccountScope } from '../core/state/account-scope.ts';
import { classBinder } from './bind-class.ts';

/** The reads of every screen but the entry. */
export const screens = () =>
  new ContainerModule((options) => {
    const bindClass = classBinder(options);
    bindClass(Queries, ApiClient);
    bindClass(OfferPlans, ApiClient, AccountScope);
  });
