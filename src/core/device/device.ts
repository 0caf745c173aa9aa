import { saysNoSuchDevice } from '../api/server-failure.ts';
import { Problem } from '../problem.ts';

/** A device in the list of leased devices. */
export interface LeasedDevice {
  sno: string;
  name: string;
  area?: string;
  /** Undefined if the server does not report it, or sends an unknown value. */
  online?: boolean;
  /** Epoch ms. */
  expiresAt?: number;
  ownerId?: string;
  ownerName?: string;
  /** The user who shares the device with this user. */
  sharer?: { id: string; name?: string };
  /** True if the device is rented on behalf of a customer, by the sharer if there is one; undefined if the server does not say for whom. */
  assist?: boolean;
  /** The order by which this user rents it; that of a shared device is the sharer's. */
  orderNo?: string;
}

/** A device of an expired lease. */
export interface FormerDevice {
  id: string;
  sno?: string;
  name: string;
  ownerName?: string;
  expiresAt?: number;
}

/** Identifies a former lease. A server may send the id of its device, which can be leased several times. */
export function keyOfFormer({ id, expiresAt }: FormerDevice): string {
  return [id, expiresAt].join(' ');
}

/**
 * Details of a device, which are the same for every user. The end of a lease is not among them: the server's may be that
 * of somebody else's.
 */
export interface DeviceDetail {
  sno?: string;
  name?: string;
  mac?: string;
  /** Undefined if the server does not report it, or sends an unknown value. */
  online?: boolean;
  operatorName?: string;
}

export type DeviceStatus = 'offline' | 'used' | 'locked' | 'working' | 'using' | 'free';

/** Availability of a device, as the server reports it before entry. */
export interface DeviceCheck {
  /** Undefined if the server does not name the operator; see `requireOperator`. */
  ownerId?: string;
  /** Undefined if the server names no status that this program knows. */
  status?: DeviceStatus;
}

/** The device's connection as its detail names it; without that, only the check's word that it is offline says something. */
export function connectionOf(online: boolean | undefined, status: DeviceStatus | undefined): boolean | undefined {
  return online ?? (status === 'offline' ? false : undefined);
}

/** True if the server says that the device works for this user; undefined if it does not say. */
export function worksForUser(check: DeviceCheck | undefined): boolean | undefined {
  return check?.status === undefined ? undefined : check.status === 'working';
}

/** True if the server says that the device works, for whomever: a report of rest may be older than that. */
export function works(status: DeviceStatus | undefined): boolean {
  return status === 'working' || status === 'used';
}

/** True if the server says that the device works for nobody, and not that it cannot reach the device. */
export function worksForNobody(status: DeviceStatus | undefined): boolean {
  return status !== undefined && status !== 'offline' && !works(status);
}

/** True if the server says that the device is free or only rented, so that it works for nobody. A locked one may work. */
export function isAtRest(status: DeviceStatus | 'unasked' | undefined): boolean {
  return status === 'free' || status === 'using';
}

/** Why a device cannot be entered. */
export type NoticeReason = 'offline' | 'using' | 'used' | 'locked' | 'not-in-operation' | 'no-such-device';

/** A device that cannot be entered. Only the server's words say whether a refusal means that it is not in operation. */
export type Notice =
  | { kind: 'notice'; reason: Exclude<NoticeReason, 'not-in-operation'> }
  | { kind: 'notice'; reason: 'not-in-operation'; refusal: Problem };

/** Whether the user can enter a device. */
export type Availability =
  | Notice
  | { kind: 'open'; ownerId?: string; status: Exclude<DeviceStatus, 'offline' | 'used' | 'locked'> };

/**
 * Derives the availability from the server's check, or from its refusal because of the device. A device with an unknown
 * status can be entered like a free one.
 */
export function availabilityOf(answer: DeviceCheck | Problem): Availability {
  if (answer instanceof Problem)
    return saysNoSuchDevice(answer)
      ? { kind: 'notice', reason: 'no-such-device' }
      : { kind: 'notice', reason: 'not-in-operation', refusal: answer };
  const { ownerId, status = 'free' } = answer;
  if (status === 'offline' || status === 'used' || status === 'locked') return { kind: 'notice', reason: status };
  return { kind: 'open', ownerId, status };
}
