import type { Clock } from '../../ports/clock.ts';
import type { ApiClient } from '../api/api-client.ts';
import { refusesDevice } from '../api/server-failure.ts';
import { getUser } from '../account/api.ts';
import { CARD_LIST, DEVICE_LIST, type Holdings } from '../checkout/holdings/holdings.ts';
import type { ConfirmPayment } from '../checkout/confirm/confirm-payment.ts';
import type { User } from '../account/user.ts';
import type { Destination } from '../destination.ts';
import { requireWhole, type Records } from '../basics/paging.ts';
import { once } from '../basics/single-flight.ts';
import { isSamePhone, mayBePhone } from '../basics/phone.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { listShares } from '../share/api.ts';
import type { SharedUser } from '../share/share.ts';
import { SECOND } from '../basics/time.ts';
import { listedUsesWith, type Card } from '../wallet/card.ts';
import { checkDevice } from '../device/api.ts';
import { availabilityOf, type DeviceCheck, type LeasedDevice, type Notice } from '../device/device.ts';
import { deviceUseIn, isOwnLease } from '../device/device-use.ts';
import { requireOperator } from '../checkout/holdings/read-device-use.ts';
import { forWhomOf, newRental } from '../lease/lease-terms.ts';

/** Server codes for "forbidden" and "not found". */
const CLOSED_TO_THIS_USER: readonly string[] = ['403', '404'];

/** Timeout of one attempt to read the list of shares, ms. It is short because the user waits in front of the device. */
const SHARES_TIMEOUT_MS = 5 * SECOND;

/**
 * Why only the start shows whether the server lets the user start a device: it is leased, and no list shows it as rented by
 * or shared with the user, or nobody can tell whether it is shared, because the server hides digits of the phone numbers or does not
 * send the user's, or the server names no status of it that this program knows.
 */
export type StartDoubt = 'leased-unlisted' | 'may-be-shared' | 'unknown-status';

/** Result of the entry policy. */
export type Entry =
  | Notice
  | {
      kind: 'go';
      destination: Destination;
      operatorId?: string;
      isShare?: boolean;
      startDoubt?: StartDoubt | undefined;
    };

/** Facts about the user. Each is requested once, on first use. */
export interface UserContext {
  user(): Promise<User>;
  devices(): Promise<Records<LeasedDevice>>;
  cards(): Promise<Records<Card>>;
}

/** Decides the destination for a device. It sends no request that changes something. */
export class EntryPolicy {
  constructor(
    private readonly api: ApiClient,
    private readonly holdings: Holdings,
    private readonly confirmation: ConfirmPayment,
    private readonly clock: Clock,
  ) {}

  /** Creates the facts of one user; evaluations of several devices may share them. */
  userContext(): UserContext {
    return {
      user: once(() => this.api.call(getUser, {})),
      devices: once(() => this.holdings.devices()),
      cards: once(() => this.holdings.allCards()),
    };
  }

  /**
   * Reads the device's availability; the Problem `refused` if the server refuses because of the device. Rejects with
   * the Problem if the server is busy or fails.
   */
  async check(sno: string, assist: boolean): Promise<DeviceCheck | Problem> {
    try {
      return await this.api.call(checkDevice, { sno, assist });
    } catch (thrown) {
      const problem = Problem.of(thrown);
      if (refusesDevice(problem)) return problem;
      throw problem;
    }
  }

  /**
   * Evaluates one device. Pass `checked` if the check is already running. Rejects with the Problem of a request that
   * the decision needs.
   */
  async evaluate(
    sno: string,
    assist: boolean,
    context: UserContext,
    checked = this.check(sno, assist),
  ): Promise<Entry> {
    const answer = await checked;
    const availability = availabilityOf(answer);
    if (availability.kind === 'notice') return availability;
    const { ownerId: operatorId, status } = availability;
    switch (status) {
      case 'working':
        return { kind: 'go', operatorId, ...(await this.asListed(sno, context)), destination: { to: 'process', sno } };
      case 'using':
        return this.whileInUse(sno, operatorId, context);
      case 'free': {
        const entry = await this.whileFree(sno, assist, operatorId, context);
        const isDoubtful = !(answer instanceof Problem) && answer.status === undefined;
        return isDoubtful && entry.kind === 'go' && entry.destination.to === 'mode-menu'
          ? { ...entry, startDoubt: 'unknown-status' }
          : entry;
      }
    }
  }

  private async whileInUse(sno: string, operatorId: string | undefined, context: UserContext): Promise<Entry> {
    const people = this.sharedWith(sno);
    people.catch(() => undefined);
    const [{ mobile }, devices] = await Promise.all([context.user(), context.devices()]);
    const now = this.clock.now();
    const use = deviceUseIn(devices, sno, now);
    if (use.kind !== 'none')
      return { kind: 'go', operatorId, destination: { to: 'mode-menu', sno, isShare: use.kind === 'shared' } };
    const isNamed = named(await people, mobile);
    if (isNamed === 'yes') return { kind: 'go', operatorId, destination: { to: 'mode-menu', sno, isShare: true } };
    if (isNamed === 'maybe')
      return { kind: 'go', operatorId, startDoubt: 'may-be-shared', destination: { to: 'mode-menu', sno } };
    // The list may not show yet that it is this user who rents it.
    const isOrdered = (await this.confirmation.unlistedOrder(sno, undefined)) !== undefined;
    if (!isOrdered && !devices.records.some((device) => isOwnLease(device, now))) {
      requireWhole(devices, DEVICE_LIST);
      return { kind: 'notice', reason: 'using' };
    }
    const destination = { to: 'mode-menu', sno, isShare: false } as const;
    return { kind: 'go', operatorId, startDoubt: 'leased-unlisted', destination };
  }

  private async whileFree(
    sno: string,
    assist: boolean,
    ownerId: string | undefined,
    context: UserContext,
  ): Promise<Entry> {
    const terms = newRental(forWhomOf(assist));
    const modes = { to: 'mode-menu', sno } as const;
    if (assist) {
      // The check may be older than the payment of a rental.
      const isPaid = (await this.confirmation.unlistedOrder(sno, undefined))?.isSettled === true;
      return { kind: 'go', operatorId: ownerId, destination: isPaid ? modes : { to: 'lease', sno, terms } };
    }
    const [devices, cards] = await Promise.all([context.devices(), context.cards()]);
    const now = this.clock.now();
    if (deviceUseIn(devices, sno, now).kind !== 'none') return { kind: 'go', operatorId: ownerId, destination: modes };
    const operatorId = requireOperator({ ownerId });
    const rentsFromThem = devices.records.some((device) => isOwnLease(device, now) && device.ownerId === operatorId);
    const uses = listedUsesWith(cards, operatorId);
    const mayUse = rentsFromThem || (uses !== undefined && uses > 0);
    if (mayUse || (await this.confirmation.unlistedOrder(sno, operatorId))?.isSettled)
      return { kind: 'go', operatorId, destination: modes };
    requireWhole(devices, DEVICE_LIST);
    requireWhole(uses === undefined ? { unreadable: 1 } : cards, CARD_LIST);
    const hasCard = cards.records.some((card) => card.operatorId === operatorId);
    return { kind: 'go', operatorId, destination: { to: 'lease', sno, terms, by: hasCard ? 'uses' : undefined } };
  }

  /** Reads the device from the user's list; empty if the list is not available or does not contain the device. */
  private async asListed(sno: string, context: UserContext): Promise<{ isShare?: boolean }> {
    const devices = await context.devices().catch(ignoreFailure);
    const use = devices && deviceUseIn(devices, sno, this.clock.now());
    return use?.device ? { isShare: use.kind === 'shared' } : {};
  }

  /**
   * A forbidden or missing list belongs to another user's device, so it counts as empty. Any other refusal does not
   * show who is listed.
   */
  private async sharedWith(sno: string): Promise<Records<SharedUser>> {
    try {
      return await this.api.call(listShares, { sno }, { timeoutMs: SHARES_TIMEOUT_MS });
    } catch (thrown) {
      const { code, serverCode = '' } = Problem.of(thrown);
      if (code === 'refused' && CLOSED_TO_THIS_USER.includes(serverCode)) return { records: [], unreadable: 0 };
      throw thrown;
    }
  }
}

/** Whether a device is shared with a phone number. `maybe`: it is unknown, or digits of one that agrees are hidden. */
function named(people: Records<SharedUser>, mobile: string | undefined): 'yes' | 'maybe' | 'no' {
  if (mobile === undefined) return people.records.length + people.unreadable > 0 ? 'maybe' : 'no';
  if (people.records.some((person) => isSamePhone(person.mobile, mobile))) return 'yes';
  if (people.records.some((person) => mayBePhone(person.mobile, mobile))) return 'maybe';
  requireWhole(people, listShares);
  return 'no';
}
