import type { Clock } from '../../../ports/clock.ts';
import type { ApiClient, CallOptions } from '../../api/api-client.ts';
import { deviceKey } from '../../basics/device-code.ts';
import { holdInstant } from '../../basics/instants.ts';
import { ALL_CARDS, type Records } from '../../basics/paging.ts';
import { listDevices } from '../../device/api.ts';
import type { LeasedDevice } from '../../device/device.ts';
import { mayBeExtended } from '../../device/device-use.ts';
import type { OrderKind, PayableOrder } from '../../order/order.ts';
import { listCards } from '../../wallet/api.ts';
import type { Card } from '../../wallet/card.ts';
import type { CheckoutRecords } from '../records/checkout-records.ts';

/** What `requireWhole` names where a row of these lists cannot be read. */
export const DEVICE_LIST: { name: string } = listDevices;
export const CARD_LIST: { name: string } = listCards;

/**
 * The devices that the user rents and the uses that they hold, as the server lists them. For a minute after a payment of this phone,
 * a list may be older than it: what it shows as before the payment is not said. Each method rejects with the Problem of its request.
 */
export class Holdings {
  /** What the lists have shown last that could not be older than a payment: the ends of the rows of each device. */
  private ends: ReadonlyMap<string, string> | undefined;
  /** The same of the uses with each operator. */
  private readonly uses = new Map<string, string>();

  constructor(
    private readonly api: ApiClient,
    private readonly records: CheckoutRecords,
    private readonly clock: Clock,
  ) {}

  /** In a list that may be from before a payment, a row that the payment may extend has no end. */
  async devices(options?: CallOptions): Promise<Records<LeasedDevice>> {
    const { listed, bought } = await this.ask('lease', () => this.api.call(listDevices, {}, options));
    const known = this.ends;
    const shown = endsByDevice(listed.records);
    const keysOfBought = new Set(bought.flatMap(({ sno }) => (sno === undefined ? [] : deviceKey(sno))));
    const mayBeBefore = (key: string) => keysOfBought.has(key) && (!known || known.get(key) === shown.get(key));
    if (known || bought.length === 0)
      this.ends = new Map([
        ...(bought.length > 0 && known ? known : []),
        ...[...shown].filter(([key]) => !keysOfBought.has(key)),
      ]);
    const now = this.clock.now();
    const records = listed.records.map((row): LeasedDevice =>
      mayBeBefore(deviceKey(row.sno)) && mayBeExtended(row, listed, now) ? { ...row, expiresAt: undefined } : row,
    );
    return { ...listed, records };
  }

  /** One page of the list; see `allCards`. */
  cards(page: number): Promise<Records<Card>> {
    return this.readCards({ page });
  }

  /** `mayBeOlder`: the uses may be those from before a payment. Where nobody knows those, all but none are said. */
  allCards(): Promise<Records<Card>> {
    return this.readCards({ page: 0, size: ALL_CARDS });
  }

  private async readCards(page: { page: number; size?: number }): Promise<Records<Card>> {
    const { listed, bought } = await this.ask('card', () => this.api.call(listCards, page));
    const isBought = (operator: string) => bought.some(({ operatorId }) => operatorId === operator);
    const usesWith = (operator: string) =>
      listed.records
        .filter(({ operatorId }) => operatorId === operator)
        .map(({ remainingUses = 0 }) => remainingUses)
        .join();
    const records = listed.records.map((card): Card => {
      const { operatorId } = card;
      const isOlder = isBought(operatorId) && usesWith(operatorId) === (this.uses.get(operatorId) ?? '0');
      return isOlder ? { ...card, mayBeOlder: true } : card;
    });
    for (const { operatorId } of listed.records)
      if (!isBought(operatorId)) this.uses.set(operatorId, usesWith(operatorId));
    return { ...listed, records };
  }

  /** Asks for a list, and finds the orders that it may not show yet. */
  private async ask<List>(
    kind: OrderKind,
    read: () => Promise<List>,
  ): Promise<{ listed: List; bought: readonly PayableOrder[] }> {
    const asked = holdInstant(this.clock);
    const listed = await read().finally(asked.release);
    const unlisted = this.records.purchases().asOf(asked.at()).unlisted(kind);
    return { listed, bought: unlisted.map(({ order }) => order) };
  }
}

/** The ends of all rows of each device, in their order. A shared row is of another user's lease. */
function endsByDevice(rows: readonly LeasedDevice[]): Map<string, string> {
  const ends = new Map<string, string>();
  for (const { sno, assist, sharer, expiresAt } of rows) {
    const key = deviceKey(sno);
    if (!sharer) ends.set(key, [ends.get(key), assist, expiresAt].join(' '));
  }
  return ends;
}
