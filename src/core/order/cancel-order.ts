import type { ApiClient } from '../api/api-client.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { SingleFlight } from '../single-flight.ts';
import { cancelCardOrder, cancelLeaseOrder } from './api.ts';
import type { FindOrder } from './find-order.ts';
import type { Order } from './order.ts';

/** Cancels an unpaid order. */
export class CancelOrder {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly api: ApiClient,
    private readonly findOrder: FindOrder,
  ) {}

  /**
   * Resolves once the server has cancelled the order, even if its response was lost. Rejects with the Problem
   * otherwise.
   */
  cancel(order: Order): Promise<void> {
    return this.flights.run(order.number, async () => {
      try {
        await this.api.call(order.kind === 'card' ? cancelCardOrder : cancelLeaseOrder, { number: order.number });
      } catch (thrown) {
        const problem = Problem.of(thrown);
        const found = problem.mayHaveTakenEffect ? await this.findOrder.find(order).catch(ignoreFailure) : undefined;
        if (found?.state !== 'cancelled') throw problem;
      }
    });
  }
}
