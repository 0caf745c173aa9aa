import type { Destination } from '../destination.ts';
import type { Visit } from '../session/visit.ts';

/** Fills up the uses with an operator. */
export class RechargeCard {
  constructor(private readonly visit: Visit) {}

  /** The operator's plans by uses, fetched anew. */
  begin(operatorId: string | undefined): Destination {
    this.visit.forget('plansAreFresh');
    return { to: 'lease', rechargeOperatorId: operatorId };
  }
}
